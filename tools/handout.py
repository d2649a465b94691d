"""Make printable handouts: `python -m tools.handout attention`, or `python -m tools.handout` for all lessons.

Each has two pages for students and one with the answers: `handouts/NAME.pdf`, `handouts/NAME_answers.pdf`.
For all lessons together there is also `handouts/answers.pdf`. The content comes from the lesson: its goal,
its terms, its first question with the figure before it (the text is run up to that point), its exercise, its
recall. `handout.typ` typesets them with typst (`pip install typst -c constraints.txt`), which needs no
network.
"""

import argparse
import ast
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import asdict
from importlib import import_module
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import Any

import matplotlib

from lessons import LESSONS, Lesson, glossary
from lessons.figures.kit.figure import Figure
from lessons.kit.prediction import Prediction, ask, covered
from lessons.kit.recall import questions
from lessons.kit.sections import duration, sections
from tools.handout_sums import sum_of
from tools.minutes import ROOT, file_of
from transformer.diagnosis import writable
from transformer.runs.commands import command

TEMPLATE = Path(__file__).with_suffix(".typ")
FOLDER = ROOT / "handouts"
TERMS, MISTAKES = 6, 12  # limits of space
OWN = 0.2  # fraction of a term's mentions in the course that makes a lesson about it
BEYOND = re.compile(r"[\U00010000-\U0010ffff]")  # characters that the fonts lack, such as 😺
# One line of markdown; the meaning of an escaped character; d_k, whose k is a subscript.
MARKS = re.compile(
    r"\\(?P<sign>\W)|`(?P<code>[^`]+)`|\*\*(?P<strong>.+?)\*\*|(?<!\w)\*(?P<em>[^*\s][^*]*)\*"
    r"|\[(?P<link>[^]]+)\]\([^)]*\)|(?<![\w`])(?P<base>[A-Za-z])_(?P<sub>\w+)"
)


def main(arguments: list[str] | None = None) -> None:
    """Write the handouts of the given lessons; by default of all."""
    by_name = {lesson.name: lesson for lesson in LESSONS}
    parser = argparse.ArgumentParser(prog="python -m tools.handout", description=__doc__)
    parser.add_argument("lesson", nargs="*", help="one of: " + ", ".join(by_name))
    parser.add_argument("--folder", type=Path, default=FOLDER, help="output folder")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.lesson if name not in by_name]:
        parser.error(f"there is no lesson {unknown[0]}. Use one of {', '.join(by_name)}")
    writable.require(options.folder, "Choose another folder with --folder FOLDER.")
    with TemporaryDirectory() as beside:
        sheets = [sheet(by_name[name], Path(beside)) for name in options.lesson or by_name]
        for path in write(sheets, Path(beside), options.folder):
            print(path)


def write(sheets: list[dict], beside: Path, folder: Path) -> Iterator[Path]:
    """Write the students' pages and the answers of each, and the answers of all if there are several."""
    folder.mkdir(parents=True, exist_ok=True)
    for handout in sheets:
        yield typeset([handout], False, beside, folder / f"{handout['name']}.pdf")
        yield typeset([handout], True, beside, folder / f"{handout['name']}_answers.pdf")
    if len(sheets) > 1:
        yield typeset(sheets, True, beside, folder / "answers.pdf")


def typeset(sheets: list[dict], answers: bool, beside: Path, path: Path) -> Path:
    """Write one PDF; `beside` holds the figures. The texts are passed as data, never as markup."""
    try:
        import typst
    except ImportError:
        sys.exit("handouts need typst. Run: pip install typst -c constraints.txt")
    (beside / "sheets.json").write_text(json.dumps(sheets), encoding="utf-8")
    (beside / "handout.typ").write_bytes(TEMPLATE.read_bytes())
    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"  # DejaVu Sans, as in the figures
    typst.compile(
        *(beside / "handout.typ", path),
        root=beside, font_paths=[fonts], ignore_system_fonts=True,
        sys_inputs={"answers": "yes" if answers else "no"},
    )  # fmt: skip
    return path


