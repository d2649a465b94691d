"""The k best beginnings of a sentence, each one word longer, again and again: beam search."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from transformer.decoding.complete import Complete
from transformer.decoding.next_token import Model, begin
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
    """source (batch, source) → a generator of steps; `last(beam(…)).answers()` holds what was found.

    As on the slides: each of the k = `beams` hypotheses is gone on with by its best words, all of
    these are ranked by the sum of their log-probabilities, k of them go on, and one that writes END is
    put aside when it ranks among the first k. Answers are ordered by total / |y|^α, where |y| counts
    END and not the prompt: with α = 0 by the total, and the larger α, the more a long one is favoured.
    (Hugging Face calls α "length_penalty", although more of it punishes length less.)

    It stops at `max_length`, where what is then among the first k counts as complete, or earlier, when
    `enough` (k, if not given) are complete and
    - "complete": at once, as on the slides (Hugging Face: early_stopping=True);
    - "certain": no live hypothesis can still become one of them, however long it gets (Hugging Face:
      "never");
    - "likely": none would at its present length, which is a guess where α > 0 (False, Hugging Face's
      default).

    The slides take k words of each hypothesis, k² in all. Here they are k + 1, so that where one of
    them is END, k can still go on, as in Hugging Face's generate; on the slides the beam would become
    narrower. A beam wider than the vocabulary is as wide as there are candidates. Prompts (batch,
    prompt) may be of unequal length, PAD after the shorter ones; `banned` tokens are never written.
    """
    refuse_length(max_length)
    refuse_alpha(alpha)
    enough = beams if enough is None else enough
    refuse_part(beams=beams, enough=enough)
    if not 1 <= beams <= MOST_BEAMS:
        raise ValueError(f"beams is {beams}: a beam holds 1 hypothesis (greedy) to {MOST_BEAMS:,}")
    if stop not in STOPS:
        raise ValueError(f"stop is '{stop}'; choose one of {', '.join(STOPS)}")
    if not 1 <= enough <= MOST_BEAMS:
        raise ValueError(
            f"enough is {enough}: at least one hypothesis has to be complete, {MOST_BEAMS:,} at most"
        )
    rule = Rule(beams, max_length, alpha, stop, enough, end, remembered=max(beams, enough))
    return search(model, source, Prompt(source, prompt), rule, banned)


def refuse_alpha(alpha: float) -> None:
    if not (alpha >= 0 and math.isfinite(alpha)):
        raise ValueError(
            f"alpha is {alpha}: |y|^α divides the total, so α is 0 (no normalisation) or more; a "
            "negative one would favour short sentences twice"
        )


@dataclass(frozen=True)
class Rule:
    """How many go on, and when a sentence is done."""

    beams: int
    max_length: int
    alpha: float
    stop: str  # one of `STOPS`, or "all": only when nothing is left to try
    enough: int
    end: int
    remembered: int  # complete hypotheses

    def done(self, best: Tensor, length: Tensor, complete: Complete) -> Tensor:
        """best (sentence,): the total of the best live hypothesis; length (sentence,) of it."""
        none_left = best == -torch.inf
        if self.stop == "all":
            return none_left
        worst = complete.score[:, self.enough - 1]  # −∞ where not so many are complete
        full = worst > -torch.inf
        if self.stop != "complete":
            # A total only falls, and is divided by at most max_length^α: no live one gets above this.
            long = self.max_length if self.stop == "certain" else length.clamp_min(1)
            full &= best / long**self.alpha <= worst
        return full | none_left


@dataclass(frozen=True, eq=False)
class BeamStep(Step):
    """A step of `beam`, with what is complete after it."""

    rule: Rule
    prompt: Prompt = field(repr=False)
    complete: Complete = field(repr=False)
    done: Tensor  # (sentence,) bool: nothing more is tried for it

    def answers(self) -> Answers:
        return self.complete.answers(self.path, self.prompt, self.rule.end)

    def reason(self, sentence: int, column: int) -> str:
        rank, k = column + 1, self.rule.beams
        fate = Fate(int(self.fate[sentence, column]))
        ended = int(self.token[sentence, column]) == self.rule.end
        if self.length[sentence] < 1:
            return "the prompt is still read"
        if fate == Fate.ASIDE:
            return "ended: put aside" if ended else "as long as allowed: put aside"
        if fate == Fate.KEPT:
            return f"rank {rank}: kept" if rank <= k else f"rank {rank}: kept, as another ended"
        if self.total[sentence, column] == -torch.inf:
            return "not possible: probability 0"
        if ended:
            return f"ended, but rank {rank}: only the first {k} are put aside"
        worst = int(self.fate[sentence].nonzero().max())  # the last that was not cut
        total = self.total[sentence]
        return f"rank {rank}, cut at {worst + 1}: {less(total[column].item(), total[worst].item())}"


@torch.no_grad()
def search(
    model: Model, source: Tensor, prompt: Prompt, rule: Rule, banned: Sequence[int]
) -> Iterator[BeamStep]:
    """The steps of `beam`, and of `exhaustive`."""
    batch = len(source)
    if not batch:
        return
    state, read, path = begin(model, source), prompt.read, Path()
    live = torch.arange(batch, device=source.device)  # the sentences that are still written
    total = torch.zeros(batch, 1, device=source.device)  # (sentence, hypothesis)
    done = torch.zeros(batch, dtype=torch.bool, device=source.device)
    complete = Complete.none(batch, rule.remembered, source.device)
    for number in range(prompt.more + rule.max_length):
        log_p = forbid(state.log_probabilities(read), banned).unflatten(0, (len(live), -1))
        log_p = spread(log_p, live, batch)  # (sentence, hypothesis, vocabulary)
        parent, token, log_probability, ranked = candidates(log_p, total, rule.beams)
        length = prompt.length(number)
        writes = (length > 0)[:, None]  # (sentence, 1): not those whose prompt goes on
        refuse_nothing_possible(ranked[:, 0], writes[:, 0] & ~done, number, ~complete.any())
        # Which of the candidates (sentence, candidate) are complete, and which go on?
        over = (token == rule.end) | (length >= rule.max_length)[:, None]
        aside = over & (ranked > -torch.inf) & writes
        aside[:, rule.beams :] = False
        total, kept = ranked.masked_fill(over, -torch.inf).sort(descending=True, stable=True)
        width = rule.beams
        if ranked.shape[1] <= width:  # nothing was cut; then no more than are possible
            width = max(1, int((total > -torch.inf).sum(-1).max()))
        total, kept = total[:, :width], kept[:, :width]  # (sentence, hypothesis)
        goes_on = ((total > -torch.inf) & writes).long() * Fate.KEPT
        fate = torch.zeros_like(token).scatter(1, kept, goes_on).masked_fill(aside, Fate.ASIDE)
        path.extend(token, parent, kept)
        complete = complete.merged(ranked, aside, length, rule.alpha, number)
        origin, read = parent.gather(1, kept), token.gather(1, kept)
        if number < prompt.more:  # whoever reads has one hypothesis, whatever its words cost
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
        row = (~before).cumsum(0) - 1  # (sentence,) where the model has it
        live = (~done).nonzero()[:, 0]  # the others are read no further
        state.select((row[live, None] * log_p.shape[1] + origin[live]).flatten())
        read = read[live].reshape(-1, 1)


def spread(log_p: Tensor, live: Tensor, batch: int) -> Tensor:
    """log_p (live sentence, hypothesis, vocabulary) → (sentence, …): all others have nothing to say."""
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
    """The `count` greatest of each row, and where they stand. Of equal ones, which a typed table has, the
    one with the lower number comes first, as in `greedy`; in long rows, which are a trained model's,
    there are none, and finding the greatest without sorting all is quicker."""
    if log_p.shape[-1] > 128:
        return log_p.topk(count)
    best, words = log_p.sort(descending=True, stable=True)
    return best[..., :count], words[..., :count]
