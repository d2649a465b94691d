"""Choosing attempts, the table, the feedback and the page; without running any code."""

import csv

import pytest

from lessons.grade.class_page import page
from lessons.grade.files import File
from lessons.grade.gradescope import results
from lessons.grade.grading import Grade, examine, latest, with_code
from lessons.grade.report import harmless, write_feedback, write_grades
from lessons.grade.submissions import Submission, submissions
from lessons.grade.verdict import Verdict

CODE = b"def causal(): pass\n"
TITLES = ("it exists", "it runs", "optional", "equals the reference", "left alone")


def graded(path: str = "anna.py", **verdict) -> Grade:
    (submission,) = submissions([File(path)])
    return Grade(submission, "masks", verdict=Verdict(titles=TITLES, **verdict))


def chosen(*files: File, lesson: str = "") -> dict[str, str]:
    handed_in = [Submission(file, "7", original=file.path) for file in files]
    grades = latest([examine(submission, lesson) for submission in with_code(handed_in)])
    return {grade.submission.file.path: grade.problem for grade in grades}


def test_of_two_attempts_the_newest_is_graded_and_the_other_is_listed():
    old, new = File("a.py", CODE, (1,)), File("b.py", CODE, (2,))
    assert chosen(new, old) == {"b.py": "", "a.py": "Another attempt was graded instead: b.py."}
    later = [Submission(old, "7", attempt=2), Submission(new, "7", attempt=1)]
    assert latest([examine(submission) for submission in later])[0].problem == ""


@pytest.mark.parametrize("lesson", ["", "masks"])
def test_helpers_and_notes_are_left_out(lesson):
    helper, notes = File("helper.py", b"x = 1", (9,)), File("notes.pdf")
    code, notebook = File("a.py", CODE, (1,)), File("masks.ipynb", b'{"cells": []}', (9,))
    problems = chosen(helper, notes, code, notebook, lesson=lesson)
    assert problems == {"a.py": "", "masks.ipynb": "Another attempt was graded instead: a.py."}


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (File("notes.pdf"), "No .py or .ipynb file was handed in, only notes.pdf."),
        (File("masks.py", b" \n"), "The file is empty."),
        (File("masks.ipynb", b""), "The file is empty."),
        (File("masks.ipynb", b'{"cells": []}'), "No cell of the notebook defines causal, padding"),
        (File("a.ipynb", b"{"), "not a notebook"),
        (File("a.py", b"x = 1"), "defines none of the functions"),
    ],
)
def test_what_cannot_be_run_gets_a_sentence(file, message):
    assert message in chosen(file)[file.path]


def test_the_table_is_harmless_in_a_spreadsheet(tmp_path):
    write_grades([graded("=1+2.py", passed=True, done=TITLES)], tmp_path / "grades.csv")
    with open(tmp_path / "grades.csv", encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["id"], row["file"], row["passed"], row["checks"]) == (
        "'=1+2",
        "'=1+2.py",
        "yes",
        "5",
    )
    for cell in ("=1", "+1", "-1", "@A1", "\t=1"):
        assert harmless(cell) == f"'{cell}"


PATHS = (
    "Ada_1_assignsubmission_file_/exercise.py",
    "Ada_1_assignsubmission_file_exercise.py",
    "lovelaceada_LATE_12_345_masks.py",
    "anna/exercise.py",
    "../evil.py",
)


def test_feedback_has_the_layout_that_was_received(tmp_path):
    folder = tmp_path / "graded" / "feedback"
    folder.mkdir(parents=True)
    grades = [graded(path, failed="it runs", not_run=2, text="✗ it runs") for path in PATHS]
    assert write_feedback(grades, folder) == []
    written = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    assert written == {f"{path}.txt" for path in PATHS[:-1]}
    assert {p.name for p in tmp_path.rglob("*.zip")} == {"feedback.zip"}
    assert not (tmp_path / "graded" / "evil.py.txt").exists()
    assert "Result: 0 of 3 checks passed." in (folder / f"{PATHS[0]}.txt").read_text("utf-8")


def test_the_page_counts_mistakes_and_escapes_all():
    wrong = graded("anna.py", failed="it runs", likely="x < y & z", mistake="Strict")
    other = graded("ben.py", failed="<b>it runs</b>")
    text = page([wrong, wrong, other, graded(passed=True, done=TITLES)])
    assert "1 of 4 submissions pass all checks." in text
    assert '<td class="count">2</td><td>Strict</td><td>X &lt; y &amp; z.</td>' in text
    assert "This check fails: &lt;b&gt;it runs&lt;/b&gt;." in text
    assert "anna" not in text and "ben" not in text


def test_gradescope_gives_points_only_for_checks_that_ran():
    content = results(graded(done=TITLES[:2], failed=TITLES[3], not_run=1, text="✗ equals"))
    assert content["score"] == 2 and content["stdout_visibility"] == "hidden"
    assert [(test["name"], test["score"], test["status"]) for test in content["tests"]] == [
        ("it exists", 1, "passed"),
        ("it runs", 1, "passed"),
        ("equals the reference", 0, "failed"),
        ("left alone", 0, "failed"),
    ]
    assert "passed." in content["output"] and "All" not in content["output"]
    lost = results(graded(problem="The code ended the whole program."))
    assert lost["score"] == 0 and len(lost["tests"]) == 5
