"""A table of published scores as a plot: for each system, with its citation, BLEU and training cost.

These numbers are cited, not measured: the caller hands them over.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.published_scores import words as say


def published_scores(
    systems: Sequence, pairs: Sequence[str], table: str, verdicts: Sequence[str] = ()
) -> Figure:
    """`systems` have name, cited, transformer, and for each pair of languages bleu and flops, or None;
    `verdicts` says what the table says of each pair. Opens with the last pair."""

    def array(field: str, what: str) -> Array:
        rows = [[np.nan if v is None else v for v in getattr(one, field)] for one in systems]
        return Array(np.array(rows, np.float32), "system pair", f"{table}: {what}")

    header = {
        "title": say.TITLE,
        "pairs": list(pairs),
        "systems": [
            {"name": one.name, "cited": one.cited, "transformer": one.transformer}
            for one in systems
        ],
        "verdicts": list(verdicts) or [""] * len(pairs),
        "words": say.WORDS | {"origin": say.WORDS["origin"].format(table=table)},
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"pair": len(pairs) - 1},
    }
    arrays = {"bleu": array("bleu", "BLEU"), "flops": array("flops", "training cost, FLOPs")}
    return Figure("published_scores", header, arrays)


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Which pair of languages, counted from 0."""
    pair, count = start["pair"], len(figure.header["pairs"])
    if type(pair) is not int or not 0 <= pair < count:
        raise ValueError(f"pair must be a whole number from 0 to {count - 1}, got {pair!r}")
    return start


def ranked(figure: Figure, pair: int) -> list[int]:
    """The systems that have a score for this pair, the best first."""
    scores = figure.arrays["bleu"].values[:, pair]
    return [int(n) for n in np.argsort(-scores) if not np.isnan(scores[n])]
