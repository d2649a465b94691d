"""The k best beginnings of a sentence, each one word longer, again and again: beam search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from torch import Tensor

from transformer.decoding.greedy import NEVER
from transformer.decoding.step import Answers, Step
from transformer.vocabulary import END

STOPS = ("complete", "certain", "likely")


@dataclass(frozen=True, eq=False)
class BeamStep(Step):
    """A step of `beam`, with what is complete after it."""

    beams: int
    alpha: float
    done: Tensor  # (sentence,) bool: nothing more is tried for it

    def answers(self) -> Answers:
        raise NotImplementedError


def beam(
    model,
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
) -> Iterator[BeamStep]:
    """source (batch, source) → a generator of steps; `last(beam(…)).answers()` holds what was found.

    As on the slides: each of the k = `beams` hypotheses is gone on with by its best words, all of
    these are ranked by the sum of their log-probabilities, k of them go on, and one that writes END is
    put aside when it ranks among the first k. Answers are ordered by total / |y|^α, where |y| counts END
    and not the prompt: with α = 0 by the total, and the larger α, the more a long one is favoured.

    It stops at `max_length`, where what is then among the first k counts as complete, or earlier,
    when `enough` (k, if not given) are complete and
    - "complete": at once, as on the slides (Hugging Face: early_stopping=True);
    - "certain": when no live hypothesis can still be one of the best, however long it gets
      (Hugging Face: "never");
    - "likely": when none would be at its present length, which is a guess where α > 0 (False, Hugging
      Face's default).

    The slides take k words of each hypothesis, k² in all. Here they are k + 1 each, so that where one
    is END, k others can still go on, as in Hugging Face's generate: on the slides the beam would
    become narrower. A beam wider than the vocabulary is as wide as there are candidates.
    """
    raise NotImplementedError
