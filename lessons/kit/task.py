"""The exercise of a lesson from outside: how hard it is, how long it takes, whether somebody has begun it.

None of the student's code runs for this, and no machine is loaded.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

from lessons import LESSONS, Lesson
from lessons.kit.sections import sections

FOLDER = Path(__file__).parents[1]
LEVELS = ("short", "takes some thought", "hard")


@dataclass(frozen=True)
class Task:
    """What is asked in `lessons/NAME/exercise.py`."""

    lesson: Lesson
    minutes: int  # of "Write", for somebody who really does it

    @property
    def file(self) -> Path:
        return FOLDER / self.lesson.name / "exercise.py"

    @property
    def dots(self) -> str:
        """How hard it is, as ●●○."""
        return "●" * self.lesson.difficulty + "○" * (len(LEVELS) - self.lesson.difficulty)

    @property
    def level(self) -> str:
        return LEVELS[self.lesson.difficulty - 1]

    def begun(self) -> bool:
        """Whether anything is written: a function that no longer ends where it did in the stub."""
        try:
            tree = ast.parse(self.file.read_text(encoding="utf-8"))
        except (OSError, SyntaxError, ValueError):
            return True  # there is something to be said about it
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        return not all(_to_write(node) for node in functions if node.name != "__init__")


def _to_write(function: ast.FunctionDef) -> bool:
    last = function.body[-1]
    return isinstance(last, ast.Raise) and "NotImplementedError" in ast.unparse(last)


def task(lesson: Lesson) -> Task:
    """The exercise of one lesson."""
    text = (FOLDER / lesson.name / "lesson.py").read_text(encoding="utf-8")
    minutes = sum(section.minutes for section in sections(text) if section.name == "Write")
    return Task(lesson, minutes)


def tasks() -> list[Task]:
    """The exercises of all lessons that have one."""
    return [about for about in map(task, LESSONS) if about.file.exists()]
