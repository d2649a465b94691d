"""`make check`: how far the exercises are, in a terminal."""

import shutil

import pytest

from lessons import LESSONS, check, progress
from lessons.kit import task
from lessons.masks import checks
from lessons.masks.tests import mutants
from tests.kit.stub import stub


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Exercises of another checkout: nothing is begun, and only that of masks can be written."""
    for lesson in LESSONS:
        folder = tmp_path / lesson.name
        folder.mkdir()
        shutil.copy(task.FOLDER / lesson.name / "lesson.py", folder)
        (folder / "exercise.py").write_text(stub(lesson.name), encoding="utf-8")
    monkeypatch.setattr(task, "FOLDER", tmp_path)
    monkeypatch.setattr(checks.Student, "exercise", tmp_path / "masks" / "exercise.py")
    monkeypatch.setenv("GLASSBOX_PROGRESS", str(tmp_path / "progress.json"))
    return tmp_path / "masks" / "exercise.py"


def test_nothing_begun_is_no_failure(file, capsys):
    assert check.main([]) == 0
    told = capsys.readouterr().out
    lines = told.splitlines()
    assert all(
        "not started" in line and " min " in line and "●" in line for line in lines[: len(LESSONS)]
    )
    assert lines[-1] == f"Next: {LESSONS[0].title}, in lessons/{LESSONS[0].name}/exercise.py"
    assert check.main(["masks"]) == 0
    assert "Not started" in capsys.readouterr().out
    assert progress.read() == {}


def test_stuck_ends_with_one_and_says_what_the_page_says(file, capsys):
    file.write_text(mutants.solution(*mutants.EDITS["Either"]), encoding="utf-8")
    assert check.main([]) == 1
    assert "fails: `both` hides later words and padding (8 checks pass)" in capsys.readouterr().out
    assert check.main(["masks"]) == 1
    told = capsys.readouterr().out
    assert "✗ `both` hides later words" in told and "likely" in told
    assert "next     python -m lessons.check masks --hint 1" in told
    assert check.main(["masks", "--hint", "2"]) == 1
    assert "hint 2" in capsys.readouterr().out


class Checkout:
    """A project whose folder `lessons` is the given one."""

    def __init__(self, lessons):
        self.lessons = lessons

    def __truediv__(self, name):
        return self.lessons


def test_an_exercise_passes_where_progress_cannot_be_saved(file, capsys, monkeypatch):
    monkeypatch.setattr("lessons.kit.exercise.ROOT", Checkout(file.parents[1]))
    monkeypatch.setattr("lessons.kit.exercise.progress.record_pass", pytest.fail)
    monkeypatch.setenv("GLASSBOX_PROGRESS", str(file / "progress.json"))  # the exercise is a file
    file.write_text(mutants.solution(), encoding="utf-8")
    assert check.main(["masks"]) == 0
    assert "your progress is not saved" in capsys.readouterr().err


def test_half_written_is_begun(file, capsys):
    file.write_text(
        stub("masks").replace("raise NotImplementedError", "return causal  #", 1), "utf-8"
    )
    assert check.main([]) == 1
    file.write_text("def causal(:", "utf-8")
    assert check.main(["masks"]) == 1
    assert "Python cannot read line 1" in capsys.readouterr().out


def test_done_is_said(file, capsys):
    file.write_text(mutants.solution(), encoding="utf-8")
    assert check.main([]) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("masks"))
    assert line.endswith("done")


def test_an_unknown_lesson_and_a_machine_that_does_not_run(file, capsys, monkeypatch):
    with pytest.raises(SystemExit) as ended:
        check.main(["mask"])
    assert (
        ended.value.code == 2
        and "there is no exercise mask. Use one of sequences" in capsys.readouterr().err
    )
    file.write_text(mutants.solution(), encoding="utf-8")
    monkeypatch.setattr(check, "import_module", lambda name: 1 / 0)
    assert check.main(["masks"]) == 1
    assert "the checks cannot run" in capsys.readouterr().out
