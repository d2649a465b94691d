"""What holds for the exercise of every lesson."""

from importlib import import_module

import pytest

from lessons import LESSONS
from tests.kit.stub import stub

every_lesson = pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])


def of(lesson: str, part: str):
    return import_module(f"lessons.{lesson}.{part}")


@pytest.fixture(autouse=True)
def handed_out(lesson, tmp_path, monkeypatch):
    """The exercise as it is handed out, whatever somebody has written into this checkout."""
    (tmp_path / "exercise.py").write_text(stub(lesson), encoding="utf-8")
    monkeypatch.setattr(of(lesson, "trial"), "EXERCISE", tmp_path / "exercise.py")


@every_lesson
def test_the_stub_fails_kindly(lesson):
    checks = of(lesson, "checks")
    result = checks.check()
    assert not result.passed
    assert result.done == (checks.CHECKS[0].title,)
    assert "still to be written" in result.saw
    assert result.look_at.startswith("exercise.py:")
    assert result.likely == ""  # nobody has made a mistake yet
    assert result.next == "hint(1)"
    assert result.not_run == len(checks.CHECKS) - 2


@every_lesson
def test_hints_lead_on_and_end(lesson, capsys):
    checks = of(lesson, "checks")
    for number, more in ((1, "hint(2)"), (2, "hint(3)"), (3, "reveal()")):
        checks.hint(number)
        assert more in capsys.readouterr().out
    checks.hint(4)
    assert "There is no hint 4" in capsys.readouterr().out
    for one in checks.CHECKS:
        assert len(set(one.hints)) == 3


@every_lesson
def test_reveal_prints_the_solution_and_it_fits_a_slide(lesson, capsys):
    checks = of(lesson, "checks")
    checks.reveal()
    assert checks.solution().strip() in capsys.readouterr().out
    assert len(checks.solution().splitlines()) <= 60


@every_lesson
def test_no_two_mistakes_share_a_sentence(lesson):
    sentences = [mistake.sentence for mistake in of(lesson, "mistakes").MISTAKES]
    assert len(set(sentences)) == len(sentences)
    assert all(sentences)
