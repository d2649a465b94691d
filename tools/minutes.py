"""How long the sections of the lessons take: `python -m tools.minutes`.

`--write` puts it into their headings and into the README. Estimated from what somebody has to do who really
goes through a section: read the text (180 words a minute), the code and what it prints (12 lines a minute),
look at the figures (2 minutes each), wait for what is computed, think before answering a prediction (1
minute), make each edit and compare (1.5 minutes), answer each question of the recall (half a minute).
Code that only imports, and the start of a notebook, are not counted. What cells compute, print and draw
is in `tools/measured.json`; `--run` runs the notebooks for it (of all lessons, or of those named).

Writing an exercise takes 20 minutes, in which the file is read, the checks are run and their messages
understood. To these come a minute for each function asked for and one for every five lines of the solution,
times the exercise's difficulty, 1 to 3. That is near what a teacher expects of good students: 25 minutes
for `scores`, 45 for `attention`.
"""

import argparse
import ast
import inspect
import re
from importlib import import_module
from pathlib import Path
from textwrap import dedent

from lessons import LESSONS, Lesson
from lessons.kit.exercise import Functions
from lessons.kit.sections import Section, course, duration, sections
from tools import run_notebooks
from tools.run_notebooks import measured

ROOT = Path(__file__).resolve().parents[1]
WORDS, LINES, SECONDS = 180, 12, 60  # a minute
FIGURE, EDIT, QUESTION, GUESS = 2, 1.5, 0.5, 1  # minutes
BEGIN, SOLUTION = 20, 5  # minutes until an exercise is begun and understood, lines in one more
HOURS = re.compile(r"(?<=<!-- hours -->).*?(?=<!-- /hours -->)", re.DOTALL)


def main() -> None:
    """Print each section with the minutes that its heading says and those estimated."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.minutes",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--write", action="store_true", help="put the estimates into the headings")
    parser.add_argument(
        "--run", nargs="*", metavar="LESSON", help="measure first, in the notebooks"
    )
    options = parser.parse_args()
    if options.run is not None:
        for lesson in options.run or [lesson.name for lesson in LESSONS]:
            run_notebooks.run(lesson)
    if options.write:
        write()
    for lesson in LESSONS:
        text = file_of(lesson.name).read_text(encoding="utf-8")
        print(f"\n{lesson.title}: {duration(text)}")
        for section, minutes in estimates(lesson, text):
            print(f"  {section.time:18} {minutes:5.1f}  {section.name}")
    print(f"\n{total()}")


def write() -> None:
    """Put the estimates into the headings of the lessons, and their sum into the README."""
    for lesson in LESSONS:
        file = file_of(lesson.name)
        text = file.read_text(encoding="utf-8")
        file.write_text(with_minutes(text, estimates(lesson, text)), encoding="utf-8")
    readme = ROOT / "README.md"
    text = HOURS.sub(total(), readme.read_text(encoding="utf-8"))
    readme.write_text(text, encoding="utf-8")


def total() -> str:
    """How long the whole course takes by what the headings say."""
    return course(file_of(lesson.name).read_text(encoding="utf-8") for lesson in LESSONS)


def file_of(lesson: str) -> Path:
    return ROOT / "lessons" / lesson / "lesson.py"


def estimates(lesson: Lesson, text: str) -> list[tuple[Section, float]]:
    """The sections of a lesson that have something under them, and how long each takes; "Answers" is
    part of "Recall"."""
    took, found = measured().get(lesson.name, {}), []
    for section in sections(text)[2:]:  # after the start and the title
        minutes = estimate(section, took.get(section.name, {}))
        if section.name == "Write":
            minutes += exercise(lesson)
        if section.name == "Answers":
            section, minutes = found[-1][0], minutes + found.pop()[1]
        if (section.prose + section.code).strip():
            found.append((section, minutes))
    return found


def estimate(section: Section, took: dict[str, int]) -> float:
    """The minutes of a section without writing its exercise; `took` is what was measured of it."""
    code = ast.parse(section.code)
    minutes = len(re.findall(r"\w+", section.prose)) / WORDS
    minutes += (lines(section.code, code) + took.get("lines", 0)) / LINES
    minutes += FIGURE * took.get("figures", 0) + took.get("seconds", 0) / SECONDS
    minutes += GUESS * sum(
        isinstance(n, ast.Call) and ast.unparse(n.func) == "ask" for n in ast.walk(code)
    )
    if section.name == "Modify":
        minutes += EDIT * len(re.findall(r"^\*\*\d", section.prose, re.M))
    if section.name == "Recall":
        minutes += QUESTION * len(re.findall(r"^\d+\. ", section.prose, re.M))
    return minutes


def exercise(lesson: Lesson) -> float:
    """The minutes that writing a lesson's exercise takes."""
    found = import_module(f"lessons.{lesson.name}.checks").EXERCISE
    written = sum(len(code_of(part).splitlines()) for part in found.sources)
    return BEGIN + lesson.difficulty * (len(asked(found.student)) + written / SOLUTION)


def asked(student: type) -> list[str]:
    """The functions that an exercise asks for, or the methods of a layer."""
    if issubclass(student, Functions):
        return list(student.real)
    return list(dict.fromkeys(name for name, _ in student.calls()))


def code_of(part: object) -> str:
    """The code of a function or class without comments, empty lines and docstrings."""
    tree = ast.parse(dedent(inspect.getsource(part)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body = node.body[1:]
    return ast.unparse(tree)


def lines(text: str, code: ast.Module) -> int:
    """Lines to be read: neither empty, nor a comment alone, nor an import."""
    imports = [n for n in ast.walk(code) if isinstance(n, ast.Import | ast.ImportFrom)]
    skipped = {n for found in imports for n in range(found.lineno, found.end_lineno + 1)}
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in skipped
        for number, line in enumerate(text.splitlines(), start=1)
    )


def with_minutes(text: str, found: list[tuple[Section, float]]) -> str:
    """The text of a lesson with the estimates in its headings; what is "further" stays so."""
    for section, minutes in found:
        told = f"{max(1, round(minutes))} min{' · further' * section.further}"
        heading = re.compile(rf"^# (#+ {re.escape(section.name)})(?: · .*)?$", re.M)
        text = heading.sub(rf"# \g<1> · {told}", text, count=1)
    return text


if __name__ == "__main__":
    main()
