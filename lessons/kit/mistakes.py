"""Common mistakes, injected one at a time: each one edits the source of the reference implementation.

A student's mistake is usually one wrong line of otherwise correct code. So a mistake is a sentence and an
edit, and the functions of the reference implementation are recompiled with that edit.
"""

import inspect
import math
import sys
from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import Any

import torch

Edit = tuple[str, str]  # text that occurs once in the source, and its replacement


class StaleEdit(LookupError):
    """Raised when an edit no longer fits the source."""


class Mistake:
    """A mistake with its name and the sentence that explains it to a student.

    `make()` gives the wrong code, as `check` takes it.
    """

    def __init__(
        self, name: str, sentence: str, make: Callable[[], tuple], texts: Callable[[], list] = list
    ):
        self.name, self.sentence, self._make = name, sentence, make
        # () → for each recompiled function or class: its text, and the wrong text.
        self.texts = texts

    @cached_property
    def code(self) -> tuple:
        """The wrong functions or classes: `check(*mistake.code)`."""
        return self._make()

    def fits(self) -> bool:
        """Say whether the mistake can be made at all: a student may be editing the source."""
        try:
            return bool(self.code)
        except Exception:  # errors of the model code are reported elsewhere
            return False


def mutations(
    sources: tuple, required: tuple[str, ...] = (), /, **mistakes: tuple
) -> dict[str, Mistake]:
    """Return by name each mistake, given as (its sentence, an edit, perhaps more edits).

    `sources` are the functions and classes to recompile. `asked` are the names of those that the exercise
    asks for, in the order of `check`; by default all.
    """
    required = required or tuple(source.__name__ for source in sources)
    return {
        name: Mistake(
            name,
            sentence,
            partial(_edited, name, sources, required, edits),
            partial(_texts, name, sources, edits),
        )
        for name, (sentence, *edits) in mistakes.items()
    }


def _texts(name: str, sources: tuple, edits: list[Edit]) -> list[tuple[str, str]]:
    """Return each source as it is, and with the edits."""
    texts = right = [_text(source) for source in sources]
    for old, new in edits:
        count = sum(text.count(old) for text in texts)
        if count != 1:
            where = ", ".join(f"{source.__module__}.{source.__qualname__}" for source in sources)
            raise StaleEdit(
                f"the mistake {name} replaces “{old}”, which occurs {count} times in {where}; it must "
                f"occur exactly once. If the source was rewritten, update the edit."
            )
        texts = [text.replace(old, new) for text in texts]
    return list(zip(right, texts, strict=True))


def _edited(name: str, sources: tuple, required: tuple[str, ...], edits: list[Edit]) -> tuple:
    texts = [wrong for _, wrong in _texts(name, sources, edits)]
    names: dict[str, Any] = {
        "math": math,
        "torch": torch,
    }  # an edit may need them, whatever the module imports
    for source in sources:
        names |= vars(sys.modules[source.__module__])
    names["variant"] = lambda *name: lambda layer: layer  # a mistake is not offered as a variant
    for source, text in zip(sources, texts, strict=True):
        exec(compile(text, inspect.getsourcefile(source) or "", "exec", dont_inherit=True), names)
    return tuple(names[name] for name in required)


@cache
def _text(source: Callable) -> str:
    """Return the source, padded so that lines keep their numbers in the file. Slow for a class."""
    lines, number = inspect.getsourcelines(source)
    return "\n" * (number - 1) + "".join(lines)
