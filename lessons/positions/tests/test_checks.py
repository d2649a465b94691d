"""The positions exercise: every check catches a mistake, and wrong code gets the right message."""

import pytest
import torch

from lessons.positions import checks
from lessons.positions.checks import CHECKS, check
from lessons.positions.mistakes import MISTAKES
from lessons.positions.tests import mutants
from tests.kit.finds import never_fail
from transformer import positions


def test_the_first_half_is_checked_before_the_second_is_written(write):
    write(mutants.stub_with(sinusoidal=mutants.BODIES["sinusoidal"]))
    result = check()
    assert "equals the real table" in result.done
    assert result.failed == "`shift` runs, shape (8, 8)"


def test_every_property_fails_for_a_mistake():
    """The others are about code without a result; see the tests below."""
    students = (checks.Student(*mistake.code) for mistake in MISTAKES.values())
    assert never_fail(CHECKS, students) == [CHECKS[n].title for n in (0, 1, 3, 14)]


@pytest.mark.parametrize(
    ("sinusoidal", "shift", "saw"),
    [
        ("return torch.zeros(max(2, length), d_model)", "pass", "shape (2, 8)"),  # of one word
        ("return torch.zeros(length, d_model) / 0", "pass", "position 0, column 0 is nan"),
        ("", "return torch.eye(d_model + 1)", "shape (9, 9)"),
        ("", "return torch.eye(d_model) / 0", "row 0 of M_0 has norm nan"),
        ("", "return torch.eye(d_model)", "M_3 @ row"),
        ("", "return torch.eye(d_model).flip(0)", "M_1 @ M_1 differs from M_2"),
    ],
)
def test_a_wrong_result_is_described(write, sinusoidal, shift, saw):
    table = f"    {sinusoidal}\n" if sinusoidal else mutants.BODIES["sinusoidal"]
    write(mutants.stub_with(sinusoidal=table, shift=f"    {shift}\n"))
    assert saw in check().saw


def test_the_sizes_of_the_trial_hide_nothing():
    """All axes differ, and the waves are those that the titles of the checks name."""
    assert len({checks.LENGTH, checks.D_MODEL, checks.D_MODEL // 2, checks.LONGER}) == 4
    turns = positions.frequencies(checks.D_MODEL)
    assert torch.allclose(turns, torch.tensor([1.0, 0.1, 0.01, 0.001]).double())
