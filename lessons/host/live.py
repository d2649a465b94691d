"""Edited code takes effect while the app is open.

Streamlit reruns a page but keeps what was imported and cached: an edited layer and a cached model
would then disagree (streamlit#9638). Here every module of the project is dropped, all together and once for
the whole process, as soon as the content of a file differs. What is cached carries `generation()` in its
key. What hosts the pages (`lessons.host`) stays: it must outlive the code.

In the app, what students edit is not even imported: `load` gives a module of another process (`remote`),
which is begun anew for each generation.
"""

import gc
import importlib
import linecache
import math
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from lessons.host import faults
from lessons.host.limit import within
from lessons.host.source import ROOT, content, files, last_changed, note_change

SECONDS = 5.0  # on the processor, for a layer to be read or a picture computed; 0.03 is usual
# What the app itself imports when `load` is asked: it draws pages, and has no part of the machine in it.
HERE = (
    *("lessons.kit.ui", "lessons.figures.kit.bundle", "lessons.figures.kit.showing"),
    *("lessons.figures.kit.stage", "lessons.models.catalogue"),
)
OF_LESSONS = ("upload",)  # and so is this file of a lesson

_lock, _loading = threading.Lock(), threading.Lock()
_stamps: dict[str, tuple[int, ...]] = {}
_hashes: dict[str, str] = {}
_loaded: set[str] = set()  # by `load`, since the last change
_broken: dict[str, Exception] = {}  # of each module that cannot be imported
_forget_too: list[Callable[[], None]] = []  # see `forget_too`
_generation = 0
_looked = -math.inf  # when
_elsewhere: Callable[[str], object] | None = None  # see `serve`
_renew: Callable[[int, tuple[str, ...]], None] | None = None


def serve(module: Callable[[str], object], renew: Callable[[int, tuple[str, ...]], None]) -> None:
    """This process is the app: modules of the machine are had from `module(name)`, and `renew` is called
    when the files have changed."""
    global _elsewhere, _renew
    _elsewhere, _renew = module, renew


def stay(generation: int, changed: tuple[str, ...]) -> None:
    """This process is of one generation, and ends with it."""
    global _generation, _looked
    _generation, _looked = generation, math.inf
    note_change(changed)


def look(old: float = 0.0) -> int:
    """Look whether code, figures or weights changed on disk, and return the generation: a number
    that grows whenever they did. Each run of a page looks once, first of all; it takes a millisecond
    or two. What was seen less than `old` seconds ago is believed.

    When the generation grows, the modules of `transformer` and `lessons` are dropped: the next import
    reads the files anew.
    """
    global _generation, _looked
    if time.monotonic() - _looked < old:
        return _generation
    stamps = dict(files())
    with _lock:
        _looked = time.monotonic()
        if stamps == _stamps:
            return _generation
        touched = [f for f in stamps.keys() | _stamps.keys() if stamps.get(f) != _stamps.get(f)]
        # A file that was saved without a difference changes nothing: its content decides.
        now = {f: content(f) for f in touched}
        different = [f for f in touched if now[f] != _hashes.get(f)]
        _stamps.clear()
        _stamps.update(stamps)
        if different:
            first = not _hashes
            _hashes.update(now)
            _generation += 1
            if not first:
                note_change(tuple(sorted(Path(f).relative_to(ROOT).as_posix() for f in different)))
                if _renew:
                    _renew(_generation, last_changed())
                with _loading:  # not in the middle of somebody's import
                    _forget()
        return _generation


def generation() -> int:
    """The generation of the last look: part of the key of everything that is cached."""
    return _generation or look()


def load(name: str) -> ModuleType:
    """A module that may be broken, or may just have been edited.

    Pages have the machine from here, inside `ui.explained(...)`: a syntax error in a layer then costs the
    picture, not the page.
    """
    if _elsewhere and name not in HERE and name.rpartition(".")[2] not in OF_LESSONS:
        return _elsewhere(name)
    if name in _loaded:
        return sys.modules[name]
    with _loading:  # what two visitors import at once is read once, and seen only when complete
        if name in _broken:
            raise _broken[name].with_traceback(None)
        try:
            module = within(SECONDS, importlib.import_module, name)
            _loaded.add(name)
            return module
        except Exception as error:
            if not getattr(error, "starved", False):  # a busy machine passes; what never ends stays
                faults.keep(error)
                _broken[name] = error
            raise


class module:
    """A module from `load` at each use: `listing = module("lessons.models.listing")`, `listing.curve(run)`."""

    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, attribute: str):
        return getattr(load(self._name), attribute)


def forget_too(what: Callable[[], None]) -> None:
    """Call this when the code changes: an open page may hold functions, and what they remember, longer."""
    _forget_too.append(what)


def _forget() -> None:
    _broken.clear()
    _loaded.clear()
    for name in list(sys.modules):
        if name.split(".")[0] in ("transformer", "lessons") and not _stays(name):
            del sys.modules[name]
    # A parent still holds its submodules as attributes; `from lessons import kit` would find those.
    for parent in ("lessons", "transformer"):
        package = sys.modules.get(parent)
        for name, value in list(vars(package).items()) if package else ():
            if isinstance(value, ModuleType) and not _stays(value.__name__):
                delattr(package, name)
    while _forget_too:
        _forget_too.pop()()
    importlib.invalidate_caches()
    linecache.checkcache()
    gc.collect()  # modules are circles, and hold models


def _stays(name: str) -> bool:
    return name == "lessons" or name.startswith("lessons.host")
