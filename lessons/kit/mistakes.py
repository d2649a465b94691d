"""The usual mistakes, planted one at a time: each is an edit of the machine's own source.

What a student gets wrong is mostly one line of what the machine gets right. So a mistake is a sentence
and the edit that makes it, and the machine's functions are run anew with that edit in them.
"""

import inspect
import math
import sys
from collections.abc import Callable
from functools import cached_property

import torch

Edit = tuple[str, str]  # text that stands once in the source, and what takes its place


class Moved(LookupError):
    """An edit that no longer fits the source."""


class Mistake:
    """A mistake with its name, and a sentence that tells a student what is wrong.

    `make()` gives the wrong code, as `check` takes it.
    """

    def __init__(self, name: str, sentence: str, make: Callable[[], tuple]):
        self.name, self.sentence, self._make = name, sentence, make

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


def planted(parts: tuple, asked: tuple[str, ...], **mistakes: tuple) -> dict[str, Mistake]:
    """By name, each mistake as (its sentence, an edit, perhaps more edits).

    `parts` are the functions and classes that are run anew, `asked` those of them that the exercise
    asks for, in the order of `check`.
    """
    return {
        name: Mistake(
            name, sentence, lambda name=name, edits=edits: _edited(name, parts, asked, edits)
        )
        for name, (sentence, *edits) in mistakes.items()
    }


def _edited(name: str, parts: tuple, asked: tuple[str, ...], edits: list[Edit]) -> tuple:
    sources = [inspect.getsource(part) for part in parts]
    for old, new in edits:
        count = sum(source.count(old) for source in sources)
        if count != 1:
            where = ", ".join(f"{part.__module__}.{part.__qualname__}" for part in parts)
            raise Moved(
                f"the mistake {name} replaces “{old}”, which stands {count} times in {where}; it must "
                f"stand there once. Was the machine rewritten? Then write the edit anew."
            )
        sources = [source.replace(old, new) for source in sources]
    names = {"math": math, "torch": torch}  # an edit may need them, whatever the module imports
    for part in parts:
        names |= vars(sys.modules[part.__module__])
    names["variant"] = lambda *name: lambda layer: layer  # a mistake is no variant to choose
    for part, source in zip(parts, sources, strict=True):
        above = "\n" * (inspect.getsourcelines(part)[1] - 1)  # so that lines keep their numbers
        exec(compile(above + source, inspect.getsourcefile(part), "exec", dont_inherit=True), names)
    return tuple(names[one] for one in asked)
