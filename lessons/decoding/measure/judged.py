"""Greedy or beam search, right or wrong, and the kind of error: search error or model error?

    python -m lessons.decoding.measure.judged

prints the counts for all held-out sentences of a model that was stopped early.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lessons.decoding.measure.searching import Prefix, error_kind
from transformer import weights
from transformer.decoding import beam, greedy, last
from transformer.decoding.next_token import log_probability
from transformer.objectives.batch import Batch
from transformer.runs.commands import command
from transformer.tasks import Example
from transformer.vocabulary import PAD
from transformer.weights import Trained

MODEL = "english_french_early"
AT_ONCE = 250  # sentences


@dataclass(frozen=True)
class Judged:
    """The greedy output, the beam's output and the correct answer, each with its log p."""

    greedy: Prefix
    beam: Prefix  # what beam search found
    right: Prefix
    totals: tuple[float, float, float]  # of the three

    @property
    def error(self) -> str:
        """The kind of error, as in `searching.error_kind`."""
        return error_kind(self.beam, self.right, *self.totals[1:])


def judge(trained: Trained, examples: Sequence[Example], beams: int = 5) -> list[Judged]:
    """Decode each sentence greedily and with a beam, and return both outputs and the correct answer with the
    log p of all three, in the order of the examples."""
    judged = []
    for start in range(0, len(examples), AT_ONCE):
        some = examples[start : start + AT_ONCE]
        batch = Batch.from_examples(some, trained.source_vocabulary, trained.target_vocabulary)
        answers = last(beam(trained.model, batch.source, beams)).answers()
        texts = (greedy(trained.model, batch.source), answers.best(), batch.target[:, 1:])
        totals = [log_probability(trained.model, batch.source, text).tolist() for text in texts]
        rows = zip(*map(_prefixes, texts), zip(*totals, strict=True), strict=True)
        judged += [Judged(*row) for row in rows]
    return judged


def fixed_by_beam(judged: Sequence[Judged]) -> list[int]:
    """Return the sentences that are wrong with greedy decoding and right with the beam."""
    return [n for n, result in enumerate(judged) if result.greedy != result.right == result.beam]


def spoiled_by_beam(judged: Sequence[Judged]) -> list[int]:
    """Return the sentences that are right with greedy decoding and wrong with the beam."""
    return [n for n, result in enumerate(judged) if result.greedy == result.right != result.beam]


def is_more_probable(result: Judged) -> bool:
    """Return whether the beam found another answer to which the model gives a higher probability."""
    return result.beam != result.greedy and result.totals[1] > result.totals[0]


def error_counts(judged: Sequence[Judged]) -> dict[str, int]:
    """Count the sentences of each kind."""
    errors = Counter(result.error for result in judged)
    return {
        "sentences": len(judged),
        "greedy right": sum(result.greedy == result.right for result in judged),
        "beam right": errors[""],
        "rescued by the beam": len(fixed_by_beam(judged)),
        "lost by the beam": len(spoiled_by_beam(judged)),
        "another answer found, with a higher total": sum(map(is_more_probable, judged)),
        "search errors": errors["search"],
        "model errors": errors["model"],
    }


def _prefixes(tokens: Tensor) -> list[Prefix]:
    """tokens (sentence, token), PAD after the last → the tokens of each sentence."""
    return [tuple(t for t in row if t != PAD) for row in tokens.tolist()]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m lessons.decoding.measure.judged")
    parser.add_argument("name", nargs="?", default=MODEL, help="name of a translation model")
    parser.add_argument("--beams", type=int, default=5)
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    trained = weights.load(options.name)
    judged = judge(trained, trained.task.held_out, options.beams)
    for title, count in error_counts(judged).items():
        print(f"{title:42} {count:5}")


if __name__ == "__main__":
    with command("judged"):
        main()
