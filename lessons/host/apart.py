"""Keep the code that readers edit out of the app's own process, where an error in it would end the app for everyone.

The pages reach that code through `live.load`, which returns a module of another process.
"""

import re
import sys
from importlib.abc import MetaPathFinder

# What the app itself imports of `transformer`: files that start and watch processes and explain errors.
ITS_OWN = re.compile(
    r"transformer(\.diagnosis(\.\w+)*|\.runs(\.(kept|launching|processes|snapshot|watchdog|workers))?)?"
)
EXERCISES = re.compile(r"lessons\.\w+\.(exercise|trial)")


def is_edited(module: str) -> bool:
    """Say whether readers edit this module of the project."""
    if EXERCISES.fullmatch(module):
        return True
    return module.startswith("transformer.") and not ITS_OWN.fullmatch(module)


class _Refuse(MetaPathFinder):
    """Refuses to import what readers edit."""

    def find_spec(self, name: str, path=None, target=None) -> None:
        if is_edited(name):
            raise ImportError(
                f"{name} is a file that readers edit, so the app itself does not import it: an error in it would "
                f"end the app for everyone. In a page, use live.module({name!r})."
            )


def keep_apart() -> None:
    """From now on, refuse in this process every import of what readers edit."""
    if not any(isinstance(finder, _Refuse) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Refuse())
