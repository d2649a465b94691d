"""LayerNorm of four numbers, one step per row, with the right σ and those that two decks print."""

import math

import numpy as np
import torch

from lessons.block.figures.four_numbers import words as say
from lessons.block.measure.four_numbers import BETA, DIVISORS, GAMMA, VECTORS, steps
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import rounded
from lessons.figures.panels import by, choice, lines, picture, reveals_answer, text

WIDE = ("x", "centred", "squares", "divided", "output")  # four numbers each; the others are one
ALONE = ("mean", "divisor", "spread")
DIVIDED = {"step": 6}  # shows the effect of the divisor
STEPS = "lessons.block.measure.four_numbers.steps"


def four_numbers() -> Figure:
    """Build the figure of all vectors, all three divisors and all steps."""
    by_vector = [[steps(torch.tensor(v), rule) for rule in DIVISORS] for v in VECTORS.values()]
    arrays = {
        name: Array(_stacked(by_vector, name), "vector rule number", "given", STEPS)
        for name in WIDE
    }
    arrays |= {
        name: Array(_stacked(by_vector, name), "vector rule", "given", STEPS) for name in ALONE
    }
    rules = [say.RULES[name] for name in DIVISORS]
    choices = [
        choice("vector", say.VECTOR, [*VECTORS], keys="v"),
        choice("rule", say.RULE, [rule["button"] for rule in rules], keys="↑↓", leads=DIVIDED),
        choice("step", say.STEP, [*say.STEPS], control="step", keys="←→"),
    ]
    sigma = by("rule", [rule["formula"] for rule in rules])
    shown = [
        (sigma if name == "divisor" else label, f"{name}[vector, rule{', :' * (name in WIDE)}]")
        for name, (label, _) in say.STEPS.items()
    ]
    divided = by("step", [name in ("divided", "output") for name in say.STEPS])
    panels = [
        reveals_answer(lines(shown, "step"), divided),
        reveals_answer(text(by("step", _step_texts(arrays["spread"].values)), "told"), divided),
    ]
    panels.append(text(by("rule", [rule["who"] for rule in rules]), "caption"))
    return picture("four_numbers", say.TITLE, choices, panels, arrays, plays="step", pace=1700)


def _stacked(by_vector: list, name: str) -> np.ndarray:
    return np.array(
        [[rule_steps[name].tolist() for rule_steps in rules] for rules in by_vector], np.float32
    )


def _step_texts(spread: np.ndarray) -> list:
    """Write the text of each step; the division has one for each vector and rule. spread: (vector, rule)"""
    texts = {name: says for name, (_, says) in say.STEPS.items()}
    numbers = {"gamma": GAMMA.tolist(), "beta": BETA.tolist()}
    gaps = {name: ", ".join(rounded(n, 6) for n in v) for name, v in numbers.items()}
    texts["output"] = texts["output"].format(**gaps)
    texts["divided"] = by(
        "vector", [by("rule", [_division_text(float(value)) for value in row]) for row in spread]
    )
    return [*texts.values()]


def _division_text(spread: float) -> str:
    if math.isnan(spread):
        return say.UNDEFINED
    if spread == 0:
        return say.ZERO
    return say.SPREAD.format(spread=rounded(spread, 4)) + (
        say.RIGHT if abs(spread - 1) < 1e-3 else say.WRONG
    )
