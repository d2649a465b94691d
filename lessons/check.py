"""Check your exercises in a terminal, with the sentences of page and notebook.

python -m lessons.check             a line for each exercise: done, not begun, or where it is stuck
python -m lessons.check LESSON …    all that the checks say of one; with --hint 1, 2 or 3, a hint

Ends with status 1 where an exercise is begun and does not pass yet.
"""

import sys
from argparse import ArgumentParser
from dataclasses import replace
from importlib import import_module

from lessons import LESSONS
from lessons.kit.checking import Result
from lessons.kit.task import Task, task, tasks

WIDTH = 12  # of a lesson's title


def result_of(one: Task) -> Result:
    """What the lesson's checks say of the file as it is now."""
    try:
        return import_module(f"lessons.{one.lesson.name}.checks").check()
    except (Exception, SystemExit) as error:  # the machine that it is compared with does not run
        saw = f"{type(error).__name__}: {error}"
        where = "`python -m streamlit run app.py` shows the line"
        return Result(
            False, failed="the checks cannot run", saw=saw, expected=where, next="make app"
        )


def line(one: Task) -> tuple[str, bool]:
    """How far an exercise is, and whether it is begun and does not pass."""
    result = result_of(one) if one.begun() else None
    if result is None:
        state = "not begun"
    elif result.passed:
        state = "done"
    else:
        state = f"stuck at: {result.failed} ({len(result.done)} checks pass)"
    start = f"{one.lesson.name:{WIDTH}} {one.dots}  {one.minutes:2} min   "
    return start + state, result is not None and not result.passed


def summary() -> int:
    """A line for each exercise, and what to do next; 1 where one is begun and does not pass."""
    stuck, to_do = [], []
    for one in tasks():
        text, fails = line(one)
        print(text, flush=True)
        stuck += [one] if fails else []
        to_do += [one] if "not begun" in text else []
    if stuck:
        print(f"\nNext: python -m lessons.check {stuck[0].lesson.name}")
    elif to_do:
        print(f"\nNext: {to_do[0].lesson.title}, in {_short(to_do[0])}")
    else:
        print("\nAll exercises are done.")
    return int(bool(stuck))


def one_of(name: str, hint: int = 0) -> int:
    """All that the checks say of one exercise, and one of the three hints."""
    one = task(next(lesson for lesson in LESSONS if lesson.name == name))
    print(f"{one.lesson.title} · {one.level} · {one.minutes} min · {_short(one)}\n")
    if not one.begun():
        print("Not begun. Open the file: it says what is asked for, and in which steps.")
        return 0
    result = result_of(one)
    if hint and result.hints:
        print(f"✗ {result.failed}\n    hint {hint}   {result.hints[hint - 1]}")
        return 1
    more = f"python -m lessons.check {name} --hint 1"
    print(replace(result, next=more if result.hints else result.next))
    return int(not result.passed)


def _short(one: Task) -> str:
    return f"lessons/{one.lesson.name}/exercise.py"


def main(arguments: list[str]) -> int:
    asked = ArgumentParser(prog="python -m lessons.check", description="Check your exercises.")
    known = [one.lesson.name for one in tasks()]
    asked.add_argument("lesson", nargs="*", help=f"one of {', '.join(known)}; without one, all")
    asked.add_argument("--hint", type=int, choices=(1, 2, 3), default=0, help="1 is a nudge")
    given = asked.parse_args(arguments)
    if unknown := [name for name in given.lesson if name not in known]:
        asked.error(f"no exercise {', '.join(unknown)}; there are {', '.join(known)}")
    return max(one_of(name, given.hint) for name in given.lesson) if given.lesson else summary()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
