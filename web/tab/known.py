"""What a page opens with, computed when the site is built: a tab need not take seconds over it again.

While the site is built, `Known` listens to all that pages ask of `shared` functions, and keeps what takes long and is
plain data: figures, questions, tables. What it was made of counts, too: a tab, where nothing is known yet, would have to
compute that first. In the tab, `use` hands it out for as long as no layer has been edited.
"""

import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from lessons.host import shared

FILE = "answers.pickle"
FOLLOWS = ("lessons.kit.warming.check_exercise",)  # what a reader writes, which changes
LONG = 0.02  # seconds, here and with PyTorch; a tab takes some ten times as long
# Classes that hold data and do nothing; of ours, dataclasses and tuples with names.
DATA = {
    "builtins": ("bytearray", "complex", "frozenset", "range", "set", "slice"),
    "collections": ("Counter", "OrderedDict", "defaultdict", "deque"),
    "datetime": ("date", "datetime", "time", "timedelta"),
    "numpy": ("ndarray", "dtype", "_reconstruct", "scalar"),
}
Answer = tuple[str, str]  # the function's name, and what it was given


class _Plain(pickle.Unpickler):
    """Makes data of ours again and calls nothing else, whatever a file says; a tensor of PyTorch is none in a tab."""

    def find_class(self, module: str, name: str) -> Any:
        top = module.partition(".")[0]
        if name in DATA.get(top, ()):
            return super().find_class(module, name)
        if top in ("lessons", "transformer"):
            found = super().find_class(module, name)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, tuple)):
                return found
        raise pickle.UnpicklingError(
            f"{module}.{name} is no data of this project: answers hold its figures, numbers and texts"
        )


def read(packed: bytes) -> Any:
    """What was packed, if it is data."""
    return _Plain(BytesIO(packed)).load()


class Known:
    """What was asked of `shared` functions while a page was drawn."""

    def __init__(self) -> None:
        self.kept: dict[Answer, bytes] = {}
        self.asked: set[Answer] = set()
        self.cost: dict[Answer, float] = {}  # seconds, if nothing were known yet
        self.computing = [0.0]  # of each computation that goes on: the cost of what it found known

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Around all that draws pages in this process."""
        get, compute = shared._Result.get, shared._Result.compute

        def asked(result: Any, function: Callable, key: tuple) -> Any:
            self.asked.add(answer := named(function, key))
            if result.known():
                self.computing[-1] += self.cost.get(answer, 0.0)
            return get(result, function, key)

        def computed(result: Any, function: Callable, key: tuple) -> None:
            self.computing.append(0.0)
            begun = time.perf_counter()
            compute(result, function, key)
            took, found = time.perf_counter() - begun, self.computing.pop()
            self.computing[-1] += found
            self.cost[answer := named(function, key)] = cost = took + found
            if cost >= LONG and not result.error and is_plain(key) and answer[0] not in FOLLOWS:
                self._keep(answer, result.value)

        shared._Result.get, shared._Result.compute = asked, computed
        try:
            yield
        finally:
            shared._Result.get, shared._Result.compute = get, compute

    def _keep(self, answer: Answer, value: Any) -> None:
        try:
            packed = pickle.dumps(value, 4)
            read(packed)
        except (pickle.PickleError, TypeError, AttributeError):
            return  # a model, say: it is read from its file
        self.kept[answer] = packed

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
    kept: dict[Answer, bytes] = read(file.read_bytes())
    compute = shared._Result.compute

    def there(function: Callable, key: tuple) -> bool:
        return not edited and named(function, key) in kept

    def found(result: Any, function: Callable, key: tuple) -> None:
        if there(function, key):
            result.value, result.error = read(kept[named(function, key)]), None
            result.until = float("inf")
        else:
            compute(result, function, key)

    shared._Result.compute, shared.brought = found, there


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
    if is_dataclass(value):
        return all(is_plain(getattr(value, field.name)) for field in fields(value))
    return value is None or isinstance(value, bool | int | float | str)
