"""The bug of the day in a terminal: read the wrong code and the result of its check, and find the line.

python -m lessons.bug
"""

if not __package__:  # started as a file, so nothing of the project can be imported
    raise SystemExit("Run this from the project folder: python -m lessons.bug")

import sys
from datetime import date

from lessons import progress
from lessons.kit.bugs import Bug, of_the_day
from transformer.runs.commands import command

TRIES = 3


def introduction(bug: Bug) -> str:
    """Return the text before the first guess."""
    code = "\n".join(f"{n:3}  {line}" for n, line in enumerate(bug.lines, start=1))
    report = f"✗ {bug.failed}\n    saw      {bug.saw}\n    expected {bug.expected}"
    return f"The bug of the day is from the lesson {bug.title}.\n\n{code}\n\n{report}\n"


def main(day: date) -> None:
    if problem := progress.not_saved():
        sys.exit(f"bug: {problem}")
    bug = of_the_day(day)
    print(introduction(bug))
    for tries in range(1, TRIES + 1):
        answer = input(f"Which line is wrong (1 to {len(bug.lines)})? ").strip()
        right = answer.isdecimal() and int(answer) - 1 in bug.wrong
        if right:
            break
        print(f"That line is correct.{' Try another line.' * (tries < TRIES)}")
    lines = ", ".join(str(n + 1) for n in bug.wrong)
    print(
        f"{'Correct' if right else 'The answer'}: line {lines}.\n{bug.sentence[0].upper()}{bug.sentence[1:]}."
    )
    progress.record_bug(bug.lesson, bug.id, tries, right)


if __name__ == "__main__":
    with command("bug"):
        try:
            main(date.today())
        except (KeyboardInterrupt, EOFError):
            print("\nStopped.")
