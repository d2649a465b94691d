"""Apply edits of the code while the app is open.

Streamlit reruns a page but keeps imported and cached objects: an edited layer and a cached model would then
disagree (streamlit#9638). Here all modules of the project are dropped together, once for the whole process,
when the content of a file changes. Cached results have `generation()` in their key. The modules that host the
pages (`lessons.host`) stay, because they must outlive the code.

The app never imports the files that students edit: `import_module` returns a module of another process (`remote`),
which is restarted for each generation.
"""

import gc
import importlib
import linecache
import math
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

from lessons.host import faults
from lessons.host.apart import is_elsewhere
from lessons.host.host import current
from lessons.host.source import GONE, ROOT, content, digest, files, last_changed, note_change

SECONDS = 5.0  # of CPU time to import a layer or compute a figure; 0.03 is usual

_reading_lock = threading.RLock()  # held while one thread reads the disk
_import_lock = threading.Lock()
_stamps: dict[str, tuple[int, ...]] = {}
_hashes: dict[str, str] = {}
_expected: dict[str, tuple[str, ...]] = {}  # see `expected`
_loaded: set[str] = set()  # names loaded by `import_module` since the last change
_broken: dict[str, Exception] = {}  # the errors of modules that cannot be imported
_on_change: list[Callable[[], None]] = []  # see `on_change`
_generation = 0
_looked = -math.inf  # time at which the last look began
_reports_come = False  # whether the system reports changes; see `rely_on_reports`
_last_report: object = None  # a new object for each reported change
_covered_report: object = None  # the report that the last finished look has covered
_elsewhere: Callable[[str], ModuleType] | None = None  # see `serve`
_renew: Callable[[int, tuple[str, ...]], None] | None = None


def serve(
    module: Callable[[str], ModuleType], renew: Callable[[int, tuple[str, ...]], None]
) -> None:
    """Make this process the app: modules of the model come from `module(name)`, and `renew` is called
    when the files have changed."""
    global _elsewhere, _renew
    _elsewhere, _renew = module, renew


def pin_generation(generation: int, changed: tuple[str, ...]) -> None:
    """Mark this process as belonging to one generation, with which it ends."""
    global _generation, _looked
    _generation, _looked = generation, math.inf
    note_change(changed)


def rely_on_reports() -> None:
    """From now on, `report_change` announces every change, so a check need not read the disk each time."""
    global _reports_come
    _reports_come = True


def report_change() -> None:
    """Announce that some file has changed: the next look reads the disk."""
    global _last_report
    _last_report = object()


def poll_for_edits() -> int:
    """Check whether code, figures or weights changed on disk, and return the generation: a number
    that grows with every change. Each run of a page checks once, at its start.

    Reading the state of all files takes 7 ms, so a run reads it only if a change was reported. One thread reads for
    all runs: sixty threads that read at the same time need seconds.

    When the generation grows, the modules of `transformer` and `lessons` are dropped, and the next import
    reads the files again.
    """
    requested = time.monotonic()
    if _is_reported():
        with _reading_lock:
            # No other thread has read the disk meanwhile.
            if _is_reported() and _looked < requested:
                _compare()
    return _generation


def _is_reported() -> bool:
    """Say whether a change may have happened that no finished look has seen."""
    return not (_reports_come and _generation and _covered_report is _last_report)


def _compare() -> None:
    """Compare all files with those of the last check. The caller holds `_reading_lock`."""
    global _generation, _looked, _covered_report
    # Before reading: the next check sees a later change.
    _looked, report = time.monotonic(), _last_report
    stamps = dict(files())
    touched = [f for f in stamps.keys() | _stamps.keys() if stamps.get(f) != _stamps.get(f)]
    # A file that was saved unchanged changes nothing: its content decides.
    now = {f: content(f) for f in touched}
    different = [
        f for f in touched if now[f] != _hashes.get(f) and now[f] not in _expected.get(f, ())
    ]
    first = not _hashes
    _stamps.clear()
    _stamps.update(stamps)
    _hashes.update(now)
    if different:
        _generation += 1
        if not first:
            note_change(tuple(sorted(Path(f).relative_to(ROOT).as_posix() for f in different)))
            if _renew:
                _renew(_generation, last_changed())
            with _import_lock:  # not during another thread's import
                _drop_modules()
    _covered_report = report


def generation() -> int:
    """Return the generation of the last check: part of the key of everything that is cached."""
    return _generation or poll_for_edits()


@contextmanager
def expected(file: Path, text: str | None) -> Iterator[None]:
    """Announce that the app writes this text to a new file, or deletes the file (None). Nothing that is shown
    depends on the file, so everything that was computed stays valid."""
    key = str(file)
    # Another thread can see the file before it is complete.
    _expected[key] = (GONE,) if text is None else (digest(b""), digest(text.encode()))
    try:
        yield
        report_change()
        poll_for_edits()
    finally:
        _expected.pop(key, None)  # two visitors can choose one name


def import_module(name: str) -> ModuleType:
    """Load a module that may be broken or just edited.

    Pages load model code this way, inside `ui.explained(...)`: a syntax error in a layer then costs
    only the figure, not the page.
    """
    if _elsewhere and is_elsewhere(name):
        return _elsewhere(name)
    if name in _loaded:
        return sys.modules[name]
    with _import_lock:  # one import at a time, visible only when complete
        if name in _broken:
            raise _broken[name].with_traceback(None)
        try:
            module = current().run_with_timeout(SECONDS, importlib.import_module, name)
            _loaded.add(name)
            return module
        except Exception as error:
            if not getattr(error, "starved", False):  # a busy computer is temporary
                faults.make_storable(error)
                _broken[name] = error
            raise


def on_change(what: Callable[[], None]) -> None:
    """Call this when the code changes: an open page may keep functions and their caches."""
    _on_change.append(what)


def _drop_modules() -> None:
    _broken.clear()
    _loaded.clear()
    for name in list(sys.modules):
        if name.split(".")[0] in ("transformer", "lessons") and not _stays(name):
            del sys.modules[name]
    # A parent still has its submodules as attributes; `from lessons import kit` would find those.
    for parent in ("lessons", "transformer"):
        package = sys.modules.get(parent)
        for name, value in list(vars(package).items()) if package else ():
            if isinstance(value, ModuleType) and not _stays(value.__name__):
                delattr(package, name)
    with suppress(Exception):  # while somebody edits it, the table of contents stays
        importlib.reload(sys.modules["lessons"])
    while _on_change:
        _on_change.pop()()
    importlib.invalidate_caches()
    linecache.clearcache()
    gc.collect()  # modules form reference cycles that hold models


def _stays(name: str) -> bool:
    """Whether a module is kept: the table of contents, which is read again in its place, the host's own modules, and a
    lesson's tests, which are running."""
    return name == "lessons" or name.startswith("lessons.host") or ".tests." in name
