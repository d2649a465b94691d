"""The positions exercise: what its checks catch, what they call it, and how they say so."""

import inspect

import pytest
import torch

from lessons.positions import checks
from lessons.positions.checks import CHECKS, check, reveal, solution
from lessons.positions.mistakes import MISTAKES
from lessons.positions.tests import mutants
from tests.kit.finds import finds
from transformer import positions

# --- right and wrong functions ----------------------------------------------------------------


def test_the_way_most_tutorials_write_it_passes_in_float64(write):
    """With an exponential in place of the power; in float32 throughout it is told what it loses."""
    body = """\
    table = torch.zeros(length, d_model)
    place = torch.arange(length, dtype=torch.float32).unsqueeze(1)
    turns = torch.exp(torch.arange(0, d_model, 2) * (-math.log(base) / d_model))
    table[:, 0::2] = torch.sin(place * turns)
    table[:, 1::2] = torch.cos(place * turns)
    return table
"""
    write(mutants.stub_with(sinusoidal=body, shift=mutants.BODIES["shift"]))
    result = check()
    assert result.failed == "the last of 4000 positions is correct"
    assert result.likely == MISTAKES["Float32"].sentence
    exact = body.replace("float32", "float64").replace(
        "d_model, 2)", "d_model, 2, dtype=torch.float64)"
    )
    write(mutants.stub_with(sinusoidal=exact, shift=mutants.BODIES["shift"]))
    check().raise_if_failed()


def test_the_first_half_is_checked_before_the_second_is_written(write):
    """Who has written only `sinusoidal` sees its checks pass, and is sent to `shift`."""
    write(mutants.stub_with(sinusoidal=mutants.BODIES["sinusoidal"]))
    result = check()
    assert "equals the real table" in result.done
    assert result.failed == "`shift` runs, shape (8, 8)"
    assert "still to be written" in result.saw
    assert result.likely == ""


def test_an_unknown_table_is_not_blamed_on_the_shift(write):
    text = mutants.solution(*mutants.EDITS["TurnsBackwards"])
    write(text.replace("turn = place", "turn = 2 * place"))
    assert check().likely == ""


# Which check fails on which mistake, each check asked alone; the others never do.
(SHAPE, ROW_0, LONG, FIRST, LAST, BASE, DISTANCE, REPEAT, ALIKE, TABLE) = (2, *range(4, 13))
(FAR, ROTATION, TWO, LEADS, MATRIX) = (13, *range(15, 19))
FINDS = {
    "Float32": {FAR},
    "FromOne": {ROW_0, TABLE, FAR},
    "DividedByLength": {FIRST, LAST, BASE, REPEAT, ALIKE, TABLE, FAR},
    "OddDimensionsOnTheirOwn": {LONG, FIRST, BASE, DISTANCE, TABLE, FAR},
    "HalfTheExponent": {LAST, BASE, TABLE, FAR},
    "TwiceTheExponent": {LAST, BASE, TABLE, FAR},
    "PairsFromOne": {FIRST, LAST, BASE, TABLE, FAR},
    "OnePairPerColumn": {SHAPE, ROW_0, LONG, TABLE, FAR},
    "WholeExponents": {LAST, BASE, REPEAT, TABLE, FAR},
    "LastPairAtTheBase": {LAST, BASE, TABLE, FAR},
    "Tensor2Tensor": {ROW_0, FIRST, LAST, BASE, TABLE, FAR},
    "DefaultThousand": {LAST, TABLE},
    "BaseThousand": {LAST, BASE, TABLE, FAR},
    "BaseIgnored": {BASE, TABLE, FAR},
    "Multiplied": {LAST, BASE, TABLE, FAR},
    "RolesSwapped": {ROW_0, FIRST, LAST, BASE, DISTANCE, REPEAT, TABLE, FAR},
    "Turns": {FIRST, LAST, BASE, TABLE, FAR},
    "Log10": {LAST, BASE, TABLE, FAR},
    "Degrees": {FIRST, LAST, BASE, REPEAT, TABLE, FAR},
    "SineAndCosineSwapped": {ROW_0, FIRST, LAST, BASE, TABLE, FAR},
    "OnlySines": {ROW_0, LONG, FIRST, LAST, BASE, DISTANCE, REPEAT, TABLE, FAR},
    "Concatenated": {ROW_0, FIRST, LAST, BASE, TABLE, FAR},
    "Transposed": {SHAPE, ROW_0, LONG, FIRST, LAST, BASE, DISTANCE, ALIKE, TABLE, FAR},
    "TurnsBackwards": {LEADS, MATRIX},
    "NoMinus": {ROTATION, TWO, LEADS, MATRIX},
    "OneAngleForAll": {LEADS, MATRIX},
    "OffsetIgnored": {TWO, LEADS, MATRIX},
    "ShiftIgnoresBase": {MATRIX},
    "ShiftOfHalves": {LEADS, MATRIX},
}


