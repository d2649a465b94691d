"""An autograder for Gradescope: the files that it needs, and the program that it runs for each submission.

Gradescope runs `setup.sh` once, and `run_autograder` for each submission. Its folder is /autograder; another one can
be given by the environment variable AUTOGRADER.
"""

import json
import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lessons.grade.files import read_files
from lessons.grade.grading import Grade, grade
from lessons.grade.matching import check_lesson
from lessons.grade.report import feedback
from lessons.grade.submissions import Submission
from transformer.diagnosis.source_line import ROOT
from transformer.runs.commands import command

NEEDED = ("torch", "numpy", "safetensors", "filelock", "psutil", "tqdm")  # of requirements.txt
SETUP = """\
#!/bin/sh
# Gradescope runs this once, to build the image.
set -eu
cd "${AUTOGRADER:-/autograder}/source"
# The images of Gradescope may have an older Python.
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    apt-get update -qq
    apt-get install -y -qq python3.11 python3.11-venv
fi
sh environment.sh .venv requirements.txt
"""
RUN = """\
#!/bin/sh
# Gradescope runs this for each submission, and then reads results/results.json.
set -eu
cd "${{AUTOGRADER:-/autograder}}/source"
exec .venv/bin/python -m lessons.grade.gradescope {lesson}
"""
NOT_RUN = "Not run, because an earlier check failed."


def write(folder: Path, lesson: str) -> Path:
    """Write the autograder into a new or empty folder; return the ZIP file for the upload.

    Raise `ValueError` if the folder has something in it.
    """
    folder = folder.resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is not an empty folder. Choose another one with --gradescope.")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("setup.sh", SETUP), ("run_autograder", RUN.format(lesson=lesson))):
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        (folder / name).chmod(0o755)
    listed = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    needed = re.findall(rf"^(?:{'|'.join(NEEDED)})[>=].*$", listed, re.M)
    (folder / "requirements.txt").write_text("\n".join(needed) + "\n", encoding="utf-8")
    shutil.copy(ROOT / "constraints.txt", folder)
    shutil.copy(ROOT / "tools" / "environment.sh", folder)
    left_out = shutil.ignore_patterns("tests", "__pycache__", "my_*")
    for name in ("lessons", "transformer"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    return Path(shutil.make_archive(str(folder), "zip", folder))


def results(graded: Grade) -> dict[str, Any]:
    """Return the content of results.json: one test per check, each worth one point."""
    tests = _tests(graded)
    return {
        "score": sum(test["score"] for test in tests),
        "output": feedback(graded),
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _tests(graded: Grade) -> list[dict[str, Any]]:
    """Return each check that counts. After a failure, the checks that did not run have no points."""
    verdict = graded.verdict
    if verdict is None:
        return []
    if verdict.problem:
        return [_test(title, False, verdict.problem) for title in verdict.titles]
    tests = [_test(title, True, "") for title in verdict.done]
    if verdict.failed:
        tests.append(_test(verdict.failed, False, verdict.text))
    waiting = verdict.titles[len(verdict.titles) - verdict.not_run :]
    return tests + [_test(title, False, NOT_RUN) for title in waiting]


def _test(title: str, passed: bool, output: str) -> dict[str, Any]:
    return {
        "name": title,
        "score": 1 if passed else 0,
        "max_score": 1,
        "status": "passed" if passed else "failed",
        "output": output,
        "visibility": "visible",
    }


def graded_submission(folder: Path, lesson: str) -> Grade:
    """Return the grade of the one submission in a folder, which may have helper files."""
    files = read_files(folder)
    handed_in = [Submission(file, "submission", original=file.path) for file in files]
    grades = grade(handed_in, lesson)
    if not grades:
        raise ValueError("The submission has no file: hand in exercise.py.")
    return max(grades, key=lambda graded: (graded.verdict is not None, bool(graded.exercise)))


def main(arguments: Sequence[str]) -> None:
    """Grade the submission for a lesson, and write results.json."""
    (lesson,) = arguments
    check_lesson(lesson)
    root = Path(os.environ.get("AUTOGRADER") or "/autograder")
    try:
        content = results(graded_submission(root / "submission", lesson))
    except ValueError as error:
        content = {"score": 0, "output": str(error), "stdout_visibility": "hidden", "tests": []}
    (root / "results").mkdir(exist_ok=True)
    (root / "results" / "results.json").write_text(json.dumps(content, indent=2), encoding="utf-8")


if __name__ == "__main__":
    with command("gradescope"):
        main(sys.argv[1:])
