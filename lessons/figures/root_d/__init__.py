"""Why scores are divided by √d_k: what a softmax makes of scores from longer and longer vectors."""

from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.root_d import words as say
from transformer.measure.attention import root_d as measure

NUMBERS = ("variance", "entropy", "largest", "gradient")
WAYS = ("plain", "divided")
SOURCE = "transformer.measure.attention.root_d.drawn"


def root_d() -> Figure:
    """Both ways for every size: the numbers, and the weights of one row."""
    draws, arrays = measure.drawn(), {}
    for way in WAYS:
        rows = [getattr(draw, way) for draw in draws]
        for name in NUMBERS:
            values = np.array([getattr(row, name) for row in rows], np.float32)
            arrays[f"{way}.{name}"] = Array(values, "size", "scores", SOURCE)
        exponents = np.log10(np.array([row.gradient for row in rows])).astype(np.float32)
        arrays[f"{way}.exponent"] = Array(exponents, "size", "scores", f"{SOURCE}: log10 gradient")
        weights = np.stack([np.sort(row.weights.numpy())[::-1] for row in rows]).astype(np.float32)
        arrays[f"{way}.weights"] = Array(weights, "size key", "scores", f"{SOURCE}: sorted")
    header = {
        "title": say.TITLE,
        "sizes": list(measure.SIZES),
        "most": float(np.log(measure.KEYS)),
        "words": say.WORDS
        | {"cited": say.CITED.format(rows=measure.ROWS, keys=measure.KEYS, seed=measure.SEED)},
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"size": 64},
    }
    return Figure("root_d", header, arrays)


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check the size of the vectors."""
    if start["size"] not in (sizes := figure.header["sizes"]):
        raise ValueError(f"size must be one of {', '.join(map(str, sizes))}, got {start['size']!r}")
    return start
