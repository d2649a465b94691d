"""Speculative decoding: a fast draft model proposes tokens, the target model checks several per call.

The output follows the target model's distribution, however bad the draft model is (Leviathan et al. 2023,
Chen et al. 2023): a bad draft model costs time, never quality.
"""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from transformer.decoding.next_token import Model, NextToken, after_each, start_decoding
from transformer.decoding.prompt import (
    NEVER,
    Prompt,
    forbid,
    refuse_length,
    refuse_nothing_possible,
    refuse_part,
)
from transformer.decoding.sample import Settings, uniform
from transformer.vocabulary import END, PAD


@dataclass(frozen=True, eq=False)
class Round:
    """One call of the target model, with the drafted tokens that it checks. Tensors of a whole batch."""

    number: int  # 0 is the first
    drafted: Tensor  # (sentence, k) the tokens that the draft model proposed
    draft: Tensor  # (sentence, k, vocabulary) q: the distribution of each draft
    target: Tensor  # (sentence, k + 1, vocabulary) p: the target model's distribution
    acceptance: Tensor  # (sentence, k) probability of being accepted: min(1, p/q)
    u: Tensor  # (sentence, k) random numbers: accepted if u < acceptance
    accepted: Tensor  # (sentence,) number of accepted tokens, up to the first rejection
    # (sentence, vocabulary) the distribution after them: max(0, p − q), renormalized
    residual: Tensor
    written: Tensor  # (sentence, ≤ k + 1) what the round adds, PAD after the end of a sentence
    done: Tensor  # (sentence,) bool
    rounds: list["Round"] = field(repr=False)  # all rounds so far
    prompt: Prompt = field(repr=False)

    def tokens(self) -> Tensor:
        """All tokens written up to this round: (sentence, token), followed by PAD."""
        all_of = [r.written for r in self.rounds[: self.number + 1]]
        return self.prompt.without_prompt(torch.cat(all_of, dim=1))


def speculative(
    target: Model,
    draft: Model,
    source: Tensor,
    ahead: int = 4,
    max_length: int = 64,
    prompt: Tensor | None = None,
    *,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float = 1.0,
    seed: int | torch.Generator = 0,
    end: int = END,
    banned: Sequence[int] = NEVER,
) -> Iterator[Round]:
    """source (batch, source) → a generator of rounds; the last round's `tokens()` are the texts.

    The draft model writes k = `ahead` tokens, each sampled from its own distribution q. The target model reads
    all of them in one call and computes p for each. A token x is accepted with the probability
    min(1, p(x)/q(x)). The first rejected token is replaced by a sample from the residual, max(0, p − q),
    renormalized; after k accepted tokens, one more is sampled from p. Temperature, top-k and top-p shape p and q.

    The sentences of a batch advance together, as far as the one with the fewest accepted tokens. Both models
    need the same vocabulary. Any two models will do; a target model without `each` reads token by token.
    """
    refuse_length(max_length)
    refuse_part(ahead=ahead)
    if ahead < 1:
        raise ValueError(f"`ahead` is {ahead}, but the draft model must generate at least 1 token.")
    settings = Settings(temperature, top_k, top_p)
    generator = seed if isinstance(seed, torch.Generator) else torch.Generator().manual_seed(seed)
    return _rounds(
        target,
        draft,
        source,
        Prompt(source, prompt),
        ahead,
        max_length,
        settings,
        generator,
        end,
        banned,
    )


class RewindableState:
    """A model in the middle of decoding that can undo what it read."""

    def __init__(self, model: Model, source: Tensor, settings: Settings, banned: Sequence[int]):
        self.model, self.settings, self.banned = model, settings, banned
        self.state: NextToken = start_decoding(model, source)
        self.forget: Callable[[int], None] | None = getattr(self.state, "forget", None)

    def mark(self) -> None:
        """Mark a point to which `rewind` can return."""
        self.since: list[Tensor] = []  # (sentence,) each
        if self.forget is None:
            self.before = copy.deepcopy(self.state, {id(self.model): self.model})

    def read(self, tokens: Tensor, step: int, counts: Tensor) -> Tensor:
        """tokens (sentence, new), all of which are read → the distributions after the last ones: (sentence, use,
        vocabulary). counts (sentence, use): where they will be used; `step`: of the first token."""
        self.since += tokens.unbind(1)
        log_p = forbid(after_each(self.state, tokens), self.banned)[:, -counts.shape[1] :]
        refuse_nothing_possible(log_p.amax(-1), counts, step)
        return self.settings.distribution(log_p).by_token()

    def rewind(self, count: int) -> None:
        """Undo everything since the mark except the first `count` tokens."""
        if self.forget is not None:
            self.forget(len(self.since) - count)
        elif count < len(self.since):
            self.state = self.before
            for token in self.since[:count]:
                self.state.log_probabilities(token[:, None])


