"""What a page opens with, computed when the site is built: a tab need not take seconds over it again.

While the site is built, `Known` listens to all that pages ask of `shared` functions, and keeps what took long and is
plain data: figures, questions, tables. In the tab, `use` hands it out for as long as no layer has been edited.
"""

import dataclasses
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from lessons.host import shared

FILE = "answers.pickle"
FOLLOWS = ("lessons.kit.warming.check_exercise",)  # what a reader writes, which changes
LONG = 0.02  # seconds, here and with PyTorch; a tab takes some ten times as long
PLAIN = (
    "builtins",
    "collections",
    "datetime",
    "lessons",
    "numpy",
    "transformer",
)  # what may be kept
Answer = tuple[str, str]  # the function's name, and what it was given


class _Plain(pickle.Pickler):
    """Refuses what is no data of ours: a tensor of PyTorch is none in a tab."""

    def persistent_id(self, value: Any) -> None:
        kind = value if isinstance(value, type) else type(value)
        if kind.__module__.partition(".")[0] not in PLAIN:
            raise pickle.PicklingError(f"{kind.__module__}.{kind.__qualname__} stays here")


class Known:
    """What was asked of `shared` functions while a page was drawn."""

    def __init__(self) -> None:
        self.kept: dict[Answer, bytes] = {}
        self.asked: set[Answer] = set()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Around all that draws pages in this process."""
        get, compute = shared._Result.get, shared._Result.compute

        def asked(result: Any, function: Callable, key: tuple) -> Any:
            self.asked.add(named(function, key))
            return get(result, function, key)

        def computed(result: Any, function: Callable, key: tuple) -> None:
            begun = time.perf_counter()
            compute(result, function, key)
            took, answer = time.perf_counter() - begun, named(function, key)
            if took >= LONG and not result.error and is_plain(key) and answer[0] not in FOLLOWS:
                self._keep(answer, result.value)

        shared._Result.get, shared._Result.compute = asked, computed
        try:
            yield
        finally:
            shared._Result.get, shared._Result.compute = get, compute

    def _keep(self, answer: Answer, value: Any) -> None:
        packed = BytesIO()
        try:
            _Plain(packed, 4).dump(value)
        except (pickle.PicklingError, TypeError, AttributeError):
            return  # a model, say: it is read from its file
        self.kept[answer] = packed.getvalue()

    def page(self) -> bytes:
        """What was asked since the last call, for the tab."""
        asked, self.asked = self.asked, set()
        return pickle.dumps(
            {answer: self.kept[answer] for answer in sorted(asked) if answer in self.kept}
        )


def of_lesson(name: str) -> bytes:
    """What each part of a lesson's page opens with; Streamlit's stand-in is in use already."""
    from web.visit import Visit

    known, parts = Known(), getattr(import_module(f"lessons.{name}"), "PARTS", None)
    with known.listening():
        for part in parts or ("",):
            Visit(name, {f"{name}-part": part} if part else {}).run()
    return known.page()


edited: set[str] = set()  # the files that a reader has changed


def use(file: Path) -> None:
    """From now on `shared` functions find these answers, as long as no file of the machine was changed."""
    kept: dict[Answer, bytes] = pickle.loads(file.read_bytes())
    compute = shared._Result.compute

    def found(result: Any, function: Callable, key: tuple) -> None:
        if not edited and (answer := kept.get(named(function, key))):
            result.value, result.error, result.until = pickle.loads(answer), None, float("inf")
        else:
            compute(result, function, key)

    shared._Result.compute = found


def named(function: Callable, key: tuple) -> Answer:
    """`shared_by_version` wraps a function in one without a name: then the one inside."""
    inside = [
        cell.cell_contents for cell in function.__closure__ or () if callable(cell.cell_contents)
    ]
    one = inside[0] if function.__name__ == "<lambda>" and inside else function
    return f"{one.__module__}.{one.__qualname__}", repr(key)


def is_plain(value: Any) -> bool:
    """Whether what it was given is told apart by how it is written."""
    if isinstance(value, tuple | list):
        return all(map(is_plain, value))
    if dataclasses.is_dataclass(value):
        return all(is_plain(getattr(value, field.name)) for field in dataclasses.fields(value))
    return value is None or isinstance(value, bool | int | float | str)
