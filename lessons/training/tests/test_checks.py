"""The exercise of Adam: what its checks catch, what they call it, and how they say so."""

import pytest

from lessons.training import checks
from lessons.training.checks import CHECKS, check
from lessons.training.mistakes import MISTAKES
from lessons.training.solution import adam_step as RIGHT
from lessons.training.tests import mutants
from tests.kit.finds import finds

# --- right and wrong functions ----------------------------------------------------------------


def test_single_precision_and_gradients_are_welcome():
    def in_float32(parameter, gradient, m, v, t, **settings):
        four = [x.float().requires_grad_() for x in (parameter, gradient, m, v)]
        return [x.double() for x in RIGHT(*four, t, **settings)]

    check(in_float32).raise_if_failed()


def test_writing_into_what_was_given_is_caught_and_named(write):
    """All numbers are right, and the caller's tensors are gone."""
    for old, new in (
        (
            "first = torch.lerp(slope, m, beta1)",
            "first = m.mul_(beta1).add_(slope, alpha=1 - beta1)",
        ),
        (
            "new = keep * parameter - (lr / growth1) * (first / denominator)",
            "new = parameter.mul_(keep).sub_((lr / growth1) * (first / denominator))",
        ),
    ):
        write(mutants.solution(*[(old, new)]))
        result = check()
        assert result.failed == "the inputs stay unchanged"
        assert "in place" in result.saw


# Which check fails on which mistake, each check asked alone; the others never do.
(SHAPE, FINITE, MEAN, SQUARE, FIRST, LATER, EPS, NOTHING, L2, APART, SHRINK, BOTH) = range(2, 14)
(ADAM, ADAMW) = (14, 15)
STEP = {FIRST, LATER, EPS, ADAM, ADAMW}
FINDS = {
    "NoCorrection": STEP,
    "OnlyMCorrected": STEP,
    "OnlyVCorrected": STEP,
    "OneCorrectionForBoth": STEP,
    "TimesT": {LATER, NOTHING, BOTH, ADAM, ADAMW},
    "RootFirst": STEP,
    "SquareOfM": STEP | {SQUARE, L2},
    "WithoutThePower": {LATER, ADAM, ADAMW},
    "StepsFromZero": STEP | {FINITE, SHRINK},
    "StepsFromTwo": STEP,
    "EpsInsideTheRoot": {FIRST, EPS, ADAMW},
    "EpsForgotten": {FINITE, EPS, SHRINK},
    "RootForgotten": STEP,
    "BetasSwapped": {MEAN, SQUARE, L2, ADAM, ADAMW},
    "SquareForgotten": STEP | {FINITE, SQUARE, L2},
    "SquareOfTheWhole": {SQUARE, L2, ADAM, ADAMW},
    "GradientInFull": STEP | {MEAN, L2},
    "ShareOnTheWrongSide": STEP | {MEAN, SQUARE, L2},
    "Uphill": STEP,
    "CorrectedReturned": {MEAN, SQUARE, L2, LATER, ADAM, ADAMW},
    "StepWithOldM": STEP,
    "Nesterov": STEP,
    "OldReturned": {MEAN, SQUARE, L2, LATER, ADAM, ADAMW},
    "Swapped": {L2, APART, SHRINK, BOTH, ADAM, ADAMW},
    "AlwaysL2": {APART, SHRINK, BOTH, ADAMW},
    "AlwaysDecoupled": {L2, ADAM},
    "BothDecays": {APART, SHRINK, BOTH, ADAMW},
    "NoDecay": {L2, SHRINK, BOTH, ADAM, ADAMW},
    "OnlyL2": {SHRINK, BOTH, ADAMW},
    "OnlyDecoupled": {L2, ADAM},
    "OnlyTheFirstMoment": {L2, ADAM},
    "TwiceTheParameter": {L2, ADAM},
    "L2WithTheRate": {L2, ADAM},
    "L2Sign": {L2, ADAM},
    "DecayWithoutTheRate": {SHRINK, BOTH, ADAMW},
    "RateTwice": {SHRINK, BOTH, ADAMW},
    "DecaySign": {SHRINK, BOTH, ADAMW},
    "DecayAfterTheStep": {BOTH, ADAMW},
}


def test_which_check_finds_which_mistake():
    assert set(FINDS) == set(MISTAKES)
    for name, planted in MISTAKES.items():
        assert finds(CHECKS, checks.Student(*planted.code)) == FINDS[name], name


# --- code that does not get as far as a number ------------------------------------------------


@pytest.mark.parametrize(
    ("line", "saw"),
    [
        ("return parameter - lr * gradient", "adam_step returned a tensor"),
        ("return parameter, m", "adam_step returned 2 values"),
        ("return parameter, m, 3.0", "the returned v is a float"),
        ("return parameter, m.sum(), v", "m has shape ()"),
        ("return parameter[:1], m[:1], v[:1]", "parameter has shape (1, 3)"),
        ("return parameter / 0, m, v", "after the first step, parameter is inf"),
        ("return parameter, m / gradient, v", "after the first step, m is nan where the gradient"),
    ],
)
def test_what_comes_out_instead_of_a_step(write, line, saw):
    write(mutants.stub_with(f"    {line}\n"))
    assert saw in check().saw


def test_a_function_that_takes_something_else(write):
    write("def adam_step(parameter): ...\n")
    assert "raised TypeError" in check().saw


# --- how a result reads -----------------------------------------------------------------------


def test_a_failure_says_five_things():
    text = str(check(*MISTAKES["NoCorrection"].code))
    for label in (
        "saw      the first step is -0.1581 for lr = 0.05 and gradient 0.001",
        "expected -0.05",
    ):
        assert label in text  # 3.16 times too far, as the lesson says
    assert "likely   m and v are not corrected" in text
    assert "look at  " in text and "next     hint(1" in text


def test_the_numbers_of_the_trial_hide_nothing():
    """No two are alike, and m and v are none that one step could have made."""
    for one in (checks.PARAMETER, checks.GRADIENT, checks.M, checks.V):
        assert one.unique().numel() == one.numel() == 6
    assert (checks.M - 0.1 * checks.GRADIENT).abs().min() > 1e-3
    assert (checks.V - 0.001 * checks.GRADIENT.square()).abs().min() > 1e-3
