"""What you have done of the course, and questions to answer from memory, in a terminal.

python -m lessons.recall            what is done, what comes next, and the questions that are due today
python -m lessons.recall LESSON     all questions of one lesson
python -m lessons.recall --forget   forget everything that was kept
"""

import sys

from lessons import LESSONS, progress
from lessons.kit.recall import questions


def lines() -> list[str]:
    """A line a lesson, and what comes next."""
    done, told, after = progress.read(), [], None
    for lesson in LESSONS:
        here, count = done.get(lesson.name, {}), len(questions(lesson.name))
        checks = f"checks passed {here['passed']}" if "passed" in here else "checks open"
        told.append(
            f"{lesson.title:12} {checks:25} recalled {len(here.get('recall', {}))} of {count}"
        )
        if after is None and not ("passed" in here and len(here.get("recall", {})) == count):
            after = lesson
    if after:
        told.append(f"\nNext: {after.title}. {after.question}")
    return told


def main(arguments: list[str]) -> None:
    if arguments == ["--forget"]:
        progress.forget()
        print("Forgotten: the file progress.json is gone.")
        return
    known = [lesson.name for lesson in LESSONS]
    if unknown := [name for name in arguments if name not in known]:
        sys.exit(f"there is no lesson {', '.join(unknown)}; the lessons are {', '.join(known)}")
    asked = [question for name in arguments or known for question in questions(name)]
    if not arguments:
        print("\n".join(lines()))
        asked = [one for one in asked if progress.is_due(one.lesson, one.id)]
    for number, one in enumerate(asked, start=1):
        print(f"\n{number} of {len(asked)} · {one.lesson}\n{one.question}")
        input("Answer it aloud, then press Enter … ")
        print(one.answer)
        progress.recalled(one.lesson, one.id, input("Did you know it? y/n ").startswith("y"))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (KeyboardInterrupt, EOFError):
        print("\nStopped. What you answered is kept.")
