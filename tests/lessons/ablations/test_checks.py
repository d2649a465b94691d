"""The ablations exercise: what its checks catch, what they call it, and how they say so."""

import pytest

from lessons.ablations import trial
from lessons.ablations.checks import CHECKS, check
from lessons.ablations.trial import Student, answers, real_interval
from lessons.kit.checking import Failed
from tests.lessons.ablations import mutants


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a student's file; `check()` then reads that one."""
    file = tmp_path / "exercise.py"
    monkeypatch.setattr(trial.Student, "exercise", file)
    return lambda text: file.write_text(text, encoding="utf-8")


def test_a_list_and_whole_numbers_are_fine_too(write):
    write(mutants.solution("interval", [("return (-b - root) / (2 * a), (-b + root) / (2 * a)",
          "return [(-b - root) / (2 * a), (-b + root) / (2 * a)]")]))  # fmt: skip
    check().raise_if_failed()


def test_the_first_half_is_checked_before_the_second_is_written(write):
    write(mutants.stub_with(interval=mutants.BODIES["interval"]))
    result = check()
    assert "equals the real interval" in result.done
    assert result.failed == "chance runs, and is a probability"
    assert "still to be written" in result.saw and result.likely == ""


def test_every_check_is_the_first_to_catch_something(write):
    """None is there for show: each stops at least one of these."""
    caught = set()
    for (function, edits), _ in mutants.EDITS.values():
        write(mutants.solution(function, edits))
        caught.add(check().failed)
    for function, edits in mutants.UNKNOWN.values():
        write(mutants.solution(function, edits))
        caught.add(check().failed)
    for text in ("", mutants.stub_with(), mutants.stub_with(interval=mutants.BODIES["interval"])):
        write(text)
        caught.add(check().failed)
    # A wrong exponent that only shows in numbers; properties hold.
    write(mutants.solution("interval", [("z * z / count", "z**2.2 / count")]))
    caught.add(check().failed)
    write(mutants.solution("chance", [("2 * ways", "(2 + (fewer == 2)) * ways")]))
    caught.add(check().failed)
    assert caught == {one.title for one in CHECKS}


@pytest.mark.parametrize(
    ("body", "saw"),
    [
        ("    return None\n", "interval returned nothing; it needs a return"),
        ("    return 0.5\n", "interval returned 0.5"),
        ('    return "0.1 to 0.3"\n', "interval returned '0.1 to 0.3'"),
        ("    return 0.1, None\n", "interval returned nothing"),
        ('    return float("nan"), 1\n', "interval returned nan"),
        ("    return 1 / 0, 1\n", "raised ZeroDivisionError"),
        ("    return undefined\n", "raised NameError"),
        ("    while True:\n        pass\n", "was still running after"),
        ("    raise SystemExit\n", "raised SystemExit"),
        ("    return (\n", "Python cannot read line"),
    ],
)
def test_anything_else_gets_a_sentence(write, body, saw):
    write(mutants.stub_with(interval=body))
    result = check(seconds=0.3)
    assert not result.passed and saw in result.saw and result.likely == ""


def test_missing_or_misnamed_functions(write):
    write("")
    assert "there is no function interval" in check().saw
    write("interval = 3\n")
    assert "interval is no function" in check().saw
    with pytest.raises(Failed, match="there is no file"):
        trial.Student.exercise.unlink()
        Student().find()


def test_what_is_asked_is_what_it_is_called():
    first, second = answers(30, 9, 2, 5)
    pairs = list(zip(first, second, strict=True))
    assert [pairs.count(p) for p in [(True, True), (True, False), (False, True), (False, False)]] == [
        30, 9, 2, 5,
    ]  # fmt: skip
    assert real_interval(7, 20) == pytest.approx((0.1812, 0.5671), abs=5e-5)
