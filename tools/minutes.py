"""Estimate the duration of the lessons' sections: `python -m tools.minutes`.

`--write` puts the estimates into the headings and the README. They add up the work of a careful reader: the
text (180 words a minute), code and output (12 lines a minute), figures (2 minutes each), waiting for
computations, thinking before each prediction (1 minute), edits with comparison (1.5 minutes each), and recall
questions (half a minute each). Code that only imports, and the start of a notebook, are not counted. The time
and output of cells are in `tools/measured.json`; `--run` runs the notebooks to measure them (all, or the
given lessons).

Writing an exercise takes 20 minutes for reading the file, running the checks and understanding their
messages. Added to this are one minute per function and one per five lines of the solution, multiplied by the
exercise's difficulty, 1 to 3. This is close to what a teacher expects of good students: 25 minutes for
`scores`, 45 for `attention`.
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
from transformer.diagnosis import writable
from transformer.runs.commands import command

ROOT = Path(__file__).resolve().parents[1]
WORDS, LINES, SECONDS = 180, 12, 60  # per minute
FIGURE, EDIT, QUESTION, GUESS = 2, 1.5, 0.5, 1  # minutes
BEGIN, SOLUTION = 20, 5  # minutes to understand an exercise; lines per further minute
HOURS = re.compile(r"(?<=<!-- hours -->).*?(?=<!-- /hours -->)", re.DOTALL)


def main() -> None:
    """Print each section with the minutes in its heading and the estimate."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.minutes",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--write", action="store_true", help="write the estimates to the headings")
    parser.add_argument("--run", nargs="*", metavar="LESSON", help="measure the notebooks first")
    options = parser.parse_args()
    names = [lesson.name for lesson in LESSONS]
    if unknown := [name for name in options.run or () if name not in names]:
        raise ValueError(f"there is no lesson {', '.join(unknown)}. Use one of {', '.join(names)}")
    if options.write or options.run is not None:
        writable.require(ROOT / "tools")
    chosen = [lesson for lesson in LESSONS if not options.run or lesson.name in options.run]
    if options.run is not None:
        for lesson in chosen:
            run_notebooks.run(lesson.name)
    if options.write:
        write(chosen)
    for lesson in chosen:
        text = file_of(lesson.name).read_text(encoding="utf-8")
        print(f"\n{lesson.title}: {duration(text)}")
        for section, minutes in estimates(lesson, text):
            print(f"  {section.time:18} {minutes:5.1f}  {section.name}")
    print(f"\n{total()}")


def write(lessons: list[Lesson]) -> None:
    """Write the estimates to the headings of these lessons, and the sum of all to the README."""
    for lesson in lessons:
        file = file_of(lesson.name)
        text = file.read_text(encoding="utf-8")
        file.write_text(with_minutes(text, estimates(lesson, text)), encoding="utf-8")
    readme = ROOT / "README.md"
    text = HOURS.sub(total(), readme.read_text(encoding="utf-8"))
    readme.write_text(text, encoding="utf-8")


def total() -> str:
    """Return the duration of the whole course according to the headings."""
    return course(file_of(lesson.name).read_text(encoding="utf-8") for lesson in LESSONS)


def file_of(lesson: str) -> Path:
    return ROOT / "lessons" / lesson / "lesson.py"


def estimates(lesson: Lesson, text: str) -> list[tuple[Section, float]]:
    """Yield the sections with content, and the duration of each; "Answers" is part of
    "Recall"."""
    took, estimated = measured().get(lesson.name, {}), []
    for section in sections(text)[2:]:  # after the start and the title
        minutes = estimate(section, took.get(section.name, {}))
        if section.name == "Write":
            minutes += exercise(lesson)
        if section.name == "Answers":
            section, minutes = estimated[-1][0], minutes + estimated.pop()[1]
        if (section.prose + section.code).strip():
            estimated.append((section, minutes))
    return estimated


def estimate(section: Section, took: dict[str, int]) -> float:
    """Estimate the minutes of a section without writing its exercise; `took` is its measurement."""
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
    """Estimate the minutes for writing a lesson's exercise."""
    checked = import_module(f"lessons.{lesson.name}.checks").EXERCISE
    line_count = sum(len(code_of(part).splitlines()) for part in checked.sources)
    return BEGIN + lesson.difficulty * (
        len(functions_to_write(checked.student)) + line_count / SOLUTION
    )


def functions_to_write(student: type) -> list[str]:
    """Return the functions of an exercise, or the methods of a layer."""
    if issubclass(student, Functions):
        return list(student.real)
    return list(dict.fromkeys(name for name, _ in student.calls()))


def code_of(part: object) -> str:
    """Return the code of a function or class without comments, empty lines and docstrings."""
    tree = ast.parse(dedent(inspect.getsource(part)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body = node.body[1:]
    return ast.unparse(tree)


def lines(text: str, code: ast.Module) -> int:
    """Count the lines to read: no empty lines, comments or imports."""
    imports = [n for n in ast.walk(code) if isinstance(n, ast.Import | ast.ImportFrom)]
    skipped = {n for node in imports for n in range(node.lineno, node.end_lineno + 1)}
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in skipped
        for number, line in enumerate(text.splitlines(), start=1)
    )


def with_minutes(text: str, estimated: list[tuple[Section, float]]) -> str:
    """Return the text of a lesson with the estimates in its headings; optional sections stay optional."""
    for section, minutes in estimated:
        duration = f"{max(1, round(minutes))} min{' · optional' * section.optional}"
        heading = re.compile(rf"^# (#+ {re.escape(section.name)})(?: · .*)?$", re.M)
        text = heading.sub(rf"# \g<1> · {duration}", text, count=1)
    return text


if __name__ == "__main__":
    with command("minutes"):
        main()
