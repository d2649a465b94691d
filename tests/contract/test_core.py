"""The core of a lesson runs alone: no core cell needs what only a cell marked *optional* defines."""

import json
import subprocess
import sys

import pytest

from lessons import LESSONS
from lessons.kit.sections import sections
from tools.minutes import file_of


def undefined(text: str) -> list[str]:
    """What core cells use before a core cell defines or imports it: ruff's message and the line."""
    core = "\n".join(section.code for section in sections(text) if not section.optional)
    command = "ruff check --isolated --select F821 --exit-zero --output-format json -"
    ruff = subprocess.run(
        [sys.executable, "-m", *command.split()], input=core, capture_output=True, encoding="utf-8"
    )
    assert ruff.returncode == 0, ruff.stderr
    faults = json.loads(ruff.stdout)
    lines = core.splitlines()
    return [f"{fault['message']}: {lines[fault['location']['row'] - 1]}" for fault in faults]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_core_needs_no_optional_section(lesson):
    text = file_of(lesson.name).read_text(encoding="utf-8")
    assert undefined(text) == [], "define it in a core cell, or mark this section as optional"


def test_a_name_of_an_optional_cell_is_found():
    cells = (
        "# %% [markdown]\n# ## Run · 1 min\n\n# %%\nx = [n for n in range(3)]\n\n"
        "# %% [markdown]\n# ## Modify · 1 min · optional\n\n# %%\ny = 1\nx = y\n\n"
        "# %% [markdown]\n# ## Break · 1 min\n\n# %%\ndef f(a):\n    return [a + x + {} for b in a]\n"
    )
    assert undefined(cells.format("b")) == []
    assert undefined(cells.format("y")) == ["Undefined name `y`:     return [a + x + y for b in a]"]
    assert undefined(cells.format("b") + "\n\n# %%\nz = z + 1\n") == [
        "Undefined name `z`: z = z + 1"
    ]
