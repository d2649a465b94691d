"""The tasks by name. Each value builds its `Task`: `TASKS["copy"](seed=0)`.

To add your own task, write a file `my_NAME.py` in this folder (git ignores it) with `build(seed) -> Task`, or
call `add(NAME, build)` in any module. The file is read only when its task is requested, so a broken file does
no harm until then.
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
    slide_stories,
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
    "stories_dropped": slide_stories.things,
    "stories_alike": slide_stories.animals,
    "entailment": entailment.build,
    "entailment_two": entailment.two,
}
# The same task is always the same object, so its examples are generated once per process.
TASKS = {name: cache(build) for name, build in _BUILD.items()}


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
            f"no task is called “{name}”; the known tasks are {', '.join(TASKS)}. To add your own, write a file "
            "transformer/tasks/my_….py with a function build(seed)"
        )
    return TASKS[name]


def _shipped(name: str) -> bool:
    return name in _BUILD or name in FILES


def _taken(name: str) -> str:
    """Return why your own task cannot have this name; "" where it can."""
    if name in FILES:
        why = "because this name is used for training on your own text"
    elif name in TASKS:
        why = "because a built-in task has this name"
    else:
        return ""
    return f"“{name}” is taken, {why}: rename transformer/tasks/my_{name}.py"
