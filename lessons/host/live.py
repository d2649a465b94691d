"""Edited code takes effect while the app is open.

Streamlit reruns a page but keeps what was imported and cached: an edited layer and a cached model
would then disagree (streamlit#9638). Here every module that depends on the machine is dropped, all
together and once for the whole process, as soon as the content of a file differs. What is cached
carries `generation()` in its key. This module and `lessons` itself stay: they must outlive the code.
"""

import gc
import hashlib
import importlib
import linecache
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from lessons.host import trial
from lessons.host.limit import within

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 5.0  # on the processor, for a layer to be read or a picture computed; 0.03 is usual

KINDS = (".py", ".js", ".json", ".safetensors")
_STAYS = {
    *("lessons", "lessons.host"),
    *("lessons.host.live", "lessons.host.server", "lessons.host.limit", "lessons.host.trial"),
}
_lock, _loading = threading.Lock(), threading.Lock()
_stamps: dict[str, tuple[int, int]] = {}  # of each file: time of change and size
_hashes: dict[str, str] = {}
_loaded: set[str] = set()  # by `load`, since the last change
_broken: dict[str, Exception] = {}  # of each module that cannot be imported
_forget_too: list[Callable[[], None]] = []  # see `forget_too`
_changed: tuple[str, ...] = ()
_generation = 0
_looked = -math.inf  # when


def look(old: float = 0.0) -> int:
    """Look whether code, figures or weights changed on disk, and return the generation: a number
    that grows whenever they did. Each run of a page looks once, first of all; it takes a millisecond
    or two. What was seen less than `old` seconds ago is believed.

    When the generation grows, the modules of `transformer` and `lessons` are dropped: the next import
    reads the files anew.
    """
    global _generation, _changed, _looked
    if time.monotonic() - _looked < old:
        return _generation
    stamps = dict(files())
    with _lock:
        _looked = time.monotonic()
        if stamps == _stamps:
            return _generation
        touched = [f for f in stamps.keys() | _stamps.keys() if stamps.get(f) != _stamps.get(f)]
        # A file that was saved without a difference changes nothing: its content decides.
        different = [f for f in touched if _content(f) != _hashes.get(f)]
        _stamps.clear()
        _stamps.update(stamps)
        if different:
            first = not _hashes
            _hashes.update({f: _content(f) for f in different})
            _generation += 1
            if not first:
                _changed = tuple(sorted(Path(f).relative_to(ROOT).as_posix() for f in different))
                trial.try_out(_changed, SECONDS)
                with _loading:  # not in the middle of somebody's import
                    _forget()
        return _generation


def generation() -> int:
    """The generation of the last look: part of the key of everything that is cached."""
    return _generation or look()


def last_changed() -> tuple[str, ...]:
    """The files of the last change, as "transformer/attention.py"; empty if there was none."""
    return _changed


def load(name: str) -> ModuleType:
    """Import a module that may be broken, or may just have been edited.

    Pages import the machine through here, inside `ui.explained(...)`: a syntax error in a layer
    then costs the picture, not the page.
    """
    import torch  # noqa: F401  not timed: from a cold disk it takes longer than any limit

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
                importlib.import_module("lessons.host.faults").keep(error)
                _broken[name] = error
            raise


def forget_too(what: Callable[[], None]) -> None:
    """Call this when the code changes: an open page may hold functions, and what they remember, longer."""
    _forget_too.append(what)


def files(kinds: tuple[str, ...] = KINDS) -> Iterator[tuple[str, tuple[int, int]]]:
    """Every file that counts, with its time of change and size."""
    for folder in ("transformer", "lessons"):
        for path, folders, names in os.walk(ROOT / folder):
            folders[:] = [folder for folder in folders if folder != "__pycache__"]
            for name in names:
                if name.endswith(kinds):
                    try:
                        found = os.stat(file := os.path.join(path, name))
                    except FileNotFoundError:
                        continue  # an editor is just replacing it
                    yield file, (found.st_mtime_ns, found.st_size)


def _content(file: str) -> str:
    try:
        return hashlib.blake2b(Path(file).read_bytes(), digest_size=16).hexdigest()
    except FileNotFoundError:
        return "gone"


def _forget() -> None:
    _broken.clear()
    _loaded.clear()
    for name in list(sys.modules):
        if name.split(".")[0] in ("transformer", "lessons") and name not in _STAYS:
            del sys.modules[name]
    # A parent still holds its submodules as attributes; `from lessons.host import faults` would find those.
    for parent in ("lessons", "lessons.host"):
        package = sys.modules.get(parent)
        for name, value in list(vars(package).items()) if package else ():
            if isinstance(value, ModuleType) and value.__name__ not in _STAYS:
                delattr(package, name)
    while _forget_too:
        _forget_too.pop()()
    importlib.invalidate_caches()
    linecache.checkcache()
    gc.collect()  # modules are circles, and hold models
