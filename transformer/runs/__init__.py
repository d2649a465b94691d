"""Training runs that survive a crash: each is a folder on disk, trained by its own process.

The files that start and supervise processes (`processes`, `launching`, `workers`) import no model code, so
that an app can use them without importing files that students edit. For the same reason this file imports
nothing.
"""

from importlib import import_module
from typing import Any

_FROM = {"damaged": "folder", "runs": "folder"}
_FROM |= dict.fromkeys(
    ("FOLDER", "MEASURED", "RunConfig", "Run", "free_name", "checkpoint_steps"), "run"
)

__all__ = [*_FROM]


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__} has no {name}")
    return getattr(import_module(f"{__name__}.{_FROM[name]}"), name)
