"""The checks of `interval` and `p_value`, in their order."""

import math
from collections.abc import Sequence
from typing import Any

from lessons.ablations import hints
from lessons.ablations.solution import real_interval, real_p_value
from lessons.kit.checking import Check, Failed
from lessons.kit.spec import Attempt, Spec, runs
from transformer.diagnosis.returned import returned

CLOSE = 1e-6
MANY = (110, 90)  # 170! is the last factorial that a float can hold
ASKED = ((7, 20), (0, 20), (20, 20), (1, 1), (998, 1000), (7, 20, 1.0), (3, 8, 2.576))
# Ends and middle, small and large counts, another z; with and without sentences on which both agree.
SHARES = ((0, 20), (20, 20), (1, 20), (7, 20), (180, 200), (7, 20, 1.0))
KINDS = ((30, 9, 2, 5), (40, 1, 6), (0, 4, 4), (10, 0, 10, 3))


def paired_results(
    both: int, only_first: int, only_second: int, neither: int = 0
) -> tuple[list, list]:
    """Return what two models got right, with these numbers of sentences of each kind, mixed."""
    pairs = [(True, True)] * both + [(False, False)] * neither
    pairs += [(True, False)] * only_first + [(False, True)] * only_second
    pairs = pairs[::2] + pairs[1::2]  # their order must not matter
    return [a for a, _ in pairs], [b for _, b in pairs]


# --- interval ---------------------------------------------------------------------------------
def contains_proportion(interval: Attempt) -> None:
    for right, count in ((7, 20), (1, 20), (19, 20)):
        low, high = interval(right, count)
        if not -CLOSE <= low <= right / count <= high <= 1 + CLOSE:
            saw = f"interval({right}, {count}) is {low:.4f} … {high:.4f}"
            expected = f"0 ≤ low ≤ {right / count:g} ≤ high ≤ 1"
            raise Failed(saw, expected)


def contains_nearby_rates(interval: Attempt) -> None:
    for right in (0, 20):
        low, high = interval(right, 20)
        inside = low <= 0.1 <= high if right == 0 else low <= 0.9 <= high
        if not inside:
            saw = f"interval({right}, 20) is {low:.4f} … {high:.4f}"
            expected = f"it contains {0.1 if right == 0 else 0.9}: 20 sentences prove little"
            raise Failed(saw, expected)
        if not (low >= -CLOSE and high <= 1 + CLOSE):
            saw = f"interval({right}, 20) is {low:.4f} … {high:.4f}"
            raise Failed(saw, "both ends between 0 and 1")


def mirrored(interval: Attempt) -> None:
    for right, count in ((7, 20), (2, 50)):
        low, high = interval(right, count)
        other = interval(count - right, count)
        if not (abs(other[0] - (1 - high)) <= CLOSE and abs(other[1] - (1 - low)) <= CLOSE):
            saw = f"{right} of {count}: {low:.4f} … {high:.4f}; {count - right}: {other[0]:.4f} … {other[1]:.4f}"
            raise Failed(saw, "1 − high … 1 − low")


def narrower(interval: Attempt) -> None:
    widths = []
    for arguments in ((50, 100), (200, 400), (50, 100, 2.576)):
        low, high = interval(*arguments)
        widths.append(high - low)
    if not 0.45 <= widths[1] / widths[0] <= 0.55:
        saw = f"50 of 100: {widths[0]:.4f} wide; 200 of 400: {widths[1]:.4f}"
        raise Failed(saw, "about half as wide")
    if not widths[2] > widths[0] + CLOSE:
        saw = f"50 of 100: {widths[0]:.4f} wide; with z = 2.576: {widths[2]:.4f}"
        raise Failed(saw, "a wider interval")


def interval_parity(interval: Attempt) -> None:
    for arguments in ASKED:
        got, right = interval(*arguments), real_interval(*arguments)
        if not all(abs(a - b) <= CLOSE for a, b in zip(got, right, strict=True)):
            saw = f"interval{arguments} is {got[0]:.4f} … {got[1]:.4f}"
            expected = f"{right[0]:.4f} … {right[1]:.4f}"
            raise Failed(saw, expected)


