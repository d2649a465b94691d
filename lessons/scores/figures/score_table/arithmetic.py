"""The arithmetic of each score of an item as text: every number in it is given."""

from torch import Tensor

from lessons.figures.kit.numbers import rounded
from lessons.scores.measure import score_zoo as zoo


def number(value: float) -> str:
    return rounded(value, 6)


def vector(values: Tensor) -> str:
    return f"({', '.join(number(value) for value in values.tolist())})"


def products(left: Tensor, right: Tensor) -> str:
    """Return a dot product as text: "1·0 + 2·1"."""
    pairs = zip(left.tolist(), right.tolist(), strict=True)
    return " + ".join(f"{number(a)}·{signed(b)}" for a, b in pairs)


def signed(value: float) -> str:
    return f"({number(value)})" if value < 0 else number(value)


def dot(way: zoo.Way) -> list[str]:
    return [products(way.query[0], key) for key in way.keys]


def general(way: zoo.Way) -> list[str]:
    return [products((way.query @ zoo.W)[0], key) for key in way.keys]  # (qᵀ W) · k


def additive(way: zoo.Way) -> list[str]:
    q, keys = (zoo.W_1 @ way.query[0]).tolist(), (way.keys @ zoo.W_2.T).tolist()
    return [
        " + ".join(
            f"{number(weight)}·tanh({number(a)} + {signed(b)})"
            for weight, a, b in zip(zoo.v.tolist(), q, key, strict=True)
        )
        for key in keys
    ]


def location(way: zoo.Way) -> list[str]:
    return [products(way.query[0], row) for row in zoo.W_place]


TERMS = {
    "parameter_free": dot,
    "dot": dot,
    "scaled": lambda way: [f"({terms}) ÷ √3" for terms in dot(way)],
    "general": general,
    "concat": additive,  # W times the concatenation of q and k is W₁ q + W₂ k
    "additive": additive,
    "location": location,
}
