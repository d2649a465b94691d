"""The exercise of Adam: what its checks say of results that no named mistake explains."""

import pytest

from lessons.training.checks import CHECKS, Student, check
from lessons.training.mistakes import MISTAKES
from lessons.training.solution import adam_step
from lessons.training.tests import mutants
from tests.kit.finds import finds


def test_single_precision_and_gradients_are_welcome():
    def in_float32(parameter, gradient, m, v, t, **settings):
        four = [x.float().requires_grad_() for x in (parameter, gradient, m, v)]
        return [x.double() for x in adam_step(*four, t, **settings)]

    check(in_float32).raise_if_failed()


def test_each_check_of_numbers_finds_a_mistake_by_itself():
    failed_checks = [finds(CHECKS, Student(*mistake.code)) for mistake in MISTAKES.values()]
    assert set.union(*failed_checks) == set(range(3, len(CHECKS))), "the first three look at shapes"


@pytest.mark.parametrize(
    ("line", "saw"),
    [
        ("return parameter - lr * gradient", "adam_step returned a tensor"),
        ("return parameter, m", "adam_step returned 2 values"),
        ("return parameter, m, 3.0", "the returned v is a float"),
        ("return parameter, m.sum(), v", "m has shape ()"),
        ("return parameter / 0, m, v", "after the first step, parameter is inf"),
        ("return parameter, m / gradient, v", "after the first step, m is nan where the gradient"),
    ],
)
def test_what_comes_out_instead_of_a_step(write, line, saw):
    write(mutants.stub_with(f"    {line}\n"))
    assert saw in check().saw
