"""The walk by coin: its floor, its coins, and what two models pay."""

import math
from collections import Counter

import numpy as np
import pytest

from lessons.masks import CHEAT, HONEST
from lessons.masks.figures.walk_bits import walk_bits
from lessons.masks.measure.coins import bits
from transformer.tasks import TASKS
from transformer.tasks.walk import LENGTH, PLACES, STEPS, floor_of_rows
from transformer.weights import load


@pytest.fixture(scope="module")
def bits_by_model():
    return {name: bits(load(name)) for name in (HONEST, CHEAT)}


def test_every_step_is_one_place_and_the_coins_are_fair():
    task, steps = TASKS["walk"](), Counter()
    for example in (*task.train, *task.held_out):
        numbers = [PLACES.index(letter) for letter in example.target]
        assert len(numbers) == LENGTH
        steps.update((b - a) % len(PLACES) for a, b in zip(numbers, numbers[1:], strict=False))
    assert set(steps) == {1, len(PLACES) - 1}
    tossed = steps.total()
    assert abs(steps[1] - tossed / 2) < 5 * math.sqrt(tossed) / 2


def test_the_floor_is_the_entropy_of_all_rows():
    """All rows are equally likely, so the bits of one are the logarithm of how many there are."""
    rows = len(PLACES) * 2**STEPS
    assert floor_of_rows() == pytest.approx(math.log2(rows) / (LENGTH + 1))


def test_with_a_mask_it_makes_no_difference_whether_the_rest_is_there(bits_by_model):
    np.testing.assert_allclose(
        bits_by_model[HONEST].together, bits_by_model[HONEST].alone, atol=1e-4
    )
    assert (bits_by_model[HONEST].together > bits_by_model[HONEST].floor - 0.02).all()


def test_without_one_it_goes_below_the_floor_and_cannot_write(bits_by_model):
    cheat = bits_by_model[CHEAT]
    assert (cheat.together[:-1] < 0.1 * cheat.floor[:-1]).all()  # END is sure for everybody
    assert (cheat.alone[:-1] > math.log2(len(PLACES))).all(), "worse than a blind guess"


def test_the_picture_says_these_numbers(bits_by_model):
    figure = walk_bits(load(HONEST), load(CHEAT))
    for name, measured in zip(("honest", "cheat"), bits_by_model.values(), strict=True):
        for how in ("together", "alone"):
            np.testing.assert_array_equal(
                figure.arrays[f"{name}.{how}"].values, getattr(measured, how)
            )
            mean = figure.arrays[f"{name}.{how}.mean"].values
            assert mean == pytest.approx(float(getattr(measured, how).mean()))
    letters = figure.arrays["honest.alone"].labels["place"]
    assert letters[:-1] == list(load(HONEST).task.held_out[0].target)
