"""Why scores are divided by √d_k: the softmax of scores from longer and longer vectors."""

from collections.abc import Sequence

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import number, power
from lessons.figures.panels import (
    by,
    choice,
    curve,
    curves,
    heights,
    picture,
    reveals_answer,
    row,
    text,
)
from lessons.scores.figures.root_d import words as say
from lessons.scores.measure import root_d as measure

NUMBERS = ("variance", "entropy", "largest", "median", "mean", "jacobian", "query")
WAYS = ("plain", "divided")
LARGE = 32  # from this d_k on, a row is almost one-hot
SOURCE = "lessons.scores.measure.root_d.sample_draws"


def root_d() -> Figure:
    """Return the figure for both ways and every size: the numbers, and the weights of one row."""
    draws, arrays = measure.sample_draws(), {}
    for way in WAYS:
        rows = [getattr(draw, way) for draw in draws]
        for name in NUMBERS:
            values = np.array([getattr(row, name) for row in rows], np.float32)
            arrays[f"{way}.{name}"] = Array(values, "size", "scores", SOURCE)
        weights = np.stack([np.sort(row.weights.numpy())[::-1] for row in rows]).astype(np.float32)
        arrays[f"{way}.weights"] = Array(weights, "size key", "scores", f"{SOURCE}: sorted")
    sizes = [str(size) for size in measure.SIZES]
    choices = [
        choice("size", say.SIZE, sizes, values=measure.SIZES, control="slider", keys="←→", opens=64)
    ]
    verdicts = [
        (say.SMALL if draw.d_k < LARGE else say.LARGE).format(ratio=_ratio(draw)) for draw in draws
    ]
    numbers = {"variance": "plain.variance[size]:0", "largest": "plain.largest[size]:2"}
    chart = [
        curve("plain.query[:]", say.WAYS["plain"], "negative"),
        curve("divided.query[:]", say.WAYS["divided"], "weight", dash="5 4"),
    ]
    cited = {"rows": measure.ROWS, "keys": measure.KEYS, "seed": measure.SEED, "d_v": measure.D_V}
    panels = [
        reveals_answer(text(by("size", verdicts), "verdict", **numbers)),
        row(*(_half(way, draws) for way in WAYS)),
        reveals_answer(curves(say.CHART, chart, range(len(sizes)), say.POWER, choose="size")),
        reveals_answer(text(say.DECK, "caption")),
        text(say.CITED.format(**cited), "caption"),
    ]
    return picture("root_d", say.TITLE, choices, panels, arrays, plays="size", pace=1100)


def _half(way: str, draws: Sequence[measure.Draw]) -> list:
    """Return the panels of unscaled or scaled scores."""
    medians = [_power(getattr(draw, way).median) for draw in draws]
    back = (
        text(line, value=f"{way}.{name}[size]:{4 if name == 'mean' else 2}")
        for name, line in say.BACK.items()
    )
    return [
        text(say.WEIGHTS.format(way=say.WAYS[way]), "label"),
        heights(f"{way}.weights[size, :]"),
        *(text(line, value=f"{way}.{name}[size]:2") for name, line in say.MEASURES.items()),
        reveals_answer(text(by("size", [say.MEDIAN.format(median=median) for median in medians]))),
        *map(reveals_answer, back),
    ]


def _ratio(draw: measure.Draw) -> str:
    """Return how much larger the gradient at the query is without the division."""
    return f"{draw.plain.query / draw.divided.query:.1f}"


def _power(value: float) -> str:
    """Return four decimals, or a power of ten for small numbers."""
    exponent = np.log10(value)
    return number(value) if exponent > -3 else power(round(exponent))
