"""What the tests of every lesson need."""

from importlib import import_module

import pytest


@pytest.fixture
def write(request, tmp_path, monkeypatch):
    """Write a student's file; `check()` of the lesson that this folder tests then reads that one."""
    checks = import_module(f"lessons.{request.path.parent.name}.checks")
    file = tmp_path / "exercise.py"
    monkeypatch.setattr(checks.EXERCISE.student, "exercise", file)
    return lambda text: file.write_text(text, encoding="utf-8")
