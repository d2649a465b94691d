"""Grade a folder or ZIP file of submissions, or write an autograder for Gradescope.

python -m lessons.grade homework.zip             writes graded/ beside it: grades.csv, feedback/, class.html
python -m lessons.grade homework --lesson masks  all files belong to this exercise
python -m lessons.grade homework --names '(?P<id>\\d+)-(?P<exercise>\\w+)'  names of your own system
python -m lessons.grade --gradescope DIR --lesson masks

Downloads from Moodle and Canvas are recognised. Otherwise each file or folder is one submission, a .py or .ipynb file.
The code of a submission runs in a process of its own, but this is no sandbox: grade on a computer without secrets.
"""

import argparse
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from lessons.grade import gradescope
from lessons.grade.class_page import write_page
from lessons.grade.files import read_files
from lessons.grade.grading import Grade, grade
from lessons.grade.matching import check_lesson
from lessons.grade.report import write_feedback, write_grades
from lessons.grade.submissions import pattern, submissions
from transformer.runs.commands import command


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command. Raise `ValueError` with a sentence if an argument is wrong."""
    parser = arguments_parser()
    options = parser.parse_args(arguments)
    if options.lesson:
        check_lesson(options.lesson)
    if options.gradescope:
        if not options.lesson:
            parser.error("--gradescope needs --lesson: an autograder is for one exercise")
        archive = gradescope.write(options.gradescope, options.lesson)
        print(f"Upload {archive} to Gradescope as the autograder of the assignment.")
    if options.place:
        grade_place(options)
    elif not options.gradescope:
        parser.error("give the folder or ZIP file with the submissions")


def grade_place(options: argparse.Namespace) -> None:
    """Grade a folder or ZIP file, write the results, and print where they are."""
    place = options.place.resolve()
    out = (options.out or place.parent / "graded").resolve()
    names = pattern(options.names) if options.names else None
    handed_in = submissions(read_files(place), names)
    empty(out, place)
    tqdm.monitor_interval = 0  # its thread would be in the way of forks
    with tqdm(desc="grade", unit="submission", disable=None) as bar:

        def ended(count: int, of: int) -> None:
            bar.total = of
            bar.update(count - bar.n)

        grades = grade(handed_in, options.lesson, options.jobs, options.seconds, ended)
    write_grades(grades, out / "grades.csv")
    write_page(grades, out / "class.html")
    for path in write_feedback(grades, out / "feedback"):
        print(f"grade: this system does not allow the name {path!r}, so it has no feedback")
    print(summary(grades, out))


def summary(grades: Sequence[Grade], out: Path) -> str:
    """Return two sentences: how many submissions were graded, and where the results are."""
    graded = [result for result in grades if result.verdict]
    passed = sum(result.passed for result in graded)
    return (
        f"{len(graded)} submissions graded, {passed} pass all checks, {len(grades) - len(graded)} files not run.\n"
        f"Results: {out / 'grades.csv'}, class.html for the lecture, feedback.zip for Moodle or Canvas."
    )


def empty(out: Path, place: Path) -> None:
    """Create the folder for the results, or remove earlier results from it. Raise `ValueError` for a folder with
    something else."""
    if out == place or place in out.parents:
        raise ValueError(f"--out {out} is inside the submissions. Choose a folder outside.")
    if out.exists() and not (
        out.is_dir() and (not any(out.iterdir()) or (out / "grades.csv").exists())
    ):
        raise ValueError(
            f"{out} already exists and has no grades.csv. Choose another folder with --out."
        )
    shutil.rmtree(out / "feedback", ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)


def positive(text: str) -> int:
    """Return the number that the text states. Raise `ArgumentTypeError` if it is not at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number of at least 1")
    return int(text)


def arguments_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m lessons.grade",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "place", metavar="FOLDER_OR_ZIP", nargs="?", type=Path, help="with the submissions"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder for the results; default: graded/ beside the submissions",
    )
    parser.add_argument("--lesson", default="", metavar="NAME", help="the exercise of all files")
    parser.add_argument(
        "--names",
        metavar="REGEX",
        help="searched in each path; its group id is the student, exercise the lesson",
    )
    parser.add_argument(
        "--jobs",
        type=positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes at the same time",
    )
    parser.add_argument(
        "--seconds",
        type=positive,
        default=60,
        metavar="N",
        help="CPU time for each submission; default: 60",
    )
    parser.add_argument(
        "--gradescope",
        type=Path,
        metavar="DIR",
        help="write an autograder for the exercise of --lesson",
    )
    return parser


if __name__ == "__main__":
    with command("grade"):
        main()
