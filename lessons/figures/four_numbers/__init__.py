"""LayerNorm of four numbers, one step a row; with the right σ, and with those that two decks print."""

from typing import Any

import numpy as np
import torch

from lessons.figures.four_numbers import words as say
from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from transformer.measure.stream.four_numbers import BETA, DIVISORS, GAMMA, VECTORS, steps

WIDE = ("x", "centred", "squares", "divided", "output")  # four numbers each; the others are one
ALONE = ("mean", "divisor", "spread")
STEPS = "transformer.measure.stream.four_numbers.steps"


def four_numbers() -> Figure:
    """All vectors, all three divisors, all steps."""
    found = [[steps(torch.tensor(v), rule) for rule in DIVISORS] for v in VECTORS.values()]
    arrays = {
        name: Array(_stacked(found, name), "vector rule number", "given", STEPS) for name in WIDE
    }
    arrays |= {name: Array(_stacked(found, name), "vector rule", "given", STEPS) for name in ALONE}
    header = {
        "title": say.TITLE,
        "vectors": list(VECTORS),
        "rules": [{"name": name, **say.RULES[name]} for name in DIVISORS],
        "steps": say.STEPS,
        "gamma": GAMMA.tolist(),
        "beta": BETA.tolist(),
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"vector": 1, "rule": 1, "step": 1},
    }
    return Figure("four_numbers", header, arrays)


def _stacked(found: list, name: str) -> np.ndarray:
    return np.array([[one[name].tolist() for one in rules] for rules in found], np.float32)


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check vector, rule and step, counted from 1 as on screen."""
    counts = {name: len(figure.header[f"{name}s"]) for name in ("vector", "rule", "step")}
    for name, most in counts.items():
        if type(start[name]) is not int or not 1 <= start[name] <= most:
            raise ValueError(f"{name} must be a whole number from 1 to {most}, got {start[name]!r}")
    return start
