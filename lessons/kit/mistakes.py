"""The usual mistakes, planted one at a time: each is an edit of the machine's own source.

What a student gets wrong is mostly one line of what the machine gets right. So a mistake is a sentence
and the edit that makes it, and the machine's functions are run anew with that edit in them.
"""

import inspect
import math
import sys
from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import Any

import torch

Edit = tuple[str, str]  # text that stands once in the source, and what takes its place


class Moved(LookupError):
    """An edit that no longer fits the source."""


class Mistake:
    """A mistake with its name, and a sentence that tells a student what is wrong.

    `make()` gives the wrong code, as `check` takes it.
    """

    def __init__(
        self, name: str, sentence: str, make: Callable[[], tuple], texts: Callable[[], list] = list
    ):
        self.name, self.sentence, self._make = name, sentence, make
        # () → of each function or class that runs anew: its text, and the wrong one.
        self.texts = texts

    @cached_property
    def code(self) -> tuple:
        """The wrong functions or classes: `check(*mistake.code)`."""
        return self._make()

    def fits(self) -> bool:
        """Whether it can be made at all: a student may be editing the machine's source."""
        try:
            return bool(self.code)
        except Exception:  # what is wrong with the machine is said elsewhere
            return False


def planted(
    sources: tuple, asked: tuple[str, ...] = (), /, **mistakes: tuple
) -> dict[str, Mistake]:
    """By name, each mistake as (its sentence, an edit, perhaps more edits).

    `sources` are the functions and classes that are run anew, `asked` the names of those of them that the
    exercise asks for, in the order of `check`; without them, all.
    """
    asked = asked or tuple(source.__name__ for source in sources)
    return {
        name: Mistake(
            name,
            sentence,
            partial(_edited, name, sources, asked, edits),
            partial(_texts, name, sources, edits),
        )
        for name, (sentence, *edits) in mistakes.items()
    }


def _texts(name: str, sources: tuple, edits: list[Edit]) -> list[tuple[str, str]]:
    """Each source as it is, and with the edits in it."""
    texts = right = [_text(source) for source in sources]
    for old, new in edits:
        count = sum(text.count(old) for text in texts)
        if count != 1:
            where = ", ".join(f"{source.__module__}.{source.__qualname__}" for source in sources)
            raise Moved(
                f"the mistake {name} replaces “{old}”, which stands {count} times in {where}; it must "
                f"stand there once. Was the machine rewritten? Then write the edit anew."
            )
        texts = [text.replace(old, new) for text in texts]
    return list(zip(right, texts, strict=True))


def _edited(name: str, sources: tuple, asked: tuple[str, ...], edits: list[Edit]) -> tuple:
    texts = [wrong for _, wrong in _texts(name, sources, edits)]
    names: dict[str, Any] = {
        "math": math,
        "torch": torch,
    }  # an edit may need them, whatever the module imports
    for source in sources:
        names |= vars(sys.modules[source.__module__])
    names["variant"] = lambda *name: lambda layer: layer  # a mistake is no variant to choose
    for source, text in zip(sources, texts, strict=True):
        exec(compile(text, inspect.getsourcefile(source) or "", "exec", dont_inherit=True), names)
    return tuple(names[one] for one in asked)


@cache
def _text(source: Callable) -> str:
    """The source at its place in the file, so that lines keep their numbers. Slow for a class."""
    lines, number = inspect.getsourcelines(source)
    return "\n" * (number - 1) + "".join(lines)
