"""What the tests of every lesson need: its page, its notebook, and a student's file."""

from importlib import import_module

import pytest

from tests.kit import handout
from tests.kit.unhurried import unhurried
from tests.kit.visit import Visitor


@pytest.fixture(scope="module")
def lesson(request) -> str:
    """The lesson to whose folder the test belongs: lessons/NAME/tests."""
    return request.path.parent.parent.name


@pytest.fixture(scope="module")
def visitor(lesson) -> Visitor:
    """Somebody on its page."""
    return Visitor(lesson)


@pytest.fixture(scope="module")
def notebook(lesson):
    """Its notebook, run from top to bottom by somebody who has not begun the exercise."""
    with handout.opened(lesson) as notebook:
        yield notebook


@pytest.fixture(scope="module")
def text(notebook) -> str:
    """What that notebook has printed."""
    return notebook.text


@pytest.fixture
def write(lesson, tmp_path, monkeypatch):
    """Write a student's file; `check()` of the lesson that this folder tests then reads that one."""
    unhurried(monkeypatch)
    checks = import_module(f"lessons.{lesson}.checks")
    file = tmp_path / "exercise.py"
    monkeypatch.setattr(checks.EXERCISE.student, "exercise", file)
    return lambda text: file.write_text(text, encoding="utf-8")
