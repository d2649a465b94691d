"""Predict first: one question per part of the page. Every correct answer is measured, none is hard-coded."""

import torch

from lessons.block.measure import depth
from lessons.block.measure.four_numbers import VECTORS, steps
from lessons.block.measure.hidden_units import Units
from lessons.block.measure.residual_stream import BestWords
from lessons.figures.kit.numbers import scientific
from lessons.kit.prediction import Prediction, from_reasons

HALF = 0.5
TEN, SAME, TENTH = "ten times as large", "the same numbers", "a tenth as large"
VANISHES, ALIKE, EXPLODES = "far smaller", "about as large", "far larger"
FEW, MANY, MOST = "fewer than one in five", "about half", "more than four in five"
FACTOR = 100  # a gradient this many times larger or smaller explodes or vanishes
DEEP = depth.DEPTHS[-1]


def about_stopping(habit: BestWords) -> Prediction:
    """Ask after which sub-layer the best word is the final word at most positions."""
    names = ["already after the embedding"]
    names += [f"after {name} of layer {layer}" for layer, name in habit.places[1:]]
    last = habit.places[-1][0]
    offered = [n for n, (layer, name) in enumerate(habit.places) if n == 0 or layer == last or name == "feed-forward"]  # fmt: skip
    right = next(n for n in offered if habit.written[n] > HALF)
    reasons = {
        names[
            n
        ]: f"{names[n][0].upper()}{names[n][1:]}, the best word is the final word at {habit.written[n]:.0%} of the "
        f"positions, and the word that was just read at {habit.read[n]:.0%}."
        for n in offered
    }
    question = (
        f"The decoder has {last} layers. Suppose the decoder stopped early and scored its vector with the French "
        f"table. **After which sub-layer** does its best word first match the final word at **more than half** of "
        f"{habit.words} positions?"
    )
    return from_reasons(question, reasons, names[right], "")


def about_scale() -> Prediction:
    """Ask what LayerNorm gives for numbers ten times as large."""
    small, large = (torch.tensor(VECTORS[name]) for name in ("1 2 3 4", "10 20 30 40"))
    of_small, of_large = (steps(x) for x in (small, large))
    ratio = (of_large["divided"][3] / of_small["divided"][3]).item()
    right = min((TEN, 10), (SAME, 1), (TENTH, 0.1), key=lambda option: abs(option[1] - ratio))[0]
    rootless = steps(large, "no root")["divided"][3] / steps(small, "no root")["divided"][3]
    reasons = {
        TEN: (
            f"x − μ grows from {of_small['centred'][3]:g} to {of_large['centred'][3]:g}, but σ also grows, from "
            f"{of_small['divisor']:.3f} to {of_large['divisor']:.2f}."
        ),
        SAME: f"x − μ and σ both grow tenfold, so the last number stays {of_large['divided'][3]:.3f}.",
        TENTH: (
            f"The formula without the root, as printed in lecture slides, multiplies the result by {rootless:.2g}; the "
            f"correct formula multiplies it by {ratio:.2f}."
        ),
    }
    question = (
        "With γ = 1 and β = 0, how does the size of LayerNorm(10, 20, 30, 40) compare with that of LayerNorm(1, 2, 3, "
        "4)?"
    )
    return from_reasons(question, reasons, right, "")


def about_depth(passes: dict[tuple[str, int], depth.Pass]) -> Prediction:
    """Ask about the first layer's gradient in a stack without residual connections."""

    ways = ("without residual", "without both", "without norm")
    mean = [10 ** passes[way, DEEP].gradients.log10().mean(0) for way in ways]  # of each: (layer,)
    first_layer, neither, unbounded = (layers[0].item() for layers in mean)
    last_layer, alike = mean[0][-1].item(), passes["without residual", DEEP].alike
    ratio = first_layer / last_layer
    right = EXPLODES if ratio > FACTOR else VANISHES if ratio < 1 / FACTOR else ALIKE
    reasons = {
        VANISHES: (
            f"The gradient is {first_layer:.2g} in the first layer; it vanishes only in the stack with neither "
            f"LayerNorm nor residual connections, where it is {scientific(neither, 0)}, and hardly larger in other "
            "layers."
        ),
        ALIKE: (
            f"The gradient is {first_layer:.2g} in the first layer and {last_layer:.2g} in the last. Even so, the "
            "stack is of little use, because the final vectors of two words in a sequence have a cosine of "
            f"{alike:.2f}, and no later layer can tell them apart."
        ),
        EXPLODES: (
            f"The gradient is {first_layer:.2g} in the first layer. With residual connections but without LayerNorm, "
            f"the gradient explodes to {scientific(unbounded, 0)}."
        ),
    }
    question = (
        f"An untrained stack of **{DEEP} layers has LayerNorm, but no residual connections**. How large is the "
        "gradient of the first layer’s parameters, compared with the last layer’s?"
    )
    return from_reasons(question, reasons, right, "")


def about_firing(units: Units) -> Prediction:
    """Ask which share of the hidden units is above 0 at one word."""
    count = len(units.fires)
    right = FEW if units.active < 0.2 else MOST if units.active > 0.8 else MANY
    at = f"On average, {units.active:.0%} of the {count} units are above 0 for one word"
    reasons = {
        FEW: f"{at}. {units.silent()} units are dead: they are never above 0 in the held-out sentences.",
        MANY: f"{at}. “About half” would be correct if hidden values were above 0 as often as below 0.",
        MOST: f"{at}. The ReLU passes on only values above 0.",
    }
    question = (
        f"The feed-forward network of the first encoder layer has {count} hidden units. On average, **how many of "
        "these units** are above 0 after the ReLU for one word?"
    )
    return from_reasons(question, reasons, right, "")
