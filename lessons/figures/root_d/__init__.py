"""Why scores are divided by √d_k: what a softmax makes of scores from longer and longer vectors."""

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import number, power
from lessons.figures.panels import by, choice, curve, curves, heights, picture, row, tells, text
from lessons.figures.root_d import words as say
from transformer.measure.attention import root_d as measure

NUMBERS = ("variance", "entropy", "largest", "gradient")
WAYS = ("plain", "divided")
LARGE = 32  # from this d_k on a row is all but decided
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
    sizes = [str(size) for size in measure.SIZES]
    choices = [
        choice("size", say.SIZE, sizes, values=measure.SIZES, control="slider", keys="←→", opens=64)
    ]
    gradients = {way: [_gradient(getattr(draw, way).gradient) for draw in draws] for way in WAYS}
    told = [
        (say.SMALL if draw.d_k < LARGE else say.LARGE).format(gradient=plain, divided=divided)
        for draw, plain, divided in zip(draws, *gradients.values(), strict=True)
    ]

    def half(way: str) -> list:
        most = f"{np.log(measure.KEYS):.2f}"
        lines = (say.VARIANCE, say.ENTROPY.format(most=most), say.LARGEST)
        return [
            text(say.WEIGHTS.format(way=say.WAYS[way]), "label"),
            heights(f"{way}.weights[size, :]"),
            *(text(line, value=f"{way}.{name}[size]:2") for line, name in zip(lines, NUMBERS, strict=False)),
            tells(text(by("size", [say.GRADIENT.format(gradient=one) for one in gradients[way]]))),
        ]  # fmt: skip

    chart = [
        curve("plain.exponent[:]", say.WAYS["plain"], "negative"),
        curve("divided.exponent[:]", say.WAYS["divided"], "weight", dash="5 4"),
    ]
    panels = [
        tells(text(by("size", told), "verdict", variance="plain.variance[size]:0", largest="plain.largest[size]:2")),
        row(half("plain"), half("divided")),
        tells(curves(say.CHART, chart, range(len(sizes)), say.POWER, choose="size", powers=True)),
        text(say.DECK, "caption"),
        text(say.CITED.format(rows=measure.ROWS, keys=measure.KEYS, seed=measure.SEED), "caption"),
    ]  # fmt: skip
    return picture("root_d", say.TITLE, choices, panels, arrays, plays="size", pace=1100)


def _gradient(value: float) -> str:
    """Four decimals, or a power of ten where they would hold little."""
    exponent = np.log10(value)
    return number(value) if exponent > -3 else power(round(exponent))
