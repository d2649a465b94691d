"""Your progress in the course, and recall questions, in a terminal.

python -m lessons.recall            your progress, the next lesson, and the questions that are due today
python -m lessons.recall LESSON     all questions of one lesson
python -m lessons.recall --forget   delete the saved progress
"""

if not __package__:  # started as a file, so nothing of the project can be imported
    raise SystemExit("Run this from the project folder: python -m lessons.recall")

import sys

from lessons import LESSONS, progress
from lessons.kit.recall import questions
from transformer.runs.commands import command


def lines() -> list[str]:
    """Return one line per lesson, and the next lesson."""
    done, texts, after = progress.read(), [], None
    for lesson in LESSONS:
        here, count = done.get(lesson.name, {}), len(questions(lesson.name))
        checks = f"checks passed {here['passed']}" if "passed" in here else "checks not passed"
        texts.append(
            f"{lesson.title:21} {checks:25} recalled {len(here.get('recall', {}))} of {count}"
        )
        if after is None and not ("passed" in here and len(here.get("recall", {})) == count):
            after = lesson
    if after:
        texts.append(f"\nNext: {after.title}. {after.question}")
    return texts


def main(arguments: list[str]) -> None:
    if arguments == ["--forget"]:
        progress.forget()
        print("Your progress was deleted (progress.json).")
        return
    names = [lesson.name for lesson in LESSONS]
    if unknown := [name for name in arguments if name not in names]:
        sys.exit(f"there is no lesson {', '.join(unknown)}. Use one of {', '.join(names)}")
    due = [question for name in arguments or names for question in questions(name)]
    if not arguments:
        print("\n".join(lines()))
        due = [question for question in due if progress.is_due(question.lesson, question.id)]
    if due and (problem := progress.not_saved()):
        sys.exit(f"recall: {problem}")
    for number, question in enumerate(due, start=1):
        print(f"\n{number} of {len(due)} · {question.lesson}\n{question.question}")
        input("Answer aloud, then press Enter … ")
        print(question.answer)
        progress.record_recall(
            question.lesson, question.id, input("Did you know the answer? y/n ").startswith("y")
        )


if __name__ == "__main__":
    with command("recall"):
        try:
            main(sys.argv[1:])
        except (KeyboardInterrupt, EOFError):
            print("\nStopped. Your answers are saved.")
