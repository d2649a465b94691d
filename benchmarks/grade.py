"""Time to grade a class: 200 submissions of one exercise, right and wrong ones, as `python -m lessons.grade` does it.

    python -m benchmarks.grade [LESSON]

The submissions are the student's solution and the known mistakes in `lessons/*/tests/mutants.py`, in turn. One in fifty
never ends.
"""

import tempfile
import time
from importlib import import_module
from itertools import cycle, islice
from pathlib import Path

from benchmarks.kit.options import parser
from lessons.grade.files import read_files
from lessons.grade.grading import Grade, grade
from lessons.grade.submissions import submissions

CLASS, QUICK = 200, 6
ENDLESS = "while True:\n    pass\n"


def texts(lesson: str) -> list[str]:
    """Return a correct submission and one for each known mistake."""
    written = import_module(f"lessons.{lesson}.tests.mutants")
    return [written.solution(), *(written.solution(*edits) for edits in written.EDITS.values())]


def graded(lesson: str, count: int, at_once: int) -> list[Grade]:
    """Write and grade a class of this size."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(islice(cycle(texts(lesson)), count)):
            ends = ENDLESS if number % 50 == 49 else ""
            (Path(folder) / f"student{number}.py").write_text(text + ends, encoding="utf-8")
        return grade(submissions(read_files(Path(folder))), lesson, at_once)


def main() -> None:
    command = parser(__doc__)
    command.add_argument("lesson", nargs="?", default="attention", metavar="LESSON")
    command.add_argument("--jobs", type=int, default=2, help="processes at the same time")
    options = command.parse_args()
    count = QUICK if options.quick else CLASS
    begun = time.perf_counter()
    grades = graded(options.lesson, count, options.jobs)
    taken = time.perf_counter() - begun
    passed = sum(one.passed for one in grades)
    named = sum(bool(one.verdict and one.verdict.mistake) for one in grades)
    print(
        f"{options.lesson}: {count} submissions in {taken:.0f} s with {options.jobs} processes, "
        f"{taken / count:.2f} s each; {passed} pass, {named} have a named mistake"
    )


if __name__ == "__main__":
    main()
