"""The app's own process never loads what students edit, whatever page is open and whatever is pressed on it;
and it asks the process that does so rarely: a class of 60 shares its answers."""

import ast
from pathlib import Path

import pytest

from lessons.host.apart import is_elsewhere
from tests.kit import project
from tests.kit.paths import ROOT

VISITS = """
import json, sys
from importlib import import_module
from lessons.host import live, remote
remote.serve()
live.poll_for_edits()
from lessons import LESSONS
from tests.kit.visit import Visitor, begun
from transformer.runs.run_folder import RunFolder
course = begun("").run()
answers = {"mistakes": [str(error.value) for error in course.exception], "edited": {}, "asked": {}}
ask, asked = remote._ask, []
remote._ask = lambda of, name, *rest: asked.append(name) or ask(of, name, *rest)
from lessons.host.apart import is_elsewhere
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
            if name == "torch" or is_elsewhere(name) and not isinstance(sys.modules[name], remote.Module):
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
def test_pages_import_modules_of_the_other_process_and_not_their_names(visited):
    """A name would be asked for while the page is imported, where an error has no place of its own."""
    waiting, seen, wrong = [*visited["loaded"]], set(), []
    while waiting:
        name = waiting.pop()
        if name in seen or is_elsewhere(name) or (file := file_of(name)) is None:
            continue
        seen.add(name)
        for module, names in imported(file.read_text(encoding="utf-8")):
            if is_elsewhere(module):
                wrong += [
                    f"{file.relative_to(ROOT)}: {module}.{n}"
                    for n in names
                    if not file_of(f"{module}.{n}")
                ]
            elif module.startswith("lessons"):
                waiting += [module, *(f"{module}.{n}" for n in names)]
    assert len(seen) > 80 and not wrong


def file_of(module: str) -> Path | None:
    path = ROOT / Path(*module.split("."))
    return next(
        (file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None
    )


def imported(code: str) -> list[tuple[str, list[str]]]:
    """The modules that a file imports from anywhere, each with its names; annotations alone do not count."""
    found: list[tuple[str, list[str]]] = []

    class Reader(ast.NodeVisitor):
        def visit_If(self, node: ast.If) -> None:
            if ast.unparse(node.test) != "TYPE_CHECKING":
                self.generic_visit(node)

        def visit_Import(self, node: ast.Import) -> None:
            found.extend((name.name, []) for name in node.names)

        def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
            found.append((node.module, [name.name for name in node.names]))

    Reader().visit(ast.parse(code))
    return found


def test_an_import_inside_a_function_is_found_and_one_for_types_is_not():
    code = "def choose():\n    from transformer.training.optimizers import OPTIMIZERS\n"
    assert imported(code) == [("transformer.training.optimizers", ["OPTIMIZERS"])]
    assert not imported(f"if TYPE_CHECKING:\n    {code.splitlines()[1].strip()}")


def test_what_readers_edit_and_what_computes_runs_elsewhere():
    for name in (
        "transformer.attention",
        "lessons.masks.exercise",
        "lessons.masks.results",
        "lessons.heads.figures.head_sum",
    ):
        assert is_elsewhere(name), name
    for name in (
        "transformer.runs.run_folder",
        "lessons.masks.page",
        "lessons.masks",
        "lessons.kit.tables",
        "lessons.figures.kit.bundle",
    ):
        assert not is_elsewhere(name), name