def two_numbers(name: str, got: Any, *arguments) -> tuple[float, float]:
    """Return the two numbers; raise `Failed` if there are not two numbers."""
    if not isinstance(got, Sequence) or len(got) != 2 or isinstance(got, str):
        what = returned(got) if got is None else f"returned {got!r}"
        raise Failed(f"{name} {what}", "two numbers: low, high")
    return finite_number(name, got[0]), finite_number(name, got[1])


def finite_number(name: str, got: Any, *arguments) -> float:
    try:
        value = float(got)
    except (TypeError, ValueError):
        raise Failed(f"{name} {returned(got)}", "a number") from None
    if not math.isfinite(value):
        raise Failed(f"{name} returned {value}", "a number")
    return value


# --- p_value -----------------------------------------------------------------------------------
def p_value_runs(p_value: Attempt) -> None:
    got = p_value(*paired_results(5, 4, 1))
    if not 0 <= got <= 1 + CLOSE:
        raise Failed(f"p_value is {got:.4f}", "0 to 1")


def agree(p_value: Attempt) -> None:
    for kinds, what in (((6, 0, 0, 4), "two models that always agree"), ((0, 4, 4), "4 against 4")):
        got = p_value(*paired_results(*kinds))
        if not abs(got - 1) <= CLOSE:
            raise Failed(f"{what}: {got:.4f}", "1.0000")


def only_disagreements(p_value: Attempt) -> None:
    few, many = (p_value(*paired_results(both, 8, 1, both)) for both in (0, 300))
    if not abs(few - many) <= CLOSE:
        saw = f"8 against 1: {few:.4f}; with 600 more on which both agree: {many:.4f}"
        raise Failed(saw, "the same")


def symmetric(p_value: Attempt) -> None:
    first, second = paired_results(10, 7, 2)
    first_second, second_first = p_value(first, second), p_value(second, first)
    if not abs(first_second - second_first) <= CLOSE:
        raise Failed(
            f"7 against 2: {first_second:.4f}; 2 against 7: {second_first:.4f}", "the same"
        )


def ten_tosses(p_value: Attempt) -> None:
    got = p_value(*paired_results(5, 10, 0))
    if not abs(got - 2 / 1024) <= CLOSE:
        raise Failed(f"10 against 0: {got:.6f}", "2/1024 = 0.001953")


def p_value_parity(p_value: Attempt) -> None:
    for only_first in range(9):
        for only_second in range(9):
            correct = paired_results(3, only_first, only_second, 2)
            got, right = p_value(*correct), real_p_value(*correct)
            if not abs(got - right) <= CLOSE:
                raise Failed(f"{only_first} against {only_second}: {got:.4f}", f"{right:.4f}")


def many_tosses(p_value: Attempt) -> None:
    correct = paired_results(50, *MANY)
    got, right = p_value(*correct), real_p_value(*correct)
    if not abs(got - right) <= CLOSE:
        raise Failed(f"{MANY[0]} against {MANY[1]}: {got:.6f}", f"{right:.6f}")


STATISTICS = (
    Spec(
        real_interval,
        SHARES,
        Check("`interval` runs and returns two numbers", runs, hints.INTERVAL),
        Check("0 ≤ low ≤ share ≤ high ≤ 1", contains_proportion, hints.INSIDE),
        Check("0 of 20 and 20 of 20 prove little", contains_nearby_rates, hints.ENDS),
        Check("the intervals for right and wrong mirror each other", mirrored, hints.MIRROR),
        Check("more sentences narrow the interval; a larger z widens it", narrower, hints.WIDTH),
        Check("`interval` equals the real one", interval_parity, hints.INTERVAL_PARITY),
        name="interval",
        answer=two_numbers,
        further=True,
    ),
    Spec(
        real_p_value,
        [paired_results(*kinds) for kinds in KINDS],
        Check("`p_value` returns a probability", p_value_runs, hints.P_VALUE),
        Check("no sign of a difference gives p = 1", agree, hints.AGREE),
        Check("only disagreements count", only_disagreements, hints.PAIRED),
        Check("the order of the models does not matter", symmetric, hints.SYMMETRIC),
        Check("ten against none gives p = 2/1024", ten_tosses, hints.TOSSES),
        Check(f"{sum(MANY)} disagreements", many_tosses, hints.MANY),
        Check("`p_value` equals the real one", p_value_parity, hints.TOSSES),
        name="p_value",
        answer=finite_number,
        further=True,
    ),
)
