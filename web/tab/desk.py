"""One visitor's pages in a Worker: the app's own pages answer the browser's requests.

`begin` chooses the host of a tab, which has neither threads, processes nor sockets; `Desk` holds a `Visit` of the
open page. Weights are loaded when a page needs them: then the answer is `needs`, and the request is repeated.
"""

import builtins
import importlib
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from web.static_streamlit.state import Widget

ROOT = Path(__file__).resolve().parents[2]
WEIGHTS = ROOT / "transformer" / "weights"
MINE = ("lessons/*/exercise.py", "transformer/variants/my_*.py")  # files that a browser can submit


class Needs(BaseException):
    """A file that must be fetched first: its name in `later`, and its path. This is not an `Exception`, so that
    error explanations do not catch it."""

    def __init__(self, name: str, at: Path):
        super().__init__(name)
        self.reply = {"needs": name, "at": str(at)}


def begin(later: list[str]) -> None:
    """Prepare before any page is imported. `later`: weights that are loaded on demand, and empty until then."""
    for name in later:
        (WEIGHTS / name).touch()
    from lessons.host import host, live
    from web.tab import FULL, limit, trainings
    from web.tab.host import Tab

    host.use(Tab())
    if hasattr(sys, "monitoring"):  # Python 3.12, and Python in a tab
        limit.begin()

    def refused(*_: Any, **__: Any) -> None:
        raise OSError(f"a browser tab has only one process. {FULL}")

    subprocess.Popen = refused  # type: ignore[assignment, misc]
    _fetch_when_read()
    live.pin_generation(1, ())
    live.SECONDS = 8.0  # project code counts as well, and little of it is ready yet
    trainings.changed()  # the browser has stored the runs that it has just restored
    builtins.input = no_keyboard


def no_keyboard(prompt: object = "") -> str:
    """Replace `input`, which would read from a terminal."""
    raise EOFError(
        "input() waits for a keyboard, and code in a browser tab has none. Write the value into your code"
    )


def _fetch_when_read() -> None:
    """Request a weights file that is still empty when it is read."""
    import safetensors
    import safetensors.torch

    def asking(read: Any) -> Any:
        def first(file: Any, *arguments: Any, **keywords: Any) -> Any:
            path = Path(file)
            if path.parent == WEIGHTS and path.exists() and not path.stat().st_size:
                raise Needs(path.name, path)
            return read(file, *arguments, **keywords)

        return first

    for module, name in ((safetensors, "safe_open"), (safetensors.torch, "load_file")):
        setattr(module, name, asking(getattr(module, name)))


class Desk:
    """The open page, the files that its reader has written, and the training runs."""

    def __init__(self, page: str, query: Mapping[str, str]):
        from web.tab import saved_results
        from web.visit import Visit

        saved_results.add_file(ROOT / saved_results.FILE)
        self.visit, self.drawn = Visit(page, dict(query)), False
        self.call, self.calls = self.visit.call, False  # whether a call was cut short
        self.visit.call = self.called  # type: ignore[method-assign]  # it calls the old one

    def called(self, widget: "Widget", trigger: str) -> None:
        """Run a widget's callback. If it needs weights, it is called again; otherwise only the drawing is repeated."""
        try:
            self.call(widget, trigger)
        except Needs:
            self.calls = True
            raise

    def handle(self, events: str, files: str = "{}") -> tuple[str, list[bytes]]:
        """Return the page after some events (a JSON list; empty: unchanged), after writing the files that
        the reader has changed: JSON, and the bytes of the components, each at its number. If the last event is
        `{"key", "file"}`, return the download button's `file` and its bytes.

        If weights are missing, return `needs` (their file), `at` (its path), and `again` (the request to repeat
        when they have been loaded)."""
        self.write(json.loads(files))
        left = json.loads(events)
        try:
            if not self.drawn or not left:
                shown = self.visit.run()
            self.drawn = True
            while left:
                if "file" in left[0]:
                    return json.dumps(left[0]), [self.visit.file(left[0]["key"])]
                self.calls, mine = False, layers()
                shown = self.visit.run(left[0])
                left = left[1:]
                # A page has written a layer from a template, so the code has changed.
                if new := layers() ^ mine:
                    follow(tuple(sorted(new)))
                    shown = self.visit.run()
        except Needs as needs:
            callback_done = left and not self.calls and "file" not in left[0]
            if self.drawn and callback_done:  # only the drawing is missing
                left, self.drawn = left[1:], False
            return json.dumps(needs.reply | {"again": json.dumps(left)}), []
        return packed(shown)

    def write(self, files: Mapping[str, str | None]) -> None:
        """Write the reader's files as if they were saved on disk; a file without text is deleted."""
        for name, text in files.items():
            path = ROOT / name
            if not any(path.match(f"{ROOT}/{pattern}") for pattern in MINE) or ".." in path.parts:
                raise ValueError(f"{name} cannot be edited here. Edit {' or '.join(MINE)}")
            if text is None:
                path.unlink(missing_ok=True)
            else:
                path.write_text(text, encoding="utf-8")
        if files:
            follow(tuple(sorted(files)))


def layers() -> set[str]:
    """Return the private layer files."""
    return {path.relative_to(ROOT).as_posix() for path in ROOT.glob(MINE[1])}


def follow(changed: tuple[str, ...]) -> None:
    """Start the next generation of the code, like `live.poll_for_edits`; an exercise is not imported elsewhere."""
    from lessons.host import live
    from web.tab import saved_results

    live.pin_generation(live.generation() + 1, changed)
    if machine := [name for name in changed if name.startswith("transformer/")]:
        saved_results.edited.update(machine)
        live._drop_modules()
    importlib.invalidate_caches()


def packed(shown: Any) -> tuple[str, list[bytes]]:
    """Return the content of a `Shown`, for JavaScript."""
    blobs: list[bytes] = []
    components = {}
    for key, component in shown.components.items():
        components[key] = {"name": component.name, "data": component.data}
        if isinstance(component.data, bytes | bytearray):
            components[key] = {"name": component.name, "bytes": len(blobs)}
            blobs.append(bytes(component.data))
    return json.dumps(vars(shown) | {"components": components}), blobs


def turn() -> str:
    """Train the next run for a moment, and return its news (JSON); "null" if nothing trains."""
    from web.tab import trainings

    return json.dumps(trainings.turn())


def stored() -> str:
    """Return the runs that the browser must store or delete (JSON): name → its files, null if it was deleted."""
    from web.tab import trainings

    return json.dumps(trainings.changed())
