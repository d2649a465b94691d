"""Trainings that survive: each is a folder on disk, trained by a process of its own.

What starts processes and looks after them (`processes`, `launching`, `workers`) imports nothing of the
machine, so that an app can have it which must not import what students edit. Hence no import here.
"""

from importlib import import_module
from typing import Any

_FROM = {"damaged": "folder", "prune": "folder", "runs": "folder"}
_FROM |= dict.fromkeys(("FOLDER", "MEASURED", "Plan", "Run", "free_name", "moments"), "run")

__all__ = [*_FROM]


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__} has no {name}")
    return getattr(import_module(f"{__name__}.{_FROM[name]}"), name)
