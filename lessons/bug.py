"""The bug of the day, in a terminal: read wrong code and what was measured of it, and name the line.

python -m lessons.bug
"""

from datetime import date

from lessons import progress
from lessons.kit.bugs import Bug, of_the_day

TRIES = 3


def told(bug: Bug) -> str:
    """What is shown before anybody guesses."""
    code = "\n".join(f"{n:3}  {line}" for n, line in enumerate(bug.lines, start=1))
    said = f"✗ {bug.failed}\n    saw      {bug.saw}\n    expected {bug.expected}"
    return f"The bug of the day is from the lesson {bug.title}.\n\n{code}\n\n{said}\n"


def main(day: date) -> None:
    bug = of_the_day(day)
    print(told(bug))
    for tries in range(1, TRIES + 1):
        answer = input(f"Which line is wrong, 1 to {len(bug.lines)}? ").strip()
        right = answer.isdigit() and int(answer) - 1 in bug.wrong
        if right:
            break
        print("Not this one." if tries < TRIES else "Not this one either.")
    lines = ", ".join(str(n + 1) for n in bug.wrong)
    print(
        f"{'Yes' if right else 'It is'}: line {lines}.\n{bug.sentence[0].upper()}{bug.sentence[1:]}."
    )
    progress.found(bug.lesson, bug.id, tries, right)


if __name__ == "__main__":
    try:
        main(date.today())
    except (KeyboardInterrupt, EOFError):
        print("\nStopped.")
