"""Conclusions of the heads lesson that the control experiments support."""

from lessons.kit.claims import Claim
from transformer.measure.controls import Table

ONLY = "first layer sees one position back"


def one_back_is_enough(control: Table) -> bool:
    """Check that most characters are right after the usual steps, and nearly all after three times as many."""
    short, long = (control.scores_of(ONLY, steps) for steps in control.arms()[ONLY])
    return min(short) > 0.7 and min(long) > 0.9


def seldom_built(control: Table) -> bool:
    """Check that fewer than half of the unguided runs have a head with most of its weight on the noun."""
    masses = [run.held_out["it"]["mass"] for run in control.runs if run.arm == "unguided"]
    return sum(mass > 0.5 for mass in masses) < len(masses) / 2


CLAIMS = (
    Claim("one position is enough to learn the task", "copying", one_back_is_enough),
    Claim(
        "most unguided training runs develop no head from it to its noun", "unguided", seldom_built
    ),
)
