"""A notebook run as a reader runs it, and what its cells gave."""

import re
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from lessons import LESSONS
from tests.kit.places import ROOT
from tests.kit.stub import stub

_handed_out = tempfile.TemporaryDirectory()


def path(lesson: str) -> Path:
    """The notebook of a lesson, numbered as in the table of contents."""
    number = [entry.name for entry in LESSONS].index(lesson) + 1
    return ROOT / "notebooks" / f"{number:02}_{lesson}.ipynb"


def read(lesson: str):
    """The notebook, with the exercise as it is handed out, whatever this checkout has in it."""
    made = nbformat.read(path(lesson), as_version=4)
    if (text := stub(lesson)) != (ROOT / "lessons" / lesson / "exercise.py").read_text("utf-8"):
        file = Path(_handed_out.name) / f"{lesson}.py"
        file.write_text(text, encoding="utf-8")
        point(made, lesson, file)
    return made


def point(made, lesson: str, file: Path) -> None:
    """Let the checks of the notebook look at this file instead of exercise.py."""
    (first,) = [c for c in made.cells if c.source.startswith(f"from lessons.{lesson}.checks")]
    first.source = f"from lessons.{lesson} import trial\ntrial.Student.exercise = Path({str(file)!r})\n{first.source}"


def run(made, folder: str = "notebooks"):
    """Execute every cell, started from a folder of the project; stops at the first error."""
    where = {"metadata": {"path": str(ROOT / folder)}}
    # Printed text comes in pieces, cut anywhere in a line; coalesced, it is as it was printed.
    NotebookClient(made, timeout=60, coalesce_streams=True, resources=where).execute()
    return made


def edit(made, old: str, new: str) -> None:
    """Change the one cell with a line that begins with `old`, as the text asks a student to."""
    (cell,) = [c for c in made.cells if re.search(f"^{re.escape(old)}( |$)", c.source, re.M)]
    cell.source = cell.source.replace(old, new)


def figures(made) -> list[str]:
    outputs = [o for cell in made.cells for o in cell.get("outputs", [])]
    return [o["data"]["text/html"] for o in outputs if "text/html" in o.get("data", {})]


def output(made) -> str:
    """Everything that the cells printed or returned, as text."""
    outputs = [o for cell in made.cells for o in cell.get("outputs", [])]
    data = [o.get("data", {}) for o in outputs]
    texts = [d.get("text/markdown") or d.get("text/plain", "") for d in data]
    return "\n".join(o.get("text") or t for o, t in zip(outputs, texts, strict=True))


def as_a_student(lesson: str, edits: dict[str, str], solution: str, folder: Path):
    """The notebook up to "Break", every edit made, and the exercise solved in a file of `folder`."""
    made = nbformat.read(path(lesson), as_version=4)
    headings = [cell.source.split("\n")[0] for cell in made.cells]
    made.cells = made.cells[: headings.index("## Break")]
    for old, new in edits.items():
        edit(made, old, new)
    solved = folder / "exercise.py"
    solved.write_text(solution, encoding="utf-8")
    point(made, lesson, solved)
    return made
