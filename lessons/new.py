"""Write the folder of a new lesson: `python -m lessons.new NAME`.

It is a small lesson that passes the contract tests, to be replaced piece by piece: its texts say what belongs where.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from lessons import LESSONS, PARTS
from transformer.diagnosis import writable
from transformer.runs.commands import command

FOLDER = Path(__file__).resolve().parent
TEMPLATE = FOLDER / "kit" / "lesson_template"
NAME = re.compile(r"[a-z][a-z_]{2,19}")
QUESTION = "What does it answer?"
ENTRY = """\
    Lesson(
        name="{name}",
        part="{part}",
        title="{title}",
        question="{question}",
        goal=("say what the lesson answers",),
    ),
"""
ROW = "| [{title}](notebooks/{number:02}_{name}.ipynb) | {question} |\n"
NEXT = """\
wrote lessons/{name}. Three steps make it a lesson of the course:
1. Add this entry to LESSONS in lessons/__init__.py, where readers should meet it; here, as the last one:

{entry}
2. Add this row to the table of lessons in README.md:

{row}
3. python -m tools.minutes --run {name} --write && python -m lessons.build

Then make test LESSON={name} passes. docs/contributing/lesson.md says what to write into each file.
"""


def main(arguments: list[str] | None = None) -> None:
    """Write the folder, and print what to edit besides."""
    parser = argparse.ArgumentParser(prog="python -m lessons.new", description=__doc__)
    parser.add_argument("name", metavar="NAME", help="of the folder: small letters and _")
    name = parser.parse_args(arguments).name
    writable.require(FOLDER)
    write(name)
    print(NEXT.format(name=name, entry=entry(name), row=row(name)))


def write(name: str) -> Path:
    """Write lessons/NAME and return it. Raises `ValueError` for a name that is not allowed or taken."""
    if not NAME.fullmatch(name):
        raise ValueError(f"a lesson cannot be called '{name}': use 3 to 20 letters a to z and _")
    folder = FOLDER / name
    if folder.exists():
        raise ValueError(f"lessons/{name} already exists: choose another name")
    for file in sorted(TEMPLATE.rglob("*.txt")):
        path = folder / filled(file.relative_to(TEMPLATE).with_suffix("").as_posix(), name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled(file.read_text(encoding="utf-8"), name), encoding="utf-8")
    # The order of imports and the breaks of lines depend on the name.
    for action in (["check", "--fix"], ["format"]):
        subprocess.run([sys.executable, "-m", "ruff", *action, "--quiet", folder], check=True)
    return folder


def filled(text: str, name: str) -> str:
    """Return a text of the template for this lesson."""
    values = {"NAME": name, "TITLE": title(name), "QUESTION": QUESTION}
    for word, value in values.items():
        text = text.replace(f"LESSON_{word}", value)
    return text


def title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def entry(name: str) -> str:
    """Return the entry of the lesson in LESSONS, as the last one."""
    return ENTRY.format(name=name, part=PARTS[-1], title=title(name), question=QUESTION)


def row(name: str) -> str:
    """Return the row of the lesson in the README, as the last one."""
    return ROW.format(name=name, title=title(name), number=len(LESSONS) + 1, question=QUESTION)


if __name__ == "__main__":
    with command("new"):
        main()
