"""BLEU of one sentence, step by step: clipped n-grams, their precisions, brevity, the product."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.figures.bleu_parts import words as say
from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import cut, visible
from transformer.objectives.bleu import bleu

MOST_WORDS = 60
HERE = "transformer.objectives.bleu.bleu"


def bleu_parts(
    written: Sequence[str], references: Sequence[Sequence[str]], smoothing: str = "exp"
) -> Figure:
    """`written` and each of `references` are the words of one sentence.

    Raises ValueError for an empty or too long sentence, and for one without a reference.
    """
    for sentence in (written, *references):
        if not 1 <= len(sentence) <= MOST_WORDS:
            raise ValueError(
                f"{' '.join(sentence)!r} has {len(sentence)} words; this picture takes 1 to {MOST_WORDS}"
            )
    found = bleu([written], [references], smoothing=smoothing)
    header = {
        "title": say.TITLE.format(text=cut(" ".join(written), 60)),
        "written": [visible(word) for word in written],
        "references": [[visible(word) for word in one] for one in references],
        "orders": [
            {
                "length": order.length,
                "matched": order.matched,
                "written": order.written,
                "grams": [_gram(gram, written, references) for gram in order.sentences[0]],
            }
            for order in found.orders
        ],
        "lengths": {"written": found.written, "right": found.right},
        "brevity": found.brevity,
        "score": found.score,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"length": 1, "gram": 0},
    }
    precisions = np.array(found.precisions, dtype=np.float32)
    return Figure("bleu_parts", header, {"precisions": Array(precisions, "order", HERE)})


def _gram(gram, written, references) -> dict[str, Any]:
    """An n-gram, how often it counts, and at which words it begins."""
    return {
        "text": " ".join(visible(word) for word in gram.ngram),
        "written": gram.written,
        "allowed": gram.allowed,
        "counted": gram.counted,
        "at": _starts(gram.ngram, written),
        "references": [_starts(gram.ngram, one) for one in references],
    }


def _starts(gram: tuple[str, ...], words: Sequence[str]) -> list[int]:
    return [n for n in range(len(words)) if tuple(words[n : n + len(gram)]) == gram]


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """The length of the n-grams, 1 to 4, and which of them is looked at, counted from 0."""
    orders = figure.header["orders"]
    length, gram = start["length"], start["gram"]
    if type(length) is not int or not 1 <= length <= len(orders):
        raise ValueError(f"length must be a whole number from 1 to {len(orders)}, got {length!r}")
    most = max(0, len(orders[length - 1]["grams"]) - 1)
    if type(gram) is not int or not 0 <= gram <= most:
        raise ValueError(f"gram must be a whole number from 0 to {most}, got {gram!r}")
    return start
