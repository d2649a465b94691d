"""The core of a lesson runs alone: no core cell needs what only a cell marked *further* defines."""

import ast
import builtins
import symtable

import pytest

from lessons import LESSONS
from lessons.kit.sections import sections
from tools.minutes import file_of


def undefined(text: str) -> list[str]:
    """What core cells use before a core cell defines or imports it: section, name, and the statement."""
    known, found = set(dir(builtins)), []
    for section in (section for section in sections(text) if not section.further):
        for statement in ast.parse(section.code).body:
            code = ast.unparse(statement)
            cell, *inner = scopes(code)
            used = {n.get_name() for n in cell.get_symbols() if n.is_referenced()}
            used |= {n.get_name() for s in inner for n in s.get_symbols() if n.is_global()}
            # What a function needs, it needs when it is called; a loop's variable is used in it.
            defines = isinstance(statement, ast.FunctionDef | ast.ClassDef)
            here = section.code if defines else code if hasattr(statement, "body") else ""
            missing = sorted(used - known - made(here))
            found += [f"{section.name}: {name} in {code.splitlines()[0]}" for name in missing]
            known |= made(code)
    return found


def scopes(code: str) -> list[symtable.SymbolTable]:
    """That of the code itself, then those of the functions and comprehensions in it."""
    found = [symtable.symtable(code, "cell", "exec")]
    for scope in found:
        found += scope.get_children()
    return found


def made(code: str) -> set[str]:
    """The names that code defines or imports."""
    names = scopes(code)[0].get_symbols()
    return {name.get_name() for name in names if name.is_assigned() or name.is_imported()}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_core_needs_nothing_of_what_is_further(lesson):
    text = file_of(lesson.name).read_text(encoding="utf-8")
    assert undefined(text) == [], "define it in a core cell, or mark this section as further"


def test_a_name_of_a_further_cell_is_found():
    cells = (
        "# %% [markdown]\n# ## Run · 1 min\n\n# %%\nx = [n for n in range(3)]\n\n"
        "# %% [markdown]\n# ## Modify · 1 min · further\n\n# %%\ny = 1\nx = y\n\n"
        "# %% [markdown]\n# ## Break · 1 min\n\n# %%\ndef f(a):\n    return [a + x + {} for b in a]\n"
    )
    assert undefined(cells.format("b")) == []
    assert undefined(cells.format("y")) == ["Break: y in def f(a):"]
    assert undefined(cells.format("b") + "\n\n# %%\nz = z + 1\n") == ["Break: z in z = z + 1"]
