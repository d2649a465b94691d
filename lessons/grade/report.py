"""Write the grades: `grades.csv` for the teacher, and `feedback/` for the students, in the layout that was received."""

import csv
import shutil
from collections.abc import Sequence
from pathlib import Path

from lessons.grade.files import is_inside
from lessons.grade.grading import Grade

COLUMNS = (
    "id", "name", "exercise", "file", "passed", "checks_passed", "checks", "mistake", "line", "seconds", "note",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")  # a spreadsheet would run a cell that begins so


def write_grades(grades: Sequence[Grade], file: Path) -> None:
    """Write one row per submission; the byte order mark makes Excel read UTF-8."""
    with open(file, "w", newline="", encoding="utf-8-sig", errors="replace") as stream:
        table = csv.writer(stream)
        table.writerow(COLUMNS)
        table.writerows([harmless(cell) for cell in row(grade)] for grade in grades)


def row(grade: Grade) -> tuple[str, ...]:
    """Return the cells of one submission, in the order of `COLUMNS`."""
    submission, verdict = grade.submission, grade.verdict
    passed = {True: "yes", False: "no"}[grade.passed] if verdict else ""
    counts = (str(grade.done), str(grade.total)) if verdict else ("", "")
    return (
        submission.id, submission.name, grade.exercise, submission.file.path, passed, *counts,
        verdict.mistake if verdict else "", grade.line, f"{verdict.seconds:.1f}" if verdict else "", note(grade),
    )  # fmt: skip


def note(grade: Grade) -> str:
    """Return one sentence about what is wrong; "" if all checks passed."""
    verdict = grade.verdict
    if grade.problem or verdict is None or verdict.passed:
        return grade.problem
    failure = f"{verdict.failed}: saw {verdict.saw}; expected {verdict.expected}"
    return sentence(verdict.likely or failure)


def sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def harmless(cell: str) -> str:
    """Return the cell with an apostrophe in front if a spreadsheet would take it for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def write_feedback(grades: Sequence[Grade], folder: Path) -> list[str]:
    """Write a text beside the place of each file: its path and “.txt”. Return the paths that could not be written.

    Moodle and Canvas find the student by the folder or the file name, so the ZIP file of this folder can be uploaded.
    """
    failed = []
    for grade in grades:
        path = grade.submission.file.path
        if not is_inside(path):
            continue  # nobody could find it, and it must not be written outside
        try:
            file = folder / f"{path}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(feedback(grade), encoding="utf-8", errors="replace")
        except (OSError, ValueError):  # a name that this system does not allow
            failed.append(path)
    shutil.make_archive(str(folder), "zip", folder)
    return failed


def feedback(grade: Grade) -> str:
    """Return the feedback that the student reads."""
    lines = [f"File: {grade.submission.original}"]
    if grade.exercise:
        lines.insert(0, f"Exercise: {grade.exercise}")
    verdict = grade.verdict
    if verdict:
        lines.append(f"Result: {grade.done} of {grade.total} checks passed.")
    if grade.problem:
        lines += ["", grade.problem]
    if verdict and verdict.text:
        lines += ["", verdict.text]
    if grade.notebook and verdict and verdict.line:
        lines += ["", f"Here exercise.py:{verdict.line} is {grade.line} of the notebook."]
    elif grade.problem and grade.line:
        lines.append(f"Look at line {grade.line}.")
    return "\n".join(lines) + "\n"
