"""Proxies for the model's modules, which run in a process that can die (`worker`).

`Module("lessons.scores.results").plane(…)` is computed there. Plain data and arrays are returned; anything
else becomes a handle, which asks the process when it is used. The app never imports the files that students
edit.
"""

import builtins
import json
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator, MutableMapping
from types import ModuleType
from typing import Any, NoReturn

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from lessons.host import apart, live, server, wire
from lessons.host.host import Host, use
from lessons.host.locations import Mistake
from lessons.host.pool import Pool, Process
from lessons.host.source import digest

pool = Pool()
MOST = 1024  # answers in the cache; the least recently used one is dropped first
_answers: OrderedDict[tuple, tuple[Any, Exception | None]] = OrderedDict()
_asking: dict[tuple, threading.Event] = {}  # questions without an answer yet; set when there is one
_guard = threading.Lock()


class Module(ModuleType):
    """A module of the process. It is identified by its name, so it outlives the process."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # names that Python itself looks up
            raise AttributeError(name)
        key = ("get", pool.process().number, self.__name__, name)
        try:
            return _remembered(key, lambda: _attribute(self.__name__, name))
        except Exception as error:
            if name.isupper() or isinstance(error, AttributeError):
                raise
            # The module cannot be imported. Its function raises the error when it is called, so that a page can draw
            # its controls first.
            return Function(self.__name__, name)


class Function:
    """A function of a module, or a method of an object."""

    def __init__(self, owner: "str | Remote", name: str):
        self._owner, self.__name__ = owner, name

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return _remembered(self._key(arguments, keywords), lambda: self._ask(arguments, keywords))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Function(self._owner, f"{self.__name__}.{name}")  # a method of a class

    def ready(self, *arguments: Any) -> bool:
        """Say whether the result for these arguments, or its error, is available without waiting."""
        with _guard:
            return self._key(arguments, {}) in _answers

    def _key(self, arguments: tuple, keywords: dict) -> tuple:
        process = pool.process()
        question = wire.pack(
            (self._owner, self.__name__, arguments, keywords), lambda it: _reference(it, process)
        )
        return "call", process.number, digest(question)  # an argument can be an uploaded text

    def _ask(self, arguments: tuple, keywords: dict) -> tuple[Any, bool]:
        answer = _ask(self._owner, self.__name__, arguments, keywords)
        return answer["value"], answer["keep"]


class Remote:
    """A handle of an object in the process, which answers every access."""

    def __init__(self, process: Process, description: dict):
        self._process, self._number, self._type = (
            process,
            description["number"],
            description["type"],
        )
        self._fixed, self._known = description["fixed"], dict(description.get("known", ()))
        weakref.finalize(self, process.released.append, self._number)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._known:
            value, keep = _attribute(self, name)
            if not (keep or self._fixed):
                return value
            self._known[name] = value
        return self._known[name]

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._ask("", arguments, keywords)

    def _constant(self, name: str) -> Any:
        """Ask once, if the object never changes."""
        value = self._known[name] if name in self._known else self._ask(name)
        if self._fixed:
            self._known[name] = value
        return value

    def _ask(self, name: str, arguments: tuple = (), keywords: dict | None = None) -> Any:
        return _ask(self, name, arguments, keywords or {})["value"]

    def __len__(self) -> int:
        return self._ask("len")

    def __bool__(self) -> bool:
        return self._constant("bool")

    def __str__(self) -> str:
        return self._constant("str")

    def __float__(self) -> float:
        return self._ask("float")

    def __iter__(self) -> Iterator:
        return iter(self._ask("list"))

    def __getitem__(self, key: Any) -> Any:
        return self._ask("item", (key,))

    def __contains__(self, key: Any) -> bool:
        return self._ask("in", (key,))

    def __eq__(self, other: object) -> bool:
        return self is other or self._ask("==", (other,))

    def __hash__(self) -> int:
        return hash((self._process.number, self._number))

    def __repr__(self) -> str:
        return f"<{self._type} in another process>"


class Drawn(Remote):
    """A figure of the process. It comes with its content, because nearly every figure is drawn at once.

    `content`: the complete header as JSON, and all numbers as float32.
    """

    def __init__(self, process: Process, description: dict):
        super().__init__(process, description)
        self._known |= {name: description[name] for name in ("kind", "id", "content")}

    def show(self, key: str, **options: Any) -> None:
        """Draw in a Streamlit page, as `Figure.show`."""
        live.import_module("lessons.figures.kit.showing").show(self, key, **options)

    @property
    def header(self) -> dict[str, Any]:
        if "header" not in self._known:
            self._known["header"] = json.loads(self.content[0])
        return self._known["header"]


class App(Host):
    """The app: results come from processes that can die, and training runs are shared by all visitors."""

    serving = True

    def warm_up(self) -> None:
        server.workers().warm_up()

    @property
    def complaint(self) -> Mistake | None:
        return pool.complaint

    def note_visitor(self) -> None:
        pool.note_visitor()

    def give_way(self) -> None:
        pool.give_way()


def serve() -> None:
    """Make this process the app: the files that students edit are used in other processes."""
    use(App())
    server.launcher = pool.launcher
    apart.keep_apart(Module)
    live.serve(Module, pool.renew)
    pool.warm_up()


def forget_ended(state: MutableMapping) -> None:
    """Drop a session's data about a process that has ended."""
    for name in [name for name, value in state.items() if _is_stale(value)]:
        del state[name]


