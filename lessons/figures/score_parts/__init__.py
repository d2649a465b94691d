"""A score of the first encoder layer as a sum of four: words and places of the query and of the key.

The four come from `transformer.measure.attention.score_parts`, the real scores from the same model's own forward pass.
"""

import math
from typing import Any

import numpy as np
import torch

from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice, opening
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.figures.score_parts import words as say
from lessons.kit.reading import Reading, reading_of
from transformer.measure.attention.score_parts import (
    PARTS,
    SCALED,
    most_by_position,
    score_parts,
    scores,
    spread_along_rows,
)
from transformer.weights import Trained

MAPS = (*PARTS, "sum", "scaled")
MOST_WORDS = 24


def score_parts_map(trained: Trained, text: str | Reading) -> Figure:
    """The four maps, their sum and the model's scores on one sentence.

    Raises ValueError for an empty or too long sentence, and for a layer that cannot be taken apart.
    """
    reading = reading_of(trained, text, MOST_WORDS)
    words = reading.words
    source = torch.tensor([reading.ids])  # (1, word)
    found = score_parts(trained.model, source)
    parts = {name: part[0] for name, part in found.items()}
    real, line = scores(trained.model, source)
    real = real[0]  # (head, query, key)
    total = sum(parts.values())  # (head, query, key)
    spread = spread_along_rows(found)
    where = "transformer.measure.attention.score_parts.score_parts"
    axes, named = (
        "head query key",
        dict.fromkeys(("query", "key"), labels(words, reading.is_unknown)),
    )
    arrays = {n: Array(p.numpy(), axes, SCALED, where, named) for n, p in parts.items()}
    arrays["sum"] = Array(total.numpy(), axes, SCALED, f"{where}, added up", named)
    arrays["scaled"] = Array(real.numpy(), axes, SCALED, labels=named)
    about = f"{where}: standard deviation over the keys, mean over the queries"
    arrays["spread"] = Array(spread.numpy(), "head part", SCALED, about)
    head = most_by_position(spread)
    row, column = divmod(int(parts["position–position"][head].abs().argmax()), len(words))
    difference = float((total - real).abs().max())
    header = {
        "title": say.TITLE.format(sentence=" ".join(words)),
        "labels": named["key"],
        "maps": [{"name": name, **say.MAPS[name]} for name in MAPS],
        "heads": len(real),
        "difference": difference,
        "pre": trained.model.config.norm_order == "pre",
        "line": f"{line.file}:{line.number}  {line.code}",
        "origin": say.ORIGIN.format(model=trained.name, layers=trained.model.config.encoder_layers),
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **opening(
            choice(
                "map",
                labels=len(MAPS),
                values=[*MAPS],
                numbered=True,
                keys="←→",
                opens="position–position",
            ),
            choice("head", labels=len(real), keys="h", opens=head + 1),
            choice("row", labels=len(words), keys="⇧↑↓", opens=row + 1),
            choice("column", labels=len(words), keys="⇧←→", opens=column + 1),
        ),
    }
    return Figure("score_parts", header, arrays)


def recompute(figure: Figure, head: int, row: int, column: int) -> dict[str, Any]:
    """The four numbers of a cell added in float64, and how far the model's own score is from it."""
    asked = {"head": head, "row": row, "column": column}
    figure.at(**asked)
    at = (head - 1, row - 1, column - 1)
    again = math.fsum(float(figure.arrays[name].values[at]) for name in PARTS)
    difference = abs(again - float(figure.arrays["scaled"].values[at]))
    size = max(float(np.abs(figure.arrays[name].values[at])) for name in PARTS)
    return {
        "cell": asked,
        "value": again,
        "difference": difference,
        "same": difference <= 1e-5 * max(1.0, size),
        "shown_value": f"{again:.6g}",
        "shown_difference": f"{difference:.2g}" if difference else "0.0",
    }
