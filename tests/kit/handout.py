"""A notebook run as a reader runs it, and what its cells gave."""

import re
import tempfile
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from lessons import LESSONS
from tests.kit import kernels
from tests.kit.paths import ROOT
from tests.kit.stub import stub
from tools.run_notebooks import measured

PRINTED = r"-?\d+\.?\d*(?:e[+-]\d+)?"  # a number, as cells print it
kernels.warm()
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
    checks = f"from lessons.{lesson}.checks"
    first = next(cell for cell in made.cells if cell.source.startswith(checks))
    first.source = f"from lessons.{lesson}.checks import EXERCISE\nEXERCISE.student.exercise = Path({str(file)!r})\n{first.source}"


def client(made, folder: str) -> NotebookClient:
    where = {"metadata": {"path": str(ROOT / folder)}}
    # Printed text comes in pieces, cut anywhere in a line; coalesced, it is as it was printed.
    return NotebookClient(made, timeout=None, coalesce_streams=True, resources=where)


class Opened:
    """A lesson's notebook in its kernel, run from top to bottom with the exercise still empty."""

    def __init__(self, lesson: str, made, client: NotebookClient):
        self.lesson, self.made, self.client = lesson, made, client
        self.execute(range(len(made.cells)))
        self.text = output(made)

    def execute(self, numbers) -> None:
        """Run these cells, one after the other; stops at the first error."""
        for number in numbers:
            self.client.execute_cell(self.client.nb.cells[number], number)

    def after(self, edits: dict[str, str], folder: Path) -> str:
        """What it prints then: all checks pass, and what follows from the edits."""
        text = output(self.as_a_student(edits, folder))
        assert re.search(r"All \d+ checks passed\.", text)
        return text

    def as_a_student(self, edits: dict[str, str], folder: Path):
        """The notebook up to "Break" after somebody went back in it: made the edits, wrote the exercise
        (the solution of `lessons/NAME/tests/mutants.py`).

        The sections with an edit, and "Write", run once more, in the same kernel.
        """
        changed = nbformat.read(path(self.lesson), as_version=4)
        for cell, before in zip(changed.cells, self.made.cells, strict=True):
            if cell.cell_type == "code":
                cell.outputs = before.outputs
        handed_out = [cell.source for cell in changed.cells]
        for old, new in edits.items():
            edit(changed, old, new)
        solved = folder / "exercise.py"
        solution = import_module(f"lessons.{self.lesson}.tests.mutants").solution
        solved.write_text(solution(), encoding="utf-8")
        point(changed, self.lesson, solved)
        headings = [n for n, cell in enumerate(changed.cells) if cell.source.startswith("## ")]
        self.client.nb = changed
        for begin, end in zip(headings, headings[1:], strict=False):
            section = range(begin, end)
            if any(changed.cells[n].source != handed_out[n] for n in section):
                self.execute(section)
        last = next(n for n in headings if changed.cells[n].source.startswith("## Break"))
        changed.cells = changed.cells[:last]
        return changed


@contextmanager
def opened(lesson: str, folder: str = "notebooks"):
    """The notebook of a lesson as a reader has it open, its kernel started in a folder of the project."""
    made = read(lesson)
    running = client(made, folder)
    with running.setup_kernel():
        yield Opened(lesson, made, running)


def edit(made, old: str, new: str) -> None:
    """Change the one cell with a line that begins with `old`, as the text asks a student to."""
    (cell,) = [c for c in made.cells if re.search(f"^{re.escape(old)}( |$)", c.source, re.M)]
    cell.source = cell.source.replace(old, new)


def figures(made) -> list[str]:
    """What is drawn, folded or not."""
    outputs = [o for cell in made.cells for o in cell.get("outputs", [])]
    pages = [o["data"]["text/html"] for o in outputs if "text/html" in o.get("data", {})]
    return [page for page in pages if "data-glassbox" in page]


def kinds(made) -> list[str]:
    """Which figures a notebook has drawn, in their order."""
    return [re.search(r'"kind": ?"(\w+)", ?"arrays"', html)[1] for html in figures(made)]


def output(made) -> str:
    """Everything that the cells printed or returned, as text."""
    outputs = [o for cell in made.cells for o in cell.get("outputs", [])]
    data = [o.get("data", {}) for o in outputs]
    texts = [d.get("text/markdown") or d.get("text/plain", "") for d in data]
    return "\n".join(o.get("text") or t for o, t in zip(outputs, texts, strict=True))


def numbers_in(pattern: str, text: str) -> list[float]:
    """Every number that the pattern, or its one group, finds."""
    return [float(number) for number in re.findall(pattern, text, re.M)]


def after(text: str, label: str, lines: int = 1) -> list[float]:
    """The numbers behind the label, and those of the lines that follow."""
    return numbers_in(PRINTED, "\n".join(text.split(label, 1)[1].splitlines()[:lines]))


class AsHandedOut:
    """What holds of every lesson's notebook as it is handed out: the tests of each inherit it."""

    mistakes = "MISTAKES"  # those that it shows, as the lesson calls them

    def test_it_draws_its_figures(self, lesson, notebook):
        there = sum(section.get("figures", 0) for section in measured()[lesson].values())
        wanted = f"python -m tools.minutes --run {lesson} --write"
        assert len(figures(notebook.made)) == there, wanted

    def test_it_goes_on_when_the_exercise_is_still_empty(self, text):
        for sentence in (
            "Click an option to see its reply.",
            "still to be written",
            "Not yet. This cell waits for your ",
        ):
            assert sentence in text

    def test_every_mistake_is_shown_with_the_check_that_finds_it(self, lesson, text):
        checks, mistakes = (import_module(f"lessons.{lesson}.{n}") for n in ("checks", "mistakes"))
        titles = tuple(check.title[:40].rstrip() for check in checks.CHECKS)
        for name in getattr(mistakes, self.mistakes):
            line = re.search(rf"^{name} +✗ (.*)$", text, re.M)
            assert line and line[1].startswith(titles), name

    def test_printed_source_fits_a_slide(self, notebook):
        for cell in notebook.made.cells:
            if "inspect.getsource(" in cell.source and cell.outputs:
                printed = output(nbformat.v4.new_notebook(cells=[cell]))
                parts = re.split(r"^(?= *(?:@|def |class ))", printed, flags=re.M)
                assert max(len(part.splitlines()) for part in parts) <= 62, cell.source
