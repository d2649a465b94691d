"""The tasks by name. Each value builds its `Task`: `TASKS["copy"](seed=0)`.

A task of your own is a file `my_NAME.py` in this folder (git ignores it) with `build(seed) -> Task`, or any
module that calls `add(NAME, build)`. A file is read when its task is asked for: until then it may be broken.
"""

import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from transformer.tasks import (
    addition,
    collection,
    copy,
    dates,
    discourses,
    drawings,
    english_french,
    entailment,
    films,
    help_desk,
    induction,
    prompts,
    pronouns,
    reverse,
    sort,
    stories,
    walk,
)
from transformer.tasks.custom import FILES, text
from transformer.tasks.task import Example, Task

__all__ = ["TASKS", "Example", "Task", "add", "find", "own_names"]

FOLDER = Path(__file__).parent
_BUILD = {
    "copy": copy.build,
    "reverse": reverse.build,
    "sort": sort.build,
    "addition": addition.build,
    "collection": collection.build,
    "dates": dates.build,
    "desk": help_desk.build,
    "desk_prompt": help_desk.as_prompts,
    "discourses": discourses.build,
    "drawings": drawings.build,
    "drawings_by_hand": drawings.hand,
    "english_french": english_french.build,
    "films": films.build,
    "pronouns": pronouns.build,
    "language_model": text.language_model,
    "walk": walk.build,
    "prompts": prompts.build,
    "prompts_everything": prompts.everything,
    "induction": induction.build,
    "induction_fixed": induction.fixed,
    "stories": stories.build,
    "stories_one": stories.one,
    "stories_three": stories.three,
    "entailment": entailment.build,
    "entailment_two": entailment.two,
}
# The same task twice is the same object, so its examples are drawn once in a process.
TASKS = {name: cache(build) for name, build in _BUILD.items()}


def add(name: str, build: Callable[..., Task]) -> None:
    """Make a task of your own available. Raises `ValueError` for a name that is taken."""
    if taken := _taken(name):
        raise ValueError(taken)
    TASKS[name] = cache(build)


def own_names() -> list[str]:
    """The names of your own tasks, from their files alone: of `my_NAME.py` NAME, or where that is taken all of
    it."""
    files = sorted(path.stem for path in FOLDER.glob("my_*.py"))
    return [
        file if _shipped(file.removeprefix("my_")) else file.removeprefix("my_") for file in files
    ]


def find(name: str) -> Callable[..., Task]:
    """What builds the task of that name; a file of your own is read if needed. Raises `ValueError` for a name that
    no task has, or that two would have."""
    if name not in TASKS and name in own_names():
        file = f"my_{name.removeprefix('my_')}"
        add(file.removeprefix("my_"), importlib.import_module(f"{__name__}.{file}").build)
    if name not in TASKS:
        raise ValueError(
            f"no task is called “{name}”; known: {', '.join(TASKS)}. One of your own is a file "
            "transformer/tasks/my_….py with its build(seed)"
        )
    return TASKS[name]


def _shipped(name: str) -> bool:
    return name in _BUILD or name in FILES


def _taken(name: str) -> str:
    """Why no task of your own can have that name; "" where it can."""
    if name in FILES:
        why = "so is called what learns from a text that somebody brings"
    elif name in TASKS:
        why = "there is a task of that name"
    else:
        return ""
    return f"“{name}” is taken, {why}: rename transformer/tasks/my_{name}.py"
