"""Intervals and the paired test, against their definitions and published values."""

import itertools
import math

import pytest

from transformer.measure.statistics import compare, interval, interval_of_difference


@pytest.mark.parametrize(
    ("right", "count"), [(0, 1), (1, 1), (0, 20), (7, 20), (20, 20), (998, 1000)]
)
def test_both_ends_of_the_interval_solve_its_equation(right, count):
    low, high = interval(right, count)
    assert 0 <= low <= right / count <= high <= 1 and low < high
    for p in (low, high):
        distance = 1.959964 * math.sqrt(p * (1 - p) / count)
        if 0 < p < 1:
            assert abs(right / count - p) == pytest.approx(distance, abs=1e-6)
    assert (low == 0) == (right == 0) and (high == 1) == (right == count)


def test_published_values_of_the_interval():
    """Newcombe 1998, table I, method 3: 81/263, 15/148, 0/20, 1/29."""
    for (right, count), ends in {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }.items():
        assert interval(right, count) == pytest.approx(ends, abs=5e-5)


def test_nothing_is_below_0_or_above_1_for_any_count():
    for count in range(1, 1500):
        assert interval(0, count)[0] == 0 and interval(count, count)[1] == 1


@pytest.mark.parametrize("asked", [(1, 0), (-1, 5), (6, 5), (1, 5, 0.0), (1, 5, 1.0)])
def test_an_interval_of_nothing_is_refused(asked):
    with pytest.raises(ValueError, match="are required|must be a fraction"):
        interval(*asked)


@pytest.mark.parametrize(("only_first", "only_second"), [(0, 0), (1, 0), (3, 3), (5, 1), (0, 6)])
def test_the_chance_is_that_of_all_tosses_written_out(only_first, only_second):
    tosses = only_first + only_second
    uneven = abs(only_first - only_second)
    every = list(itertools.product((0, 1), repeat=tosses))
    as_uneven = sum(abs(tosses - 2 * sum(one)) >= uneven for one in every) / len(every)
    first = [True] * only_first + [False] * only_second + [True, False, True]
    second = [False] * only_first + [True] * only_second + [True, False, True]
    found = compare(first, second)
    assert (found.only_first, found.only_second) == (only_first, only_second)
    assert found.p_value == pytest.approx(as_uneven)
    assert found.differ == (as_uneven < 0.05)


def test_different_sentences_cannot_be_compared():
    with pytest.raises(ValueError, match="2 and 3 results"):
        compare([True] * 2, [True] * 3)


def pairs(only_first: int, only_second: int, count: int) -> tuple[list[bool], list[bool]]:
    """Two models on `count` sentences, of which each is alone right on so many."""
    both = [True] * (count - only_first - only_second)
    first = [*both, *[True] * only_first, *[False] * only_second]
    return first, [*both, *[False] * only_first, *[True] * only_second]


@pytest.mark.parametrize(
    ("only_first", "only_second", "count", "ends"),
    [(2, 1, 1000, (-0.00537, 0.00337)), (0, 0, 1000, (-0.00276, 0.00276)), (30, 10, 100, (-0.31465, -0.07750))],
)  # fmt: skip
def test_the_interval_of_a_difference(only_first, only_second, count, ends):
    found = interval_of_difference(*pairs(only_first, only_second, count))
    lost, won, n = only_first + 1, only_second + 1, count + 2
    variance = ((lost + won) / n - ((won - lost) / n) ** 2) / n
    half = 1.959964 * math.sqrt(variance)
    assert found == pytest.approx(((won - lost) / n - half, (won - lost) / n + half), abs=1e-7)
    assert found == pytest.approx(ends, abs=1e-5)


@pytest.mark.parametrize(("lost", "won"), [(0.02, 0.02), (0.1, 0.05), (0.3, 0.1), (0.2, 0.6)])
def test_the_interval_of_a_difference_holds_the_true_one(lost, won, n=40):
    """Over all outcomes of 40 pairs, each with its probability: at least about 95%."""
    held = 0.0
    outcomes = [(b, c) for b in range(n + 1) for c in range(n + 1 - b)]
    for b, c in outcomes:
        low, high = interval_of_difference(*pairs(b, c, n))
        ways = math.comb(n, b) * math.comb(n - b, c)
        held += (
            (low <= won - lost <= high) * ways * lost**b * won**c * (1 - lost - won) ** (n - b - c)
        )
    assert 0.935 < held <= 1
