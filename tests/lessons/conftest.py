"""What the tests of every lesson need."""

from importlib import import_module

import pytest


@pytest.fixture
def write(request, tmp_path, monkeypatch):
    """Write a student's file; `check()` of the lesson that this folder tests then reads that one."""
    trial = import_module(f"lessons.{request.path.parent.name}.trial")
    file = tmp_path / "exercise.py"
    monkeypatch.setattr(trial.Student, "exercise", file)
    return lambda text: file.write_text(text, encoding="utf-8")
