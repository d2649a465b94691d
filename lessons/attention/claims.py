"""Conclusions of the lesson “Attention” from the control runs."""

from lessons.attention.pronoun import links_pronoun, unguided
from lessons.kit.claims import Claim
from transformer.measure.controls import Table


def seldom_built(control: Table) -> bool:
    runs = unguided(control)
    return sum(map(links_pronoun, runs)) < len(runs) / 2


def translate_as_well(control: Table) -> bool:
    worst = min(run.held_out["exact_match"] for run in control.runs)
    return worst > 0.98


def guided_rely(control: Table) -> bool:
    """Return whether guided models fail without attention to the noun, but not to the other noun."""
    bans = [run.held_out["forbidden"] for run in control.runs if run.arm == "guided"]
    return all(ban["noun"] < ban["free"] / 2 and ban["other_noun"] > 0.98 for ban in bans)


CLAIMS = (
    Claim("most unguided training runs develop no such head", "unguided", seldom_built),
    Claim("all of these models translate about equally well", "unguided", translate_as_well),
    Claim("Every guided model relies on that head", "unguided", guided_rely),
)
