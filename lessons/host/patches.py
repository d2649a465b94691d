"""What Streamlit 1.67 does slowly and has no setting for. Where its code has changed, it stays slow."""

import gc
import os
import socket
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from weakref import WeakKeyDictionary

from lessons.host import live

SAVED = 0.05  # seconds without a further event after which a file is taken for saved


def send_at_once() -> None:
    """Switch off Nagle's algorithm on the sockets that listen; connections inherit it.

    Streamlit makes its socket without naming the protocol, and asyncio then does not switch it off.
    Every second packet of an answer waited 40 ms for the browser to confirm the first: 62 ms for a
    new sentence instead of 18.
    """
    for found in gc.get_objects():
        if issubclass(type(found), socket.socket) and found.fileno() >= 0:
            with suppress(OSError):  # not a TCP socket
                if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def watch_code_only() -> None:
    """Watch `transformer` and `lessons` (.streamlit/config.toml) and app.py, and nothing else.

    Streamlit watches the folder of app.py with everything in it: with an environment in .venv, 6,000
    folders that no edit touches. That took 1.5 s of processor for the first visitor, and for the next
    one after all had left. And for each visit it asks all 3,000 imported modules where their files
    are, .15 s, to watch them too; here `live` knows which modules an edit concerns.

    Some editors write a new file and put it in the place of the old one. Streamlit often takes that for
    no change, since the new file has gone while it looks at it: here each such move is told.
    """
    with suppress(ImportError, AttributeError):  # without watchdog nothing is watched that way
        from streamlit.watcher import event_based_path_watcher, local_sources_watcher

        class Observer(event_based_path_watcher.Observer):
            def schedule(self, handler, path, *, recursive=False, **options):
                below = recursive and Path(path) != live.ROOT
                handler.on_moved = partial(moved, handler)
                return super().schedule(handler, path, recursive=below, **options)

        def moved(handler, event) -> None:
            for path, watched in list(handler._watched_paths.items()):
                if Path(file := os.fsdecode(event.dest_path)).is_relative_to(path):
                    watched.on_changed.send(file)

        event_based_path_watcher.Observer = Observer
        local_sources_watcher.LocalSourcesWatcher.update_watched_modules = lambda self: None


def one_run_a_save() -> None:
    """Begin a page anew when code has changed, and once for each save.

    A save is up to three events within milliseconds: the file is empty, it is written, its folder has
    changed. Streamlit began the page for each, in threads beside each other, and again for what Python
    compiled on the way; while a first visitor's page was still being made, that led to another page.
    """
    with suppress(ImportError, AttributeError):
        from streamlit.runtime.app_session import AppSession as Session

        begin, watch = Session._on_source_file_changed, Session.register_file_watchers
        seen, saving = WeakKeyDictionary(), WeakKeyDictionary()

        def watched(session) -> None:
            seen[session] = _code()
            watch(session)

        def quiet(session, file: str | None) -> None:
            elsewhere = not file or Path(file) == live.ROOT / "app.py"  # no file: the settings
            if elsewhere or seen.get(session) != _code():
                seen[session] = _code()
                begin(session, file)

        def changed(session, file: str | None = None) -> None:
            if session in saving:
                saving[session].cancel()
            saving[session] = threading.Timer(SAVED, quiet, (session, file))
            saving[session].daemon = True
            saving[session].start()

        Session.register_file_watchers, Session._on_source_file_changed = watched, changed


def _code() -> dict[str, tuple[int, int]]:
    return dict(live.files((*live.KINDS, ".css")))