def check(p: Tensor, q: Tensor, drafted: Tensor) -> tuple[Tensor, Tensor]:
    """p (sentence, k + 1, vocabulary), q (sentence, k, vocabulary), drafted (sentence, k) → each token's
    probability of acceptance, (sentence, k), and all residuals, (sentence, k + 1, vocabulary)."""
    tokens = drafted[..., None]
    acceptance = (p[:, :-1].gather(2, tokens) / q.gather(2, tokens))[..., 0].clamp_max(1)
    nothing = torch.zeros_like(p[:, :1])  # no draft exists after the last one, so the residual is p
    residual = (p - torch.cat((q, nothing), dim=1)).clamp_min(0)
    mass = residual.sum(-1, keepdim=True)
    return acceptance, torch.where(mass > 0, residual / mass, p)  # if p = q, none is rejected


def draw(probability: Tensor, u: Tensor) -> Tensor:
    """probability (sentence, vocabulary), u (sentence,) → one token per sentence."""
    distribution = Settings().distribution(probability.log())
    return distribution.token.gather(1, distribution.draw(u)[:, None])[:, 0]


@torch.no_grad()
def _rounds(
    target: Model,
    draft: Model,
    source: Tensor,
    prompt: Prompt,
    ahead: int,
    max_length: int,
    settings: Settings,
    generator: torch.Generator,
    end: int,
    banned: Sequence[int],
) -> Iterator[Round]:
    batch, everything = len(source), prompt.more + max_length
    if not batch:
        return
    checks, drafts = (RewindableState(model, source, settings, banned) for model in (target, draft))
    unread = {checks: prompt.read, drafts: prompt.read}  # what each has not read yet
    done = torch.zeros(batch, dtype=torch.bool, device=source.device)
    rounds: list[Round] = []
    step = 0  # of all tokens, including the rest of longer prompts
    while step < everything and not done.all():
        k = min(ahead, everything - step - 1)
        steps = range(step, step + k + 1)
        length = torch.stack([prompt.length(n) for n in steps], dim=1)  # (sentence, k + 1)
        writes = length > 0  # unread prompt tokens count as drafted and accepted
        checks.mark()
        drafts.mark()
        u = uniform((3, batch, k + 1), generator, source.device)
        shaped, tokens, read = [], [], unread[drafts]
        for n in range(k):
            shaped.append(drafts.read(read, step + n, (writes[:, n] & ~done)[:, None])[:, 0])
            token = torch.where(writes[:, n], draw(shaped[n], u[0, :, n]), prompt.next(step + n))
            tokens.append(token)
            read = token[:, None]
        drafted = torch.stack(tokens, 1) if k else prompt.tokens.new_empty(batch, 0)
        ended = torch.nn.functional.pad((drafted == end).long().cumsum(1), (1, 0))
        counts = writes & ~done[:, None] & (ended == 0)  # (sentence, k + 1) up to a drafted END
        p = checks.read(torch.cat((unread[checks], drafted), 1), step, counts)
        q = torch.stack(shaped, 1) if k else p[:, :0]
        if q.shape[-1] != p.shape[-1]:
            raise ValueError(
                f"the draft model has {q.shape[-1]} tokens, but the target model has {p.shape[-1]}. Use two models "
                "with the same vocabulary, because an ID must stand for the same word in both."
            )
        acceptance, residual = check(p, q, drafted)
        counts = counts[:, :k]
        run = ((u[1, :, :k] < acceptance) | ~counts).long().cumprod(1)  # 1 until a rejection
        together = int(run.sum(1).min())
        after = residual[torch.arange(batch, device=source.device), run.sum(1)]
        new = torch.where(
            writes[:, together], draw(after, u[2, :, 0]), prompt.next(step + together)
        )
        if together < k:  # sentences with more accepted tokens continue with the next of them
            new = torch.where(run.sum(1) > together, drafted[:, together], new)
        added = torch.cat((drafted[:, :together], new[:, None]), dim=1)  # (sentence, together + 1)
        here = slice(0, together + 1)
        ends = writes[:, here] & ((added == end) | (length[:, here] >= max_length))
        over = done[:, None] | (ends.cumsum(1) - ends.long() > 0)
        done = done | ends.any(1)
        checks.rewind(unread[checks].shape[1] + together)
        unread[checks] = new[:, None]
        if k:
            had = min(together, k - 1)  # the last drafted token has not been read
            drafts.rewind(unread[drafts].shape[1] + had)
            unread[drafts] = added[:, had:]
        step += together + 1
        seen = (drafted, q, p, acceptance, u[1, :, :k], (run * counts).sum(1), after)
        written = added.masked_fill(over, PAD)
        rounds.append(Round(len(rounds), *seen, written, done, rounds, prompt))
        yield rounds[-1]
