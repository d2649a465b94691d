"""`python -m lessons.new NAME` writes a lesson that passes the contract, and a running app shows it."""

import subprocess
import sys

import pytest

from lessons import LESSONS, new
from tests.kit.project import copied

NAME = "dead_units"
SHOWN = f"""
from pathlib import Path
from lessons import new
from tests.kit.visit import opened, paragraphs
lead = "Which inputs does a rectified linear unit pass on?"
assert lead not in paragraphs(opened({NAME!r})), "the lesson is already there"
contents = Path("lessons/__init__.py")
before, after = contents.read_text(encoding="utf-8").split(")\\n\\n\\ndef by_part")
text = before + new.entry({NAME!r}) + ")\\n\\n\\ndef by_part" + after
contents.write_text(text, encoding="utf-8")
app = opened({NAME!r})
assert not app.exception, app.exception
assert lead in paragraphs(app), paragraphs(app)
"""


@pytest.mark.slow
def test_a_new_lesson_passes_the_contract(tmp_path):
    folder = copied(tmp_path / "project")

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], cwd=folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    assert new.entry(NAME) in run("-m", "lessons.new", NAME)
    run("-m", "ruff", "check", f"lessons/{NAME}")
    run("-c", SHOWN)
    readme = folder / "README.md"
    text = readme.read_text(encoding="utf-8")
    readme.write_text(text.replace("<!-- /lessons -->", new.row(NAME) + "<!-- /lessons -->"))
    run("-m", "tools.minutes", "--run", NAME, "--write")
    run("-m", "lessons.build")
    own = f"({NAME} or test_lessons or test_architecture) and not test_removing"
    run("-m", "pytest", "-n", "0", "-m", "", "tests/contract", "-k", own)


@pytest.mark.parametrize("name", ["Dead", "a-b", "", "x" * 21])
def test_a_name_that_cannot_be_a_folder_is_refused(name):
    with pytest.raises(ValueError, match="use 3 to 20 letters"):
        new.write(name)


def test_a_lesson_that_exists_is_not_overwritten():
    with pytest.raises(ValueError, match="already exists"):
        new.write(LESSONS[0].name)
