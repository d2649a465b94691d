"""The exercise of a lesson from outside: its difficulty, its duration, and whether it has been started.

This runs none of the student's code and loads no model.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

from lessons import LESSONS, Lesson
from lessons.host.source import read_source
from lessons.kit.sections import sections

FOLDER = Path(__file__).parents[1]
LEVELS = ("short", "medium", "hard")


@dataclass(frozen=True)
class Task:
    """The exercise in `lessons/NAME/exercise.py`."""

    lesson: Lesson
    minutes: int  # of the section "Write"

    @property
    def file(self) -> Path:
        return FOLDER / self.lesson.name / "exercise.py"

    @property
    def dots(self) -> str:
        """Return its difficulty as ●●○."""
        return "●" * self.lesson.difficulty + "○" * (len(LEVELS) - self.lesson.difficulty)

    @property
    def level(self) -> str:
        return LEVELS[self.lesson.difficulty - 1]

    def begun(self) -> bool:
        """Say whether any function has been changed: it no longer ends as in the stub."""
        try:
            tree = ast.parse(read_source(self.file))
        except (OSError, SyntaxError, ValueError):
            return True  # the checks have something to report
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        return not all(_to_write(node) for node in functions if node.name != "__init__")


def _to_write(function: ast.FunctionDef) -> bool:
    last = function.body[-1]
    return isinstance(last, ast.Raise) and "NotImplementedError" in ast.unparse(last)


def task(lesson: Lesson) -> Task:
    """Return the exercise of one lesson."""
    text = (FOLDER / lesson.name / "lesson.py").read_text(encoding="utf-8")
    minutes = sum(section.minutes for section in sections(text) if section.name == "Write")
    return Task(lesson, minutes)


def tasks() -> list[Task]:
    """Return the exercises of all lessons that have one."""
    return [about for about in map(task, LESSONS) if about.file.exists()]
