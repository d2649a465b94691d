"""Beam search: keep the k best hypotheses and extend each by one token per step."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from transformer.decoding.complete import Complete
from transformer.decoding.next_token import Model, start_decoding
from transformer.decoding.prompt import (
    NEVER,
    Prompt,
    forbid,
    refuse_length,
    refuse_nothing_possible,
    refuse_part,
)
from transformer.decoding.step import Answers, Fate, Path, Step, less
from transformer.vocabulary import END

STOPS = ("complete", "certain", "likely")
MOST_BEAMS = 10_000


def beam(
    model: Model,
    source: Tensor,
    beams: int = 4,
    max_length: int = 64,
    prompt: Tensor | None = None,
    *,
    alpha: float = 0.0,
    stop: str = "complete",
    enough: int | None = None,
    end: int = END,
    banned: Sequence[int] = NEVER,
) -> Iterator["BeamStep"]:
    """source (batch, source) → a generator of steps; `last(beam(…)).answers()` holds the answers.

    As on the slides: each of the k = `beams` hypotheses is extended by its best words, and all candidates are
    ranked by the sum of their log-probabilities. The best k continue; a candidate that writes END is finished
    if it ranks among the first k. Answers are ordered by total / |y|^α, where |y| counts END but not the prompt.
    With α = 0, the total alone decides; a larger α favours longer answers. (Hugging Face calls α
    "length_penalty", although a larger value penalises length less.)

    It stops at `max_length`, where the first k candidates count as finished. It stops earlier when `enough`
    (default: k) hypotheses are finished and
    - "complete": at once, as on the slides (Hugging Face: early_stopping=True);
    - "certain": no live hypothesis can still become one of them, however long it gets (Hugging Face:
      "never");
    - "likely": none would at its present length, which is a guess if α > 0 (Hugging Face: False, the
      default).

    The slides extend each hypothesis by k words, k² candidates in all. Here, each gets k + 1, as in Hugging
    Face's generate: if one of them is END, k others can still continue, and the beam does not become narrower.
    A beam wider than the vocabulary has as many hypotheses as there are candidates. Prompts (batch, prompt)
    may have unequal lengths, with PAD after the shorter ones; `banned` tokens are never written.
    """
    refuse_length(max_length)
    refuse_alpha(alpha)
    enough = beams if enough is None else enough
    refuse_part(beams=beams, enough=enough)
    if not 1 <= beams <= MOST_BEAMS:
        raise ValueError(f"beams is {beams}, but it must be between 1 (greedy) and {MOST_BEAMS:,}.")
    if stop not in STOPS:
        raise ValueError(f"`stop` is '{stop}'. Choose one of: {', '.join(STOPS)}.")
    if not 1 <= enough <= MOST_BEAMS:
        raise ValueError(
            f"`enough` is {enough}, but it must be between 1 and {MOST_BEAMS:,} finished hypotheses."
        )
    rule = Rule(beams, max_length, alpha, stop, enough, end, remembered=max(beams, enough))
    return search(model, source, Prompt(source, prompt), rule, banned)


def refuse_alpha(alpha: float) -> None:
    if not (alpha >= 0 and math.isfinite(alpha)):
        raise ValueError(
            f"alpha is {alpha}, but it must be a finite number and at least 0 (0 means no length normalisation). "
            "The total is divided by |y|^α, so a negative α would favour short sentences twice."
        )


@dataclass(frozen=True)
class Rule:
    """How many hypotheses continue, and when a sentence is done."""

    beams: int
    max_length: int
    alpha: float
    stop: str  # one of `STOPS`, or "all": only when no candidate is left
    enough: int
    end: int
    remembered: int  # number of finished hypotheses

    def done(self, best: Tensor, length: Tensor, complete: Complete) -> Tensor:
        """best (sentence,): the total of the best live hypothesis; length (sentence,): its length."""
        none_left = best == -torch.inf
        if self.stop == "all":
            return none_left
        worst = complete.score[:, self.enough - 1]  # −∞ if fewer are finished
        full = worst > -torch.inf
        if self.stop != "complete":
            # Totals only fall, and are divided by at most max_length^α: no live hypothesis can score higher.
            long = self.max_length if self.stop == "certain" else length.clamp_min(1)
            full &= best / long**self.alpha <= worst
        return full | none_left


@dataclass(frozen=True, eq=False)
class BeamStep(Step):
    """A step of `beam`, with the finished hypotheses after it."""

    rule: Rule
    prompt: Prompt = field(repr=False)
    complete: Complete = field(repr=False)
    done: Tensor  # (sentence,) bool: its search is over

    def answers(self) -> Answers:
        return self.complete.answers(self.path, self.prompt, self.rule.end)

    def reason(self, sentence: int, column: int) -> str:
        rank, k = column + 1, self.rule.beams
        fate = Fate(int(self.fate[sentence, column]))
        ended = int(self.token[sentence, column]) == self.rule.end
        if self.length[sentence] < 1:
            return "the prompt is still being read"
        if fate == Fate.ASIDE:
            return "ended: put aside" if ended else "maximum length: put aside"
        if fate == Fate.KEPT:
            return f"rank {rank}: kept" if rank <= k else f"rank {rank}: kept (another ended)"
        if self.total[sentence, column] == -torch.inf:
            return "not possible: probability 0"
        if ended:
            return f"ended, but rank {rank}: only the first {k} are put aside"
        worst = int(self.fate[sentence].nonzero().max())  # the last that was not pruned
        total = self.total[sentence]
        return (
            f"rank {rank}, pruned at {worst + 1}: {less(total[column].item(), total[worst].item())}"
        )


@torch.no_grad()
def search(
    model: Model, source: Tensor, prompt: Prompt, rule: Rule, banned: Sequence[int]
) -> Iterator[BeamStep]:
    """Yield the steps of `beam` and `exhaustive`."""
    batch = len(source)
    if not batch:
        return
    state, read, path = start_decoding(model, source), prompt.read, Path()
    live = torch.arange(batch, device=source.device)  # the unfinished sentences
    total = torch.zeros(batch, 1, device=source.device)  # (sentence, hypothesis)
    done = torch.zeros(batch, dtype=torch.bool, device=source.device)
    complete = Complete.none(batch, rule.remembered, source.device)
    for number in range(prompt.more + rule.max_length):
        log_p = forbid(state.log_probabilities(read), banned).unflatten(0, (len(live), -1))
        log_p = spread(log_p, live, batch)  # (sentence, hypothesis, vocabulary)
        parent, token, log_probability, ranked = candidates(log_p, total, rule.beams)
        length = prompt.length(number)
        writes = (length > 0)[:, None]  # (sentence, 1): False while a prompt is being read
        refuse_nothing_possible(ranked[:, 0], writes[:, 0] & ~done, number, ~complete.any())
        # Which of the candidates (sentence, candidate) are finished, and which continue?
        over = (token == rule.end) | (length >= rule.max_length)[:, None]
        aside = over & (ranked > -torch.inf) & writes
        aside[:, rule.beams :] = False
        total, kept = ranked.masked_fill(over, -torch.inf).sort(descending=True, stable=True)
        width = rule.beams
        if ranked.shape[1] <= width:  # nothing was pruned; keep only the possible candidates
            width = max(1, int((total > -torch.inf).sum(-1).max()))
        total, kept = total[:, :width], kept[:, :width]  # (sentence, hypothesis)
        goes_on = ((total > -torch.inf) & writes).long() * Fate.KEPT
        fate = torch.zeros_like(token).scatter(1, kept, goes_on).masked_fill(aside, Fate.ASIDE)
        path.extend(token, parent, kept)
        complete = complete.merged(ranked, aside, length, rule.alpha, number)
        origin, read = parent.gather(1, kept), token.gather(1, kept)
        if number < prompt.more:  # one hypothesis while the prompt is read
            only_first = torch.full_like(total, -torch.inf)
            only_first[:, 0] = 0
            total, origin = torch.where(writes, total, only_first), origin * writes
            read = torch.where(writes, read, prompt.next(number)[:, None])
        before, done = done, done | rule.done(total[:, 0], length, complete)
        seen = (log_p, parent, token, log_probability, ranked, fate, kept, length, path)
        yield BeamStep(number, *seen, rule, prompt, complete, done)
        if done.all():
            return
        total = total.masked_fill(done[:, None], -torch.inf)
        row = (~before).cumsum(0) - 1  # (sentence,) its row in the model
        live = (~done).nonzero()[:, 0]  # the finished ones are not computed again
        state.select((row[live, None] * log_p.shape[1] + origin[live]).flatten())
        read = read[live].reshape(-1, 1)


def spread(log_p: Tensor, live: Tensor, batch: int) -> Tensor:
    """log_p (live sentence, hypothesis, vocabulary) → (sentence, …); finished sentences get −∞."""
    if len(live) == batch:
        return log_p
    return log_p.new_full((batch, *log_p.shape[1:]), -torch.inf).index_copy(0, live, log_p)


def candidates(log_p: Tensor, total: Tensor, beams: int) -> tuple[Tensor, ...]:
    """log_p (sentence, hypothesis, vocabulary), total (sentence, hypothesis) → parent, token, its
    log-probability and the new total, each (sentence, candidate), the best first."""
    best, words = greatest(log_p, min(beams + 1, log_p.shape[-1]))  # (sentence, hypothesis, k + 1)
    ranked, order = (total[..., None] + best).flatten(1).sort(descending=True, stable=True)
    token, log_probability = (t.flatten(1).gather(1, order) for t in (words, best))
    return order // best.shape[-1], token, log_probability, ranked


def greatest(log_p: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """The `count` greatest values of each row, and their positions. Among equal values, which a typed table
    can have, the lower index comes first, as in `greedy`. Long rows come from a trained model and have no
    equal values; there, topk is faster than sorting."""
    if log_p.shape[-1] > 128:
        return log_p.topk(count)
    best, words = log_p.sort(descending=True, stable=True)
    return best[..., :count], words[..., :count]
