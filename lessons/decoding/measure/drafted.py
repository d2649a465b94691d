"""A text that two models write, position by position: the draft tokens, whether each was accepted, and the
three distributions.

    python -m lessons.decoding.measure.drafted

counts the saved calls over many texts, and `--out lessons/decoding/drafted.json` stores the counts for the
page.
"""

import argparse
import json
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from operator import attrgetter
from pathlib import Path

import torch
from torch import Tensor

from lessons.decoding.measure.next_words import source_and_prompt
from transformer import weights
from transformer.decoding import NGram, speculative
from transformer.decoding.next_token import Model
from transformer.decoding.speculative import Round, check
from transformer.runs.commands import command
from transformer.vocabulary import PAD
from transformer.weights import Trained

ORDER = 5  # of the n-gram draft model: the next token from the four before it
MODEL, AHEAD, TEXTS = "language_model", 8, 100


def ngram_draft(trained: Trained, order: int = ORDER) -> NGram:
    """Count the n-grams in the training text of a language model; they are its draft model."""
    words = trained.target_vocabulary
    return NGram([words.encode(e.target) for e in trained.task.train], len(words), order)


@dataclass(frozen=True)
class Position:
    """One position of one round. `outcome`: "accepted", "refused" (rejected), "more" (all were accepted, and
    the target model adds one token without another call), "unread" (discarded, because it follows a rejection
    or an end)."""

    outcome: str
    drafted: int | None  # None: "more"
    written: int | None  # None: "unread"
    acceptance: float  # probability of being accepted, min(1, p/q); NaN where nothing was drafted
    u: float  # the random number: accepted where u < acceptance
    p: Tensor  # (vocabulary,) the target's distribution
    q: Tensor  # (vocabulary,) the draft's distribution; all 0 where nothing was drafted
    residual: Tensor  # (vocabulary,) sampled from after a rejection: max(0, p − q), renormalized


def draft_rounds(
    trained: Trained,
    draft: Model,
    ids: Sequence[int],
    ahead: int = 8,
    seed: int = 0,
    most: int = 60,
) -> list[list[Position]]:
    """Return the rounds that continue `ids` by at most `most` tokens; each is one call of the target model."""
    source, prompt = source_and_prompt(trained, ids)
    rounds = speculative(trained.model, draft, source, ahead, most, prompt, seed=seed)
    return [_positions(made) for made in rounds]


def _positions(made: Round) -> list[Position]:
    p, written = made.target[0], [t for t in made.written[0].tolist() if t != PAD]
    guesses, accepted = made.drafted[0].tolist(), int(made.accepted[0])
    _, residual = check(made.target[:1], made.draft[:1], made.drafted[:1])  # (1, k + 1, vocabulary)
    positions = []
    for n, guess in enumerate(guesses):
        outcome = "accepted" if n < accepted else "refused" if n < len(written) else "unread"
        new = written[n] if n < len(written) else None
        drawn = (made.acceptance[0, n].item(), made.u[0, n].item())
        positions.append(
            Position(outcome, guess, new, *drawn, p[n], made.draft[0, n], residual[0, n])
        )
    if len(written) > len(guesses):
        nothing = (math.nan, math.nan, p[-1], torch.zeros_like(p[-1]), p[-1])
        positions.append(Position("more", None, written[-1], *nothing))
    return positions


# ---- over many texts ----------------------------------------------------------------------------
@dataclass(frozen=True)
class Tally:
    """The counts of one text: draft tokens accepted and checked, tokens written, and calls of the target model."""

    accepted: int
    checked: int
    symbols: int
    calls: int

    @classmethod
    def of(cls, rounds: Sequence[Sequence[Position]]) -> "Tally":
        outcomes = [position.outcome for round_ in rounds for position in round_]
        accepted, refused, more = map(outcomes.count, ("accepted", "refused", "more"))
        return cls(accepted, accepted + refused, accepted + refused + more, len(rounds))

    @property
    def share(self) -> float:
        return self.accepted / max(1, self.checked)

    @property
    def rate(self) -> float:
        """Tokens per call of the target model; 1 without a draft."""
        return self.symbols / self.calls


def total_tally(tallies: Sequence[Tally]) -> Tally:
    return Tally(*map(sum, zip(*map(astuple, tallies), strict=True)))


def middle_80_percent(
    tallies: Sequence[Tally], value: Callable[[Tally], float]
) -> tuple[float, float]:
    """Return the interval that contains the value of 80% of the texts."""
    tenths = statistics.quantiles(map(value, tallies), n=10, method="inclusive")
    return tenths[0], tenths[-1]


def tally(
    trained: Trained, draft: Model, number: int, texts: int = TEXTS, ahead: int = AHEAD
) -> Tally:
    """Return the counts of text `number` out of `texts`: the model continues the first third of a held-out
    line, with the number as seed. The lines are spread evenly over the held-out set."""
    lines = trained.task.held_out
    line = lines[number * len(lines) // texts].target
    begun = trained.target_vocabulary.encode(line[: max(1, len(line) // 3)])
    return Tally.of(draft_rounds(trained, draft, begun, ahead, number))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m lessons.decoding.measure.drafted")
    parser.add_argument("--texts", type=int, default=TEXTS)
    parser.add_argument("--out", type=Path, help="file in which the counts of each text are saved")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    trained = weights.load(MODEL)
    draft = ngram_draft(trained)
    tallies = [tally(trained, draft, n, options.texts) for n in range(options.texts)]
    for title, value in (
        ("accepted", attrgetter("share")),
        ("tokens per call", attrgetter("rate")),
    ):
        low, high = middle_80_percent(tallies, value)
        print(
            f"{title:16}{value(total_tally(tallies)):6.3f}   for 80% of the texts {low:.3f} to {high:.3f}"
        )
    if options.out:
        options.out.write_text(
            json.dumps([astuple(counts_of_text) for counts_of_text in tallies]) + "\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    with command("drafted"):
        main()
