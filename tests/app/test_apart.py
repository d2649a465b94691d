"""The app's own process never loads what students edit, whatever page is open and whatever is pressed on it;
and it asks the process that does so rarely: a class of 60 shares its answers."""

import ast
from pathlib import Path

import pytest

from lessons.host.apart import is_edited
from tests.kit import project
from tests.kit.paths import ROOT

VISITS = """
import json, sys
from importlib import import_module
from lessons.host import live, remote
remote.serve()
live.look()
from lessons import LESSONS
from tests.kit.visit import Visitor, begun
from transformer.runs.kept import Kept
course = begun("").run()
answers = {"mistakes": [str(error.value) for error in course.exception], "edited": {}, "asked": {}}
ask, asked = remote._ask, []
remote._ask = lambda of, name, *rest: asked.append(name) or ask(of, name, *rest)
from lessons.host.apart import is_edited
for lesson in LESSONS:
    visitor = Visitor(lesson.name)
    for part in getattr(import_module(f"lessons.{lesson.name}"), "PARTS", [""]):
        visitor.at.session_state[f"{lesson.name}-part"] = part
        visitor.at.run()
        shows_runs = (lesson.name, part) in (("training", "train"), ("ablations", ""))  # which change
        if len(visitor.at.text_input) and not shows_runs:
            for sentence in ("the dog sees it", "the cat sees the dog", "the dog eats it", "the cat sees the dog"):
                asked.clear()
                visitor.at.text_input[0].set_value(sentence).run()
                answers["asked"].setdefault(f"{lesson.name} {part}", []).append([*asked])
        answers["mistakes"] += [f"{lesson.name} {part}: {mistake}" for mistake in visitor.mistakes]
        for name in [*sys.modules]:
            if is_edited(name) or name == "torch":
                answers["edited"].setdefault(name, f"{lesson.name} {part}")
answers["loaded"] = [name for name in sys.modules if name.startswith("lessons.")]
print("ANSWERS" + json.dumps(answers))
"""


@pytest.fixture(scope="module")
def visited(tmp_path_factory) -> dict:
    return project.answers(VISITS, {}, tmp_path_factory.mktemp("apart") / "project")


@pytest.mark.slow
def test_opening_every_part_of_every_page_loads_nothing_that_students_edit(visited):
    assert not visited["mistakes"] and not visited["edited"]


@pytest.mark.slow
def test_a_typed_sentence_asks_at_most_twice_and_a_known_one_never(visited):
    """And once more for the notes below the figure, when the whole page is drawn, as here."""
    for place, (_, new, _, known) in visited["asked"].items():
        assert len(new) <= 3 and not known, (place, new, known)
    assert len(visited["asked"]) > 20


@pytest.mark.slow
def test_no_control_of_a_page_would_load_it(visited):
    """Also an import inside a function, which runs only when a control is used."""
    waiting, seen, wrong = [*visited["loaded"]], set(), []
    while waiting:
        name = waiting.pop()
        if name in seen or (file := file_of(name)) is None:
            continue
        seen.add(name)
        for asked in imported(file.read_text(encoding="utf-8")):
            if is_edited(asked) and file_of(asked):
                wrong.append(f"{file.relative_to(ROOT)} imports {asked}")
            elif asked.startswith("lessons."):
                waiting.append(asked)
    assert len(seen) > 80 and not wrong


def file_of(module: str) -> Path | None:
    path = ROOT / Path(*module.split("."))
    return next(
        (file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None
    )


def imported(code: str) -> set[str]:
    """The modules that a file imports anywhere, and the names that may be modules; annotations alone do not count."""
    found: set[str] = set()

    class Reader(ast.NodeVisitor):
        def visit_If(self, node: ast.If) -> None:
            if ast.unparse(node.test) != "TYPE_CHECKING":
                self.generic_visit(node)

        def visit_Import(self, node: ast.Import) -> None:
            found.update(name.name for name in node.names)

        def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
            found.update([node.module, *(f"{node.module}.{name.name}" for name in node.names)])

    Reader().visit(ast.parse(code))
    return found


def test_an_import_inside_a_function_is_found():
    code = "def choose():\n    from transformer.training.optimizers import OPTIMIZERS\n"
    assert any(map(is_edited, imported(code)))
    assert not any(
        map(is_edited, imported(f"if TYPE_CHECKING:\n    {code.splitlines()[1].strip()}"))
    )
    assert is_edited("transformer.attention") and is_edited("lessons.masks.exercise")
    assert not is_edited("transformer.runs.kept") and not is_edited("lessons.masks.page")
