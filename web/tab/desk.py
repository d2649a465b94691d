"""One visitor's pages in a Worker: what the browser asks is answered by the pages of the app themselves.

`begin` takes the place of `lessons.host`, which needs threads, processes and sockets; `Desk` holds a `Visit` of the
page that is open. Weights come when a page asks for them: then the answer is `needs`, and the same is asked again.
"""

import importlib
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
WEIGHTS = ROOT / "transformer" / "weights"
MINE = ("lessons/*/exercise.py", "transformer/variants/my_*.py")  # what a browser may hand in


class Needs(BaseException):
    """A file that is still to be fetched, by its name in `later`, and where it is to lie. Not an `Exception`:
    whoever explains mistakes lets it pass."""

    def __init__(self, name: str, at: Path):
        super().__init__(name)
        self.told = {"needs": name, "at": str(at)}


def begin(later: list[str]) -> None:
    """Before any page is imported. `later`: the weights that come when they are needed; until then they are empty."""
    for name in later:
        (WEIGHTS / name).touch()
    import lessons.host
    from web.tab import FULL, limit, trainings

    if hasattr(sys, "monitoring"):  # Python 3.12, and what runs in a tab
        limit.begin()
    pool = SimpleNamespace(complaint=None, give_way=lambda: None)
    remote = SimpleNamespace(pool=pool, let_go=lambda state: None)
    for name, stands in (("server", trainings), ("remote", remote)):
        sys.modules[f"lessons.host.{name}"] = stands
        setattr(lessons.host, name, stands)

    def refused(*_: Any, **__: Any) -> None:
        raise OSError(f"a browser's tab has one process. {FULL}")

    subprocess.Popen = refused
    _fetch_when_read()
    from lessons.host import live
    from web.tab import known

    live.stay(1, ())
    live.SECONDS = 20.0  # a tab is slower; and only the loops of what a reader writes are stopped
    if (answers := ROOT / known.FILE).exists():
        known.use(answers)


def _fetch_when_read() -> None:
    """Reading a file of weights that is still empty asks for it."""
    import safetensors
    import safetensors.torch

    def asking(read: Any) -> Any:
        def first(file: Any, *given: Any, **named: Any) -> Any:
            path = Path(file)
            if path.parent == WEIGHTS and path.exists() and not path.stat().st_size:
                raise Needs(path.name, path)
            return read(file, *given, **named)

        return first

    for module, name in ((safetensors, "safe_open"), (safetensors.torch, "load_file")):
        setattr(module, name, asking(getattr(module, name)))


class Desk:
    """The page that is open, what its reader has written, and the trainings."""

    def __init__(self, page: str, query: Mapping[str, str]):
        from web.visit import Visit

        self.visit, self.drawn = Visit(page, dict(query)), False
        self.call, self.calls = self.visit.call, False  # whether a call was cut short
        self.visit.call = self.called

    def called(self, *given: Any) -> None:
        """What a widget calls. Where that needs weights, it is called again; else only what is drawn then."""
        try:
            self.call(*given)
        except Needs:
            self.calls = True
            raise

    def answer(self, events: str, files: str = "{}") -> tuple[str, list[bytes]]:
        """What the page shows after some events (JSON, a list; none: as it is); first the files are written that
        the reader has changed. JSON, and the bytes of the components, each at its number. `{"key", "file"}`, the last
        of the events, asks for what a download button gives: `file`, and its bytes.

        Where weights are missing: `needs`, their file, `at`, where it is to lie, and `again`, what is to be asked
        when they are there."""
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
                # A page has written a layer from a template: the code is another one.
                if new := layers() ^ mine:
                    follow(tuple(sorted(new)))
                    shown = self.visit.run()
        except Needs as needs:
            heard = left and not self.calls and "file" not in left[0]
            if self.drawn and heard:  # only the drawing is still to be done
                left, self.drawn = left[1:], False
            return json.dumps(needs.told | {"again": json.dumps(left)}), []
        return packed(shown)

    def write(self, files: Mapping[str, str | None]) -> None:
        """What the reader has written, as if it were saved to a disk; a file without a text is deleted."""
        for name, text in files.items():
            path = ROOT / name
            if not any(path.match(f"{ROOT}/{pattern}") for pattern in MINE) or ".." in path.parts:
                raise ValueError(f"{name} is no file that a reader writes: {' or '.join(MINE)}")
            if text is None:
                path.unlink(missing_ok=True)
            else:
                path.write_text(text, encoding="utf-8")
        if files:
            follow(tuple(sorted(files)))


def layers() -> set[str]:
    """The files of layers of one's own."""
    return {path.relative_to(ROOT).as_posix() for path in ROOT.glob(MINE[1])}


def follow(changed: tuple[str, ...]) -> None:
    """The next generation of the code, as `live.look` makes one; an exercise alone is imported by nobody."""
    from lessons.host import live
    from web.tab import known

    live.stay(live.generation() + 1, changed)
    if machine := [name for name in changed if name.startswith("transformer/")]:
        known.edited.update(machine)
        live._forget()
    importlib.invalidate_caches()


def packed(shown: Any) -> tuple[str, list[bytes]]:
    """What a `Shown` holds, for JavaScript."""
    blobs: list[bytes] = []
    components = {}
    for key, one in shown.components.items():
        components[key] = {"name": one.name, "data": one.data}
        if isinstance(one.data, bytes | bytearray):
            components[key] = {"name": one.name, "bytes": len(blobs)}
            blobs.append(bytes(one.data))
    return json.dumps(vars(shown) | {"components": components}), blobs


def turn() -> str:
    """A moment of the training that is next, and what is new of it (JSON); "null" where nothing trains."""
    from web.tab import trainings

    return json.dumps(trainings.turn())
