"""How long the sections of the lessons take: `python -m tools.minutes`, and `--write` puts it into them.

Estimated from what somebody has to do who really goes through a section: read the text (180 words a
minute) and the code (12 lines a minute, those that a cell prints with `inspect.getsource` too), look at
the figures (2 minutes each), think before answering a prediction (1 minute), make each edit and compare
(1.5 minutes), answer each question of the recall (half a minute), write the exercise (15 minutes). Code
that only imports, and the start of a notebook, are not counted.
"""

import argparse
import ast
import inspect
import re
from importlib import import_module
from pathlib import Path

from lessons import LESSONS
from lessons.kit.sections import Section, duration, sections

ROOT = Path(__file__).resolve().parents[1]
WORDS, LINES = 180, 12  # a minute
FIGURE, EDIT, QUESTION, GUESS, EXERCISE = 2, 1.5, 0.5, 1, 15  # minutes


def main() -> None:
    """Print each section with the minutes that its heading says and those estimated."""
    parser = argparse.ArgumentParser(prog="python -m tools.minutes", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the estimates into the headings")
    write = parser.parse_args().write
    for lesson in LESSONS:
        file = file_of(lesson.name)
        if write:
            file.write_text(with_minutes(file.read_text(encoding="utf-8")), encoding="utf-8")
        text = file.read_text(encoding="utf-8")
        print(f"\n{lesson.title}: {duration(text)}")
        for section, minutes in estimates(text):
            print(f"  {section.time:18} {minutes:5.1f}  {section.name}")


def file_of(lesson: str) -> Path:
    return ROOT / "lessons" / lesson / "lesson.py"


def estimates(text: str) -> list[tuple[Section, float]]:
    """The sections of a lesson that have something under them, and how long each takes; "Answers" is
    part of "Recall"."""
    names, found = imported(text), []
    for section in sections(text)[2:]:  # after the start and the title
        minutes = estimate(section, names)
        if section.name == "Answers":
            section, minutes = found[-1][0], minutes + found.pop()[1]
        if (section.prose + section.code).strip():
            found.append((section, minutes))
    return found


def imported(text: str) -> dict[str, object]:
    """What a lesson's text imports of the project, by the name that it gives it."""
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module.startswith(("transformer", "lessons")):
            module = import_module(node.module)
            found |= {a.asname or a.name: getattr(module, a.name, None) for a in node.names}
    return found


def estimate(section: Section, names: dict[str, object]) -> float:
    """The minutes of a section; `names` is what the text imports."""
    code = ast.parse(section.code)
    minutes = len(re.findall(r"\w+", section.prose)) / WORDS
    minutes += (lines(section.code, code) + printed(code, names)) / LINES
    minutes += FIGURE * figures(code, names)
    minutes += GUESS * sum(n.func.id == "ask" for n in calls(code))
    if section.name == "Modify":
        minutes += EDIT * len(re.findall(r"^\*\*\d", section.prose, re.M))
    if section.name == "Recall":
        minutes += QUESTION * len(re.findall(r"^\d+\. ", section.prose, re.M))
    return minutes + EXERCISE * (section.name == "Write")


def lines(text: str, code: ast.Module) -> int:
    """Lines to be read: neither empty, nor a comment alone, nor an import."""
    imports = [n for n in ast.walk(code) if isinstance(n, ast.Import | ast.ImportFrom)]
    skipped = {n for found in imports for n in range(found.lineno, found.end_lineno + 1)}
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in skipped
        for number, line in enumerate(text.splitlines(), start=1)
    )


def printed(code: ast.Module, names: dict[str, object]) -> int:
    """Lines of source that a section prints."""
    shown = {
        ast.unparse(node)
        for statement in code.body
        if "getsource" in ast.unparse(statement)
        for node in ast.walk(statement)
        if isinstance(node, ast.Name | ast.Attribute)
    }
    whole = {name for name in shown if not any(n.startswith(f"{name}.") for n in shown)}
    found = [one for one in (named(name, names) for name in whole) if callable(one)]
    return sum(map(filled, found))


def filled(one: object) -> int:
    """The lines of a function or class that are not empty."""
    return sum(bool(line.strip()) for line in inspect.getsource(one).splitlines())


def named(dotted: str, names: dict[str, object]) -> object:
    """What "MultiHeadAttention.split" stands for in a lesson's text; None where it is nothing imported."""
    first, *rest = dotted.split(".")
    found = names.get(first)
    for name in rest:
        found = getattr(found, name, None)
    return found


def calls(code: ast.Module) -> list[ast.Call]:
    """What is called by its bare name; not what a question is made of, which nobody sees."""
    found = [n for n in ast.walk(code) if isinstance(n, ast.Call) and hasattr(n.func, "id")]
    asked = [inner for n in found if n.func.id == "ask" for inner in list(ast.walk(n))[1:]]
    return [n for n in found if not any(n is inner for inner in asked)]


def figures(code: ast.Module, names: dict[str, object]) -> int:
    """How often a section calls something that draws."""
    modules = [getattr(names.get(n.func.id), "__module__", "") or "" for n in calls(code)]
    return sum(module.startswith("lessons.figures.") for module in modules)


def with_minutes(text: str) -> str:
    """The text of a lesson with the estimates in its headings; what is "further" stays so."""
    for section, minutes in estimates(text):
        told = f"{max(1, round(minutes))} min{' · further' * section.further}"
        heading = re.compile(rf"^# (#+ {re.escape(section.name)})(?: · .*)?$", re.M)
        text = heading.sub(rf"# \g<1> · {told}", text, count=1)
    return text


if __name__ == "__main__":
    main()