def test_which_check_finds_which_mistake():
    assert set(FINDS) == set(MISTAKES)
    for name, planted in MISTAKES.items():
        assert finds(CHECKS, checks.Student(*planted.code)) == FINDS[name], name


# --- code that does not get as far as a number ------------------------------------------------


@pytest.mark.parametrize(
    ("line", "saw"),
    [
        ("return [[0.0, 1.0]]", "sinusoidal returned a list"),
        ("return torch.zeros(length)", "shape (9,)"),
        ("return torch.zeros(max(2, length), d_model)", "shape (2, 8)"),  # one word alone
        ("return torch.zeros(length, d_model) / 0", "position 0, column 0 is nan"),
    ],
)
def test_what_comes_out_instead_of_a_table(write, line, saw):
    write(mutants.stub_with(sinusoidal=f"    {line}\n"))
    assert saw in check().saw


@pytest.mark.parametrize(
    ("line", "saw"),
    [
        ("pass", "shift returned nothing; it needs a return"),
        ("return torch.eye(d_model + 1)", "shape (9, 9)"),
        ("return torch.eye(d_model) / 0", "row 0 of M_0 has norm nan"),
        ("return torch.eye(d_model)", "M_3 @ row"),
        ("return torch.eye(d_model).flip(0)", "M_1 @ M_1 differs from M_2"),
    ],
)
def test_what_comes_out_instead_of_a_shift(write, line, saw):
    write(mutants.stub_with(sinusoidal=mutants.BODIES["sinusoidal"], shift=f"    {line}\n"))
    assert saw in check().saw


def test_a_file_without_the_second_function(write):
    write("def sinusoidal(): ...\n")
    assert "there is no function shift" in check().saw


def test_double_precision_and_gradients_are_welcome(write):
    edits = [("zeros(length, d_model)", "zeros(length, d_model, dtype=torch.float64)")]
    write(mutants.solution("sinusoidal", [*edits, ("return table", "return table * one")]))
    file = checks.Student.exercise
    file.write_text(f"{file.read_text()}\none = torch.ones(1, requires_grad=True)\n")
    check().raise_if_failed()


# --- how a result reads -----------------------------------------------------------------------


def test_a_failure_says_five_things():
    text = str(check(*MISTAKES["FromOne"].code))
    for label in ("saw      row 0 is 0.8415 0.5403", "expected 0 1 0 1", "likely   the positions"):
        assert label in text
    assert "look at  " in text and "next     hint(1" in text


def test_reveal_prints_the_real_source_and_it_fits_a_slide(capsys):
    reveal()
    shown = capsys.readouterr().out
    for part in (positions.sinusoidal, positions.shift):
        assert inspect.getsource(part) in shown
    assert len(solution().splitlines()) <= 60


def test_the_sizes_of_the_trial_hide_nothing():
    """All axes differ, and the waves are those that the titles of the checks name."""
    assert len({checks.LENGTH, checks.D_MODEL, checks.D_MODEL // 2, checks.LONGER}) == 4
    turns = positions.frequencies(checks.D_MODEL)
    assert torch.allclose(turns, torch.tensor([1.0, 0.1, 0.01, 0.001]).double())
