"""The tasks by name. Each value builds its `Task`: `TASKS["copy"](seed=0)`.

A file of this folder with a function `build(seed) -> Task` is a task of the same name. A file with several tasks
lists them: `TASKS = {"stories": build, "stories_one": one}`. To keep a task private, call its file `my_NAME.py`: git
ignores it, and it is read only when its task is requested, so a broken file does no harm until then.
"""

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from transformer.tasks.custom import FILES
from transformer.tasks.task import Example, Task

__all__ = ["TASKS", "Example", "Task", "add", "find", "own_names"]

FOLDER = Path(__file__).parent
PRIVATE = "my_"


def _built_in() -> dict[str, Callable[..., Task]]:
    """Return the function that builds each task of the files in this folder, without the private ones."""
    build: dict[str, Callable[..., Task]] = {}
    for _, file, _ in pkgutil.iter_modules(__path__):
        if not file.startswith(PRIVATE):
            module = importlib.import_module(f"{__name__}.{file}")
            default = {file: module.build} if hasattr(module, "build") else {}
            build |= getattr(module, "TASKS", default)
    return build


# The same task is always the same object, so its examples are generated once per process.
TASKS = {name: cache(build) for name, build in _built_in().items()}
BUILT_IN = frozenset(TASKS)


def add(name: str, build: Callable[..., Task]) -> None:
    """Register your own task. Raises `ValueError` for a name that is taken."""
    if taken := _taken(name):
        raise ValueError(taken)
    TASKS[name] = cache(build)


def own_names() -> list[str]:
    """Return the names of your own tasks from their file names: NAME for `my_NAME.py`, or the full name if
    NAME is taken."""
    files = sorted(path.stem for path in FOLDER.glob("my_*.py"))
    return [
        file if _shipped(file.removeprefix("my_")) else file.removeprefix("my_") for file in files
    ]


def find(name: str) -> Callable[..., Task]:
    """Return the function that builds the task of that name, reading your own file if needed. Raises
    `ValueError` for a name that is unknown or ambiguous."""
    if name not in TASKS and name in own_names():
        file = f"my_{name.removeprefix('my_')}"
        add(file.removeprefix("my_"), importlib.import_module(f"{__name__}.{file}").build)
    if name not in TASKS:
        raise ValueError(
            f"no task is called “{name}”; the known tasks are {', '.join(sorted(TASKS))}. To add your own, write a file "
            "transformer/tasks/my_….py with a function build(seed)"
        )
    return TASKS[name]


def _shipped(name: str) -> bool:
    return name in BUILT_IN or name in FILES


def _taken(name: str) -> str:
    """Return why your own task cannot have this name; "" where it can."""
    if name in FILES:
        why = "because this name is used for training on your own text"
    elif name in TASKS:
        why = "because a built-in task has this name"
    else:
        return ""
    return f"“{name}” is taken, {why}: rename transformer/tasks/my_{name}.py"
