"""Conclusions of the lesson on positional encoding, each with the training runs that could refute it."""

from lessons.kit.claims import Claim
from lessons.positions import BEYOND
from lessons.positions.words import TWICE, shares
from transformer.measure.controls import Table
from transformer.tasks.letters import LONGEST


def rotary(control: Table, length: int) -> list[list[float]]:
    """Return the fraction of strings that each seed reverses, for each number of steps."""
    return [shares(control, "rotary", steps, length) for steps in control.arms()["rotary"]]


def does_not_extrapolate(control: Table) -> bool:
    return max(map(max, rotary(control, TWICE))) < 0.05


def seed_moves_it(control: Table) -> bool:
    """Return whether the accuracies of two seeds differ by more than 0.5, with the same distances."""
    return max(max(fractions) - min(fractions) for fractions in rotary(control, BEYOND)) > 0.5


def holds_longest(control: Table) -> bool:
    """Return whether the worst rotary run is above the best run of every other encoding."""
    others = [arm for arm in control.arms() if arm != "rotary"]
    best = max(
        max(shares(control, arm, steps, BEYOND)) for arm in others for steps in control.arms()[arm]
    )
    return min(map(min, rotary(control, BEYOND))) > best


def alibi_does_not_learn(control: Table) -> bool:
    return max(shares(control, "ALiBi", control.arms()["ALiBi"][-1], LONGEST)) < 0.5


def others_fall_at_once(control: Table) -> bool:
    """Return whether no added vector helps two letters beyond training, for any seed and number of steps."""
    return all(
        max(shares(control, arm, steps, LONGEST + 2)) < 0.1
        for arm in ("sinusoidal", "index", "binary")
        for steps in control.arms()[arm]
    )


CLAIMS = (
    Claim("**it does not extrapolate**", "lengths", does_not_extrapolate),
    Claim("the seed alone changes the accuracy this much", "lengths", seed_moves_it),
    Claim("It works on longer strings than the other encodings", "lengths", holds_longest),
    Claim("Neither proposal helps on this task", "lengths", alibi_does_not_learn),
    Claim("cannot know the order of the input letters", "lengths", alibi_does_not_learn),
    Claim(
        "None of these three models reverses a string of 12 letters correctly",
        "lengths",
        others_fall_at_once,
    ),
    Claim("the distances alone do not explain the curve", "lengths", seed_moves_it),
)
