"""The process of one submission: it runs the checks and writes what they found.

The result goes to a file of its own, so that a submission cannot grade itself by printing. This protects against
accidents, not against attacks: the student's code runs in the same process as the checks. Grade on a computer without
secrets.
"""

import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from traceback import FrameSummary

import torch

from transformer.diagnosis.source_line import said_by
from transformer.runs import processes
from transformer.runs.job import limit_memory

RESULT, STACK = "result.jsonl", "stack"  # in the private folder of the process
MOST_OUTPUT = 16 * 2**20  # bytes that a submission may print, or write to one file


def main(lesson: str, file: Path, private: Path, seconds: int) -> None:
    """Check the file as the exercise of the lesson, write the result, and end this process."""
    leave = os._exit
    result = open(private / RESULT, "w", encoding="utf-8")  # noqa: SIM115  open until the end
    processes.tell_where(open(private / STACK, "w"), all_threads=True)  # noqa: SIM115

    def tell(**fields: object) -> None:
        result.write(json.dumps(fields) + "\n")
        result.flush()

    def tell_leaving(what: str, frames: Sequence[FrameSummary]) -> None:
        tell(left=what, line=line_in(frames, file))

    processes.tell_leaving(tell_leaving)
    limit(seconds)
    try:
        checked(lesson, file, tell)
    # The reference does not run, or the code raised something unusual.
    except BaseException as error:
        name = type(error).__name__
        tell(problem=f"The checks ended with {name}: {said_by(error)}"[:500])
    with suppress(Exception):  # the output may be full
        sys.stdout.flush()
    leave(0)


def checked(lesson: str, file: Path, tell: Callable) -> None:
    """Run the checks of the lesson on this file, and tell their titles first and then the result."""
    exercise = import_module(f"lessons.{lesson}.checks").EXERCISE
    exercise.student.exercise = file
    tell(titles=[check.title for check in exercise.every])
    result = exercise.check()
    result = replace(result, next=f"python -m lessons.check {lesson} --hint 1")
    tell(**result.as_dict(), text=str(result), mistake=name_of(result.likely, lesson))


def name_of(sentence: str, lesson: str) -> str:
    """Return the name of the lesson's mistake with this sentence; "" if there is none."""
    mistakes = import_module(f"lessons.{lesson}.mistakes").MISTAKES
    return next((name for name, mistake in mistakes.items() if mistake.sentence == sentence), "")


def line_in(frames: Sequence[FrameSummary], file: Path) -> int:
    """Return the innermost line of the file; 0 if it was not running."""
    lines = [frame.lineno or 0 for frame in frames if frame.filename == str(file)]
    return lines[-1] if lines else 0


def limit(seconds: int) -> None:
    """Limit CPU time, memory and the size of files, where the system can do it."""
    torch.set_num_threads(1)
    with suppress(ImportError, ValueError, OSError):  # Windows
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_OUTPUT, MOST_OUTPUT))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.environ["GLASSBOX_DEVICE"] = "cpu"  # on a GPU, memory could not be limited
        limit_memory()


if __name__ == "__main__":
    lesson_name, file_name, private_name, most = sys.argv[1:]
    main(lesson_name, Path(file_name), Path(private_name), int(most))
