"""Predict first: one question a part of the page. Every right answer is measured, none written down."""

from collections.abc import Sequence

from lessons.kit.prediction import Prediction, asked
from transformer.contracts import Light
from transformer.measure.statistics import compare
from transformer.measure.stream.two_layers import Parting, first_apart
from transformer.measure.training.fair_trainings import Score

NONE, ONE, MORE = "none", "one", "two or more"
PAIRS = ("reverse", "reverse_without_head")
YES, UNKNOWN, EQUAL = (
    "yes, it has more right",
    "nobody can tell from this",
    "no, they are equally good",
)
FIRST = ("query", "scores", "weights")


def about_lights(name: str, lights: Sequence[Light]) -> Prediction:
    """How many lights of this layer are red?"""
    red = [light.name for light in lights if light.state == "red"]
    green = sum(light.state == "green" for light in lights)
    right = NONE if not red else ONE if len(red) == 1 else MORE
    seen = f"{green} of {len(lights)} are green" + (f", red: {', '.join(red)}" if red else "")
    reasons = {
        NONE: f"{seen}. It runs, leaks nothing, and gradients reach all its weights: it keeps every promise of a layer. Whether it is any "
        "good, a light cannot say: that takes a training, under “Compare”.",
        ONE: f"{seen}. A row sums to 1 whatever the scores are: softmax sees to that, with or without √d_k.",
        MORE: f"{seen}. The scores grow, and softmax decides more sharply; but no light measures "
        "how sharply it decides.",
    }
    question = (
        f"The layer *{name}* leaves out the division by √d_k. {len(lights)} lights measure whether a layer keeps its "
        "contract: that it runs, sees no later word, passes gradients to all its weights, and so on. **How many of them are red?**"
    )
    return asked(question, reasons, right, "")


def about_better(standard: Score, other: Score) -> Prediction:
    """A few sentences more right: is that better?"""
    found = compare(standard.right, other.right)
    sentences, more = len(standard.right), sum(standard.right) - sum(other.right)
    right = YES if found.differ else UNKNOWN
    low, high = other.interval
    seen = next(n for n in range(1, sentences) if compare([True] * n, [False] * n).differ)
    reasons = {
        YES: f"They disagree on {found.only_first + found.only_second} sentences of {sentences}. A fair coin would divide "
        f"these at least as unevenly with a chance of {found.p_value:.2g}; below 0.05 one would begin to wonder.",
        UNKNOWN: f"{sum(other.right)} of {sentences} is no surprise for any true share between {low:.1%} and {high:.1%}. The "
        f"test for pairs, which looks only at sentences on which they disagree, sees no difference (p = {found.p_value:.2g}).",
        EQUAL: f"Not seeing a difference is not the same as there being none. With {sentences} sentences this test sees "
        f"nothing before one model has {seen} more right, and the other none that the first has not.",
    }
    question = (
        "Two models learned in the same way to turn letters round; in one of them the first head was left out. Of "
        f"{sentences} held-out rows of letters the standard one has **{sum(standard.right)}** right, the other "
        f"**{sum(other.right)}**, {more} fewer. **Is the standard layer better?**"
    )
    return asked(question, reasons, right, "")


def about_parting(name: str, found: Sequence[Parting]) -> Prediction:
    """Which is the first step with other numbers?"""
    apart = {one.name: one.difference or 0.0 for one in found}
    right = found[first_apart(found)].name
    shown = dict.fromkeys((*FIRST, right))
    why = {
        "query": "The queries themselves are turned, by an angle that grows with the place, before any score is "
        f"computed: they differ by up to {apart['query']:.2g}.",
        "scores": f"Scores differ too, by up to {apart['scores']:.2g}, but they are computed as usual; what goes into "
        f"them differs already, by {apart['query']:.2g}.",
        "weights": f"Weights differ by up to {apart['weights']:.2g} in the end. The line that makes them is the "
        "inherited one: look for the first step and not for the brightest.",
    }
    reasons = {step: why.get(step, f"It differs by {apart[step]:.2g}.") for step in shown}
    question = (
        f"The layer *{name}* turns vectors by their places, so that it knows how far apart two words stand. It is put into "
        "a trained model, with the same weights, and reads the same sentence. **Which step is the first with other numbers than in the "
        "standard layer?**"
    )
    return asked(question, reasons, right, "")
