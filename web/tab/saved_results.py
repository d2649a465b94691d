"""Results for a page's first view, computed when the site is built to save seconds in the tab.

During the build, `Recorder` records the calls of `shared_cache` functions, and stores results that take long and are
plain data: figures, questions, tables. Inner results count as well, because a tab, which knows nothing yet,
would have to compute them first. In the tab, its `Host` provides the results as long as no layer has been edited.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from lessons.host import shared_cache
from web.tab.records import Unreadable, pack, read

FILE = "answers.bin"
FOLLOWS = ("lessons.kit.warming.check_exercise",)  # depends on the reader's code, which changes
LONG = 0.02  # seconds, here and with PyTorch; a tab takes about ten times as long
Call = tuple[str, str]  # the function's name, and its arguments


class Recorder(shared_cache.Observer):
    """Records the calls of `shared_cache` functions while a page is drawn."""

    def __init__(self) -> None:
        self.recorded: dict[Call, bytes] = {}
        self.needed: set[Call] = set()
        self.cost: dict[Call, float] = {}  # seconds, without stored results
        # Per running computation: cost of the stored results used, and its start.
        self.computing = [0.0]
        self.begun: list[float] = []

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Follow everything that draws pages in this process."""
        before, shared_cache.observer = shared_cache.observer, self
        try:
            yield
        finally:
            shared_cache.observer = before

    def on_request(self, function: Callable, key: tuple, is_cached: bool) -> None:
        self.needed.add(call := call_of(function, key))
        if is_cached:
            self.computing[-1] += self.cost.get(call, 0.0)

    def on_start(self, function: Callable, key: tuple) -> None:
        self.computing.append(0.0)
        self.begun.append(time.perf_counter())

    def on_result(self, function: Callable, key: tuple, result: shared_cache.Result) -> None:
        used = self.computing.pop()
        call, cost = call_of(function, key), time.perf_counter() - self.begun.pop() + used
        self.computing[-1] += used
        self.cost[call] = cost
        if cost >= LONG and not result.error and is_plain(key) and call[0] not in FOLLOWS:
            self._record(call, result.value)

    def _record(self, call: Call, value: Any) -> None:
        with suppress(Unreadable):  # for example a model, which is read from its file
            self.recorded[call] = pack(value)

    def page(self) -> bytes:
        """Return the results recorded since the last call, for the tab."""
        needed, self.needed = self.needed, set()
        return pack({call: self.recorded[call] for call in sorted(needed) if call in self.recorded})


def of_lesson(name: str) -> bytes:
    """Return the results for each part of a lesson's page; Streamlit's stand-in must be in use."""
    from web.visit import Visit

    recorder, parts = Recorder(), getattr(import_module(f"lessons.{name}"), "PARTS", None)
    with recorder.listening():
        for part in parts or ("",):
            Visit(name, {f"{name}-part": part} if part else {}).run()
    return recorder.page()


edited: set[str] = set()  # the files that a reader has changed
results: dict[Call, bytes] = {}  # the results of all pages opened so far


def add_file(file: Path) -> None:
    """Add the results of another page, and delete their file."""
    if file.exists():
        results.update(read(file.read_bytes()))
        file.unlink()


def call_of(function: Callable, key: tuple) -> Call:
    """Return the name of a call of a `shared_cache` function."""
    return f"{function.__module__}.{function.__qualname__}", repr(key)


def is_plain(value: Any) -> bool:
    """Say whether the text of the arguments identifies them."""
    if isinstance(value, tuple | list):
        return all(map(is_plain, value))
    if is_dataclass(value):
        return all(is_plain(getattr(value, field.name)) for field in fields(value))
    return value is None or isinstance(value, bool | int | float | str)