def sheet(lesson: Lesson, beside: Path) -> dict[str, Any]:
    """Return the content of a lesson's handout; save its figure next to the template."""
    text = file_of(lesson.name).read_text(encoding="utf-8")
    figure, question = first_question(text)
    figure.save(beside / f"{lesson.name}.pdf")
    replies = [
        (option, option == question.right, question.replies[option]) for option in question.options
    ]
    stub = import_module(f"lessons.{lesson.name}.checks").EXERCISE.student.exercise
    mistakes = import_module(f"lessons.{lesson.name}.mistakes").MISTAKES.values()
    return asdict(lesson) | {
        "number": LESSONS.index(lesson) + 1,
        "of": len(LESSONS),
        "goal": [parsed_markdown(goal) for goal in lesson.goal],
        "time": str(duration(text)),
        "figure": f"{lesson.name}.pdf",
        "terms": [
            [parsed_markdown(term), parsed_markdown(glossary.TERMS[term])] for term in terms(lesson)
        ],
        "asks": parsed_markdown(question.question),
        "options": [
            [parsed_markdown(option), right, parsed_markdown(reply)]
            for option, right, reply in replies
        ],
        "file": f"lessons/{lesson.name}/exercise.py",
        "exercise": [[head, parsed_markdown(doc)] for head, doc in heads(stub)],
        "sum": sum_fields(lesson.name),
        "recall": [
            [parsed_markdown(item.question), parsed_markdown(item.answer)]
            for item in questions(lesson.name)
        ],
        "mistakes": [parsed_markdown(mistake.sentence) for mistake in mistakes][:MISTAKES],
    }


def first_question(text: str) -> tuple[Figure, Prediction]:
    """Return the first question of a lesson's text, run as a notebook up to that point, and the figure before it
    (otherwise the first one after it, folded or not)."""
    names: dict[str, Any] = {}
    figure = question = None
    for section in (section for section in sections(text) if not section.optional):
        for line in ast.parse(section.code).body:
            shown = run(line, names)
            if isinstance(shown, covered):
                shown = shown.figure if question else None
            if isinstance(shown, Figure) and not (figure and question):
                figure = shown
            if isinstance(shown, ask):
                question = question or shown.prediction
        if figure and question:
            return figure, question
    raise ValueError("the core of the lesson needs a figure and a question")


def run(line: ast.stmt, names: dict[str, Any]) -> Any:
    """Run a statement; return an expression's value, as a notebook shows it. Nothing is printed."""
    with redirect_stdout(StringIO()):
        if isinstance(line, ast.Expr):
            return eval(compile(ast.Expression(line.value), "lesson.py", "eval"), names)
        return exec(compile(ast.Module([line], []), "lesson.py", "exec"), names)


def terms(lesson: Lesson) -> list[str]:
    """Return the glossary terms of a lesson: it uses them, and more than other lessons do."""
    used = {other.name: Counter(glossary.used(core(other))) for other in LESSONS}
    here, everywhere = used[lesson.name], sum(used.values(), Counter())
    own = [term for term in here if here[term] > 1 and here[term] / everywhere[term] >= OWN]
    most_typical = sorted(own, key=lambda term: -(here[term] ** 2) / everywhere[term])[:TERMS]
    return [term for term in glossary.TERMS if term in most_typical]


def core(lesson: Lesson) -> str:
    """Return the text of a lesson without its optional sections."""
    text = file_of(lesson.name).read_text(encoding="utf-8")
    return "\n".join(section.prose for section in sections(text) if not section.optional)


def heads(stub: Path) -> list[tuple[str, str]]:
    """Return the functions of an exercise: the signature and the docstring of each."""
    text, signatures = stub.read_text(encoding="utf-8"), []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            head = "\n".join(text.splitlines()[node.lineno - 1 : node.body[0].lineno - 1])
            paragraphs = (ast.get_docstring(node) or "").split("\n\n")
            doc = "\n".join(re.sub(r"\n(?=\S)", " ", paragraph) for paragraph in paragraphs)
            signatures.append((dedent(head).strip(), doc))
    return signatures


def sum_fields(lesson: str) -> dict[str, Any] | None:
    task = sum_of(lesson)
    return task and {"task": parsed_markdown(task.task), "rows": task.rows}


def parsed_markdown(markdown: str) -> list[list[str]]:
    """Parse one line of markdown into ["", text], ["strong", text] …, which the template formats."""
    markdown = BEYOND.sub(lambda sign: f"‹{unicodedata.name(sign[0]).lower()}›", markdown)
    pieces, at = [], 0
    for mark in MARKS.finditer(markdown):
        pieces.append(["", markdown[at : mark.start()]])
        at = mark.end()
        kind = "sub" if mark["sub"] else mark.lastgroup
        text = re.sub(r"\\(\W)", r"\1", mark[kind])
        if kind == "sub":
            pieces.append(["var", mark["base"]])
        pieces.append(["" if kind in ("sign", "link") else kind, text])
    pieces.append(["", markdown[at:]])
    return [piece for piece in pieces if piece[1]]


if __name__ == "__main__":
    with command("handout"):
        main()