def _is_stale(value: Any) -> bool:
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        return any(map(_is_stale, value))
    return isinstance(value, Remote) and value._process.over


# ---- questions ----------------------------------------------------------------------------------
def _attribute(owner: str | Remote, name: str) -> tuple[Any, bool]:
    """Return an attribute, and whether it is constant."""
    answer = _ask(owner, name)
    if "function" in answer:
        return Function(owner, name), True
    if "module" in answer:
        return Module(answer["module"]), True
    return answer["value"], answer["keep"]


def _ask(
    owner: "str | Remote", name: str, arguments: tuple | None = None, keywords: dict | None = None
) -> dict:
    """Return the answer of the process, or raise its error."""
    request = {
        "owner": owner,
        "name": name,
        "arguments": arguments,
        "keywords": keywords,
        "at_work": server.at_work(),
    }
    process, data = pool.ask(
        lambda: repr((owner, name, arguments, keywords)),
        lambda process: wire.pack(request, lambda it: _reference(it, process)),
    )
    answer = wire.unpack(data, lambda description: _handle(process, description))
    if "error" in answer:
        error = _raised(**answer["error"])
        about = vars(error)
        if about["keep"] or not pool.refuse(about["mistake"]):  # a timeout in a private file
            raise error
        return _ask(owner, name, arguments, keywords)
    return answer


def _reference(value: Any, process: Process) -> dict:
    """Encode what cannot be sent, by the number of its handle."""
    if isinstance(value, Module):
        return {"module": value.__name__}
    if not isinstance(value, Remote):
        raise TypeError(
            f"a {type(value).__name__} cannot be sent to the process that runs the model code"
        )
    if value._process is not process:
        _reload_page()
    return {"number": value._number}


def _reload_page() -> NoReturn:
    """Reload the page: a handle has outlived its process, whose code has ended it or changed."""
    if get_script_run_ctx(suppress_warning=True):
        forget_ended(st.session_state)
        st.rerun()
    raise RuntimeError("The data of this page is out of date. Reload the page")


def _handle(process: Process, description: dict) -> Remote:
    return (Drawn if "kind" in description else Remote)(process, description)


def _raised(kind: str, text: str, mistake: dict, refuses: bool, passing: bool) -> Exception:
    """Rebuild the error of the process as far as Python's own kinds allow, with its explanation."""
    try:
        error = getattr(builtins, kind)(text)
    except TypeError:  # a UnicodeError needs more than a message
        error = ValueError(text)
    vars(error).update(mistake=Mistake(**mistake), refuses=refuses, keep=not passing)
    return error


def _remembered(key: tuple, ask: Callable[[], tuple[Any, bool]]) -> Any:
    """Ask for a constant answer only once, also for an error. Visitors who ask the same question at the same time wait
    for the first answer, since the pages of a class open together."""
    with _guard:
        if key in _answers:
            _answers.move_to_end(key)
            return _read(*_answers[key])
        others, mine = _asking.get(key), threading.Event()
        if not others:
            _asking[key] = mine
    if others:
        others.wait()
        with _guard:
            answer = _answers.get(key)
        return _read(*answer) if answer else ask()[0]  # without an answer: it is not constant
    try:
        return _read(*_store(key, ask))
    finally:
        with _guard:
            del _asking[key]
        mine.set()


def _store(key: tuple, ask: Callable[[], tuple[Any, bool]]) -> tuple[Any, Exception | None]:
    """Return the value and the error of a question, and keep them if they are constant."""
    value = error = None
    try:
        value, keep = ask()
    except Exception as raised:
        error, keep = raised, getattr(raised, "keep", False)
    if keep:
        with _guard:
            _answers[key] = value, error
            while len(_answers) > MOST:
                _answers.popitem(last=False)
    return value, error


def _read(value: Any, error: Exception | None) -> Any:
    if error:
        raise error.with_traceback(None)
    return value
