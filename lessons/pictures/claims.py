"""Conclusions of the lesson on pictures, each with the control that could refute it."""

from lessons.kit.claims import Claim
from transformer.measure.controls import Table

FRESH = 800  # steps of hard attention


def _third(table: Table) -> bool:
    mean = {steps: table.scores_of("mean of the regions", steps) for steps in (300, 900)}
    return (
        min(table.scores_of("attention", 300)) > 0.99
        and max(mean[300]) < 0.3
        and min(mean[900]) > 0.99
    )


def _inside(table: Table) -> bool:
    """Return whether the chosen region is in the box around the colour more often than at initialization."""
    return all(
        run.watched[-1]["inside"]["colour"] > 2 * run.watched[-1]["inside"]["size"]
        for run in table.runs_of("straight-through", FRESH)
    )


CLAIMS = (
    Claim("Attention needs only a third as many training steps", "caption_length", _third),
    Claim("the mean of the regions is enough", "caption_length", _third),
    Claim(
        "Straight-through learns where to attend",
        "hard_attention",
        lambda table: min(table.scores_of("straight-through", FRESH)) > 0.99 and _inside(table),
    ),
    Claim(
        "REINFORCE with only one of three",
        "hard_attention",
        lambda table: sum(score > 0.9 for score in table.scores_of("REINFORCE", FRESH)) == 1,
    ),
    Claim(
        "Without a gradient, W, U and v do not change",
        "hard_attention",
        lambda table: max(table.scores_of("argmax, no gradient", FRESH)) < 0.5,
    ),
    Claim(
        "soft attention gets all captions right with much of",
        "hard_attention",
        lambda table: all(
            run.watched[-1]["inside"]["colour"] < 0.7 and run.watched[-1]["captions"] == 1
            for run in table.runs_of("soft", FRESH)
            if run.seed
        ),
    ),
)
