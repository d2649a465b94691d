"""Check your exercises in a terminal, with the same messages as on the page and in the notebook.

python -m lessons.check             one line per exercise: done, not started, or its first failed check
python -m lessons.check LESSON …    the full report for one; with --hint 1, 2 or 3, a hint

The exit status is 1 if a started exercise does not pass yet.
"""

if not __package__:  # started as a file, so nothing of the project can be imported
    raise SystemExit("Run this from the project folder: python -m lessons.check")

import sys
from argparse import ArgumentParser
from dataclasses import replace
from importlib import import_module

from lessons import LESSONS, progress
from lessons.kit.checking import Result
from lessons.kit.task import Task, task, tasks
from transformer.runs.commands import command

WIDTH = 21  # of a lesson's title


def result_of(exercise: Task) -> Result:
    """Return the result of the lesson's checks for the file as it is now."""
    try:
        return import_module(f"lessons.{exercise.lesson.name}.checks").check()
    except (Exception, SystemExit) as error:  # the reference does not run
        saw = f"{type(error).__name__}: {error}"
        where = "code that runs; `python -m streamlit run app.py` shows which line is wrong"
        return Result(
            False, failed="the checks cannot run", saw=saw, expected=where, next="make app"
        )


def line(exercise: Task) -> tuple[str, bool]:
    """Describe the state of an exercise; also say whether it was started and does not pass."""
    result = result_of(exercise) if exercise.begun() else None
    if result is None:
        state = "not started"
    elif result.passed:
        state = "done"
    else:
        state = f"fails: {result.failed} ({len(result.done)} checks pass)"
    start = f"{exercise.lesson.name:{WIDTH}} {exercise.dots}  {exercise.minutes:2} min   "
    return start + state, result is not None and not result.passed


def summary() -> int:
    """Print one line per exercise, and what to do next; return 1 if a started one does not pass."""
    stuck, to_do = [], []
    for exercise in tasks():
        text, fails = line(exercise)
        print(text, flush=True)
        stuck += [exercise] if fails else []
        to_do += [exercise] if "not started" in text else []
    if stuck:
        print(f"\nNext: python -m lessons.check {stuck[0].lesson.name}")
    elif to_do:
        print(f"\nNext: {to_do[0].lesson.title}, in {_short(to_do[0])}")
    else:
        print("\nAll exercises are done.")
    return int(bool(stuck))


def report(name: str, hint: int = 0) -> int:
    """Print the full report for one exercise, or one of its three hints."""
    exercise = task(next(lesson for lesson in LESSONS if lesson.name == name))
    print(
        f"{exercise.lesson.title} · {exercise.level} · {exercise.minutes} min · {_short(exercise)}\n"
    )
    if not exercise.begun():
        print("Not started. Open the file; it lists the steps of the exercise.")
        return 0
    result = result_of(exercise)
    if hint and result.hints:
        print(f"✗ {result.failed}\n    hint {hint}   {result.hints[hint - 1]}")
        return 1
    more = f"python -m lessons.check {name} --hint 1"
    print(replace(result, next=more if result.hints else result.next))
    return int(not result.passed)


def _short(exercise: Task) -> str:
    return f"lessons/{exercise.lesson.name}/exercise.py"


def main(arguments: list[str]) -> int:
    parser = ArgumentParser(prog="python -m lessons.check", description="Check your exercises.")
    names = [exercise.lesson.name for exercise in tasks()]
    parser.add_argument("lesson", nargs="*", help=f"one of {', '.join(names)}; default: all")
    parser.add_argument("--hint", type=int, choices=(1, 2, 3), default=0, help="1 is a nudge")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.lesson if name not in names]:
        parser.error(f"there is no exercise {', '.join(unknown)}. Use one of {', '.join(names)}")
    if problem := progress.not_saved():
        print(f"check: {problem}", file=sys.stderr)
    return (
        max(report(name, options.hint) for name in options.lesson) if options.lesson else summary()
    )


if __name__ == "__main__":
    with command("check"):
        sys.exit(main(sys.argv[1:]))
