"""The command, run once over a class with every kind of bad submission."""

import csv
import json
import os
import subprocess
import sys
import zipfile
from types import SimpleNamespace

import pytest

from lessons.grade import runner
from lessons.grade.runner import Job
from lessons.masks.tests import mutants as masks
from lessons.scores.mistakes import MISTAKES
from lessons.scores.tests import mutants
from tests.kit.paths import ROOT
from transformer.runs import processes

pytestmark = pytest.mark.slow
RIGHT = mutants.solution()
LINE = 1 + RIGHT[: RIGHT.index("\ndef general")].count("\n") + 1


def with_line(line: str) -> str:
    """The solution with a line before its first function."""
    return RIGHT.replace("\ndef general", f"\n{line}\n\n\ndef general", 1)


def notebook(text: str) -> str:
    head, *functions = text.split("\n\n\ndef ")
    cells = [head, *(f"def {function}" for function in functions), "raise ValueError('not run')"]
    return json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]})


MADE = {name: mutants.EDITS[name] for name in MISTAKES if name in mutants.EDITS}
BAD = {
    "right": RIGHT,
    "stub": (ROOT / "lessons/scores/exercise.py").read_text(encoding="utf-8"),
    "endless": with_line("while True: pass"),
    "sleep": with_line("import time; time.sleep(1e6)"),
    "exit": with_line("import sys; sys.exit()"),
    "leave": with_line("import os; os._exit(0)"),
    "crash": with_line("import ctypes; ctypes.string_at(0)"),
    "print": with_line("while True: print('x' * 10_000)"),
    "cheat": 'print(\'{"passed": true, "problem": ""}\')\nraise SystemExit(0)',
    "empty": "",
    "syntax": RIGHT.replace("def general(", "def general(:", 1),
    "lesson": masks.solution(),
    "bytes": RIGHT.encode().replace(b'"""', b'"""\x85 ', 1),
}


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """The rows of the table by the student's name, and the folder of the results."""
    folder = tmp_path_factory.mktemp("grade")
    texts = {**{name: mutants.solution(*edits) for name, edits in MADE.items()}, **BAD}
    with zipfile.ZipFile(folder / "homework.zip", "w") as archive:
        for number, (name, text) in enumerate(texts.items()):
            archive.writestr(f"{name}_{number}_assignsubmission_file/exercise.py", text)
        archive.writestr("notebook_900_assignsubmission_file/scores.ipynb", notebook(RIGHT))
        archive.writestr("slip_901_assignsubmission_file/../../evil.py", RIGHT)
        old = zipfile.ZipInfo("twice_902_assignsubmission_file/old.py", (2026, 1, 1, 0, 0, 0))
        new = zipfile.ZipInfo("twice_902_assignsubmission_file/new.py", (2026, 1, 2, 0, 0, 0))
        archive.writestr(old, with_line("1 / 0"))
        archive.writestr(new, RIGHT)
    command = [sys.executable, "-m", "lessons.grade", str(folder / "homework.zip")]
    command += ["--lesson", "scores", "--jobs", "4", "--seconds", "6"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    out = folder / "graded"
    with open(out / "grades.csv", encoding="utf-8-sig", newline="") as file:
        rows = {row["file"].split("/")[0].split("_")[0]: row for row in csv.DictReader(file)}
    return SimpleNamespace(rows=rows, out=out, said=done.stdout)


def test_each_mistake_is_named(ran):
    for name in MADE:
        row = ran.rows[name]
        assert (row["passed"], row["mistake"]) == ("no", name)
        assert row["note"].lower().startswith(MISTAKES[name].sentence[:40].lower())
        assert row["line"].isdecimal()
    assert len(MADE) == len(MISTAKES) > 20


@pytest.mark.parametrize("name", ["right", "notebook"])
def test_a_correct_submission_passes(ran, name):
    row = ran.rows[name]
    assert row["passed"] == "yes" and row["checks_passed"] == row["checks"] != "0"
    assert row["note"] == row["line"] == row["mistake"] == ""


@pytest.mark.parametrize(
    ("name", "message", "line"),
    [
        ("stub", "is still to be written", ""),
        ("endless", "still running", LINE),
        ("sleep", "still running", LINE),
        ("exit", "raised SystemExit", LINE),
        ("leave", "ended the whole program (os._exit)", LINE),
        ("crash", "without a result (SIG", LINE),
        ("print", "printed more than 16 MB", LINE),
        ("cheat", "raised SystemExit", 2),
        ("empty", "The file is empty.", None),
        ("syntax", "cannot read line", LINE),
        ("lesson", "belongs to another lesson: it defines both, causal", None),
        ("bytes", "is not UTF-8", 1),
        ("slip", "leads outside", None),
    ],
)
def test_a_bad_submission_has_its_own_row_with_a_sentence(ran, name, message, line):
    row = ran.rows[name]
    assert message in row["note"], row
    assert row["passed"] == ("" if line is None else "no")
    assert row["line"] == str(line or "") or line == "", row


def test_of_two_attempts_the_newest_was_graded(ran):
    with open(ran.out / "grades.csv", encoding="utf-8-sig", newline="") as file:
        new, old = [row for row in csv.DictReader(file) if row["id"] == "902"]
    assert new["passed"] == "yes" and new["file"].endswith("new.py")
    assert old["passed"] == "" and "Another attempt" in old["note"]


def test_every_result_is_written_where_it_belongs(ran):
    names = zipfile.ZipFile(ran.out / "feedback.zip").namelist()
    right = next(name for name in names if name.startswith("right_") and name.endswith(".txt"))
    assert right.endswith("_assignsubmission_file/exercise.py.txt")
    text = (ran.out / "feedback" / right).read_text(encoding="utf-8")
    assert "Result: 15 of 15 checks passed." in text
    assert "What the class got wrong" in (ran.out / "class.html").read_text(encoding="utf-8")
    assert not [path for path in ran.out.rglob("*") if "evil" in path.name]
    assert "submissions graded" in ran.said


def test_without_forks_a_new_python_gives_the_same(monkeypatch):
    monkeypatch.setattr(processes, "CAN_FORK", False)
    jobs = [
        Job(with_line("import os; os._exit(0)").encode(), "scores"),
        Job(RIGHT.encode(), "scores"),
    ]
    verdicts = dict(runner.run(jobs, 2, 60))
    assert verdicts[1].passed and verdicts[0].line == LINE and "os._exit" in verdicts[0].problem


def test_gradescope_runs_the_autograder(tmp_path):
    command = [sys.executable, "-m", "lessons.grade", "--lesson", "scores", "--gradescope"]
    subprocess.run([*command, str(tmp_path / "source")], cwd=ROOT, check=True, capture_output=True)
    source = tmp_path / "source"
    names = zipfile.ZipFile(tmp_path / "source.zip").namelist()
    assert {"setup.sh", "run_autograder", "lessons/grade/gradescope.py"} <= {*names}
    subprocess.run(["sh", "-n", source / "setup.sh"], check=True)
    (source / ".venv").symlink_to(ROOT / ".venv")
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "mine.py").write_text(mutants.solution(*MADE["TanhOfEach"]), encoding="utf-8")
    env = os.environ | {"AUTOGRADER": str(tmp_path)}
    subprocess.run([source / "run_autograder"], env=env, check=True)
    content = json.loads((tmp_path / "results" / "results.json").read_text(encoding="utf-8"))
    assert content["score"] == sum(test["score"] for test in content["tests"]) == 6
    assert len(content["tests"]) == 15 and MISTAKES["TanhOfEach"].sentence[:30] in str(content)
    assert "Result: 6 of 15 checks passed." in content["output"]
