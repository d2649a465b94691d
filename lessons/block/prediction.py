"""Predict first: one question a part of the page. Every right answer is measured, none written down."""

import torch

from lessons.figures.kit.numbers import scientific
from lessons.kit.prediction import Prediction, asked
from transformer.measure.stream import depth
from transformer.measure.stream.four_numbers import VECTORS, steps
from transformer.measure.stream.hidden_units import Units
from transformer.measure.stream.residual_stream import Habit

HALF = 0.5
TEN, SAME, TENTH = "ten times as large", "the same numbers", "a tenth as large"
VANISHES, ALIKE, EXPLODES = "it vanishes", "about as large as in the last", "it explodes"
FEW, MANY, MOST = "fewer than one in five", "about half", "more than four in five"
FACTOR = 100  # times as large or small counts as exploding or vanishing
DEEP = depth.DEPTHS[-1]


def about_stopping(habit: Habit) -> Prediction:
    """After which sub-layer would it first write what it writes at the end, for more than half the words?"""
    names = ["already after the embedding"]
    names += [f"after {name} of layer {layer}" for layer, name in habit.places[1:]]
    last = habit.places[-1][0]
    offered = [n for n, (layer, name) in enumerate(habit.places) if n == 0 or layer == last or name == "feed-forward"]  # fmt: skip
    right = next(n for n in offered if habit.written[n] > HALF)
    reasons = {
        names[
            n
        ]: f"There the best word is the one at the end for {habit.written[n]:.0%} of the words, and the word that "
        f"was just read for {habit.read[n]:.0%}."
        for n in offered
    }
    question = (
        f"The decoder has {last} layers. Suppose it stopped early and scored its vector with the French table. "
        f"**After which of these** is the best word, for the first time, the one that it writes at the end, for "
        f"**more than half** of {habit.words} words?"
    )
    return asked(question, reasons, names[right], "")


def about_scale() -> Prediction:
    """All four numbers ten times as large: what does LayerNorm give?"""
    small, large = (torch.tensor(VECTORS[name]) for name in ("1 2 3 4", "10 20 30 40"))
    one, ten = (steps(x) for x in (small, large))
    ratio = (ten["divided"][3] / one["divided"][3]).item()
    right = min((TEN, 10), (SAME, 1), (TENTH, 0.1), key=lambda option: abs(option[1] - ratio))[0]
    rootless = steps(large, "no root")["divided"][3] / steps(small, "no root")["divided"][3]
    reasons = {
        TEN: f"x − μ does grow, from {one['centred'][3]:g} to {ten['centred'][3]:g}. But so does σ, from "
        f"{one['divisor']:.3f} to {ten['divisor']:.2f}.",
        SAME: f"x − μ and σ both grow tenfold, and the last number stays {ten['divided'][3]:.3f}.",
        TENTH: f"That is what the formula without the root gives, as lecture slides have it: {rootless:.2g} times. "
        f"With the root it is {ratio:.2f} times.",
    }
    question = (
        "LayerNorm of 1 2 3 4 is known. Now all four numbers are **ten times as large**: 10 20 30 40. "
        "What does LayerNorm give, with γ = 1 and β = 0?"
    )
    return asked(question, reasons, right, "")


def about_depth(passes: dict[tuple[str, int], depth.Pass]) -> Prediction:
    """LayerNorm but no residual: what reaches the first of 24 layers?"""

    ways = ("without residual", "without both", "without norm")
    mean = [10 ** passes[way, DEEP].gradients.log10().mean(0) for way in ways]  # of each: (layer,)
    first_layer, neither, unbounded = (layers[0].item() for layers in mean)
    last_layer, alike = mean[0][-1].item(), passes["without residual", DEEP].alike
    ratio = first_layer / last_layer
    right = EXPLODES if ratio > FACTOR else VANISHES if ratio < 1 / FACTOR else ALIKE
    reasons = {
        VANISHES: f"So it would if LayerNorm were left out as well: {scientific(neither, 0)} in the first layer, and hardly more in "
        f"any other. With LayerNorm it is {first_layer:.2g}.",
        ALIKE: f"{first_layer:.2g} in the first layer, {last_layer:.2g} in the last. And yet it is of little "
        f"use: two words of a row end up with a cosine of {alike:.2f}, and no later layer can tell them apart.",
        EXPLODES: f"So it would with residuals and without LayerNorm: {scientific(unbounded, 0)} in the first layer. Here it "
        f"is {first_layer:.2g}.",
    }
    question = (
        f"A fresh stack of **{DEEP} layers has LayerNorm, but no residuals**. How large is the gradient of the "
        "first layer’s weights?"
    )
    return asked(question, reasons, right, "")


def about_firing(units: Units) -> Prediction:
    """Which share of the hidden units is above 0 at one word?"""
    count = len(units.fires)
    right = FEW if units.active < 0.2 else MOST if units.active > 0.8 else MANY
    at = f"at one word {units.active:.0%} of the {count} units are above 0, on average"
    reasons = {
        FEW: f"Measured: {at}. {units.silent()} of them are above 0 nowhere in the held-out sentences.",
        MANY: f"So it would be if hidden numbers were as often above 0 as below it. But {at}.",
        MOST: f"The ReLU lets through what is above 0, and {at}.",
    }
    question = (
        f"The feed-forward in the encoder’s first layer has {count} hidden units. **How many of them** are above 0 "
        "after the ReLU, at one word?"
    )
    return asked(question, reasons, right, "")
