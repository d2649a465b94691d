"""What Streamlit 1.67 does slowly and has no setting for. Where its code has changed, it stays slow."""

import gc
import socket
import threading
import time
from contextlib import suppress

from streamlit import runtime

from lessons.host import live
from lessons.host.source import FOLDERS, KINDS, ROOT, files

LOOKS = 1.0  # seconds between two looks at all files, which take 5 to 10 ms, if nothing is said to have happened
SAVED = 0.03  # seconds without a further change after which a file is taken for saved
STYLES = (".css", "app.py")  # no code that is cached, but seen


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


def follow_saves() -> None:
    """Begin the open pages anew when code has changed: once for each save.

    Streamlit's own watching is off (.streamlit/config.toml). It compares the time of a file with that of its
    folder, and loses a file that `git checkout` replaces within one tick of the clock; it took an editor that
    puts a new file in the place of the old one for no change, began a page up to three times for one save, and
    walked through 6,000 folders of an environment in .venv. Here the system says that something has happened,
    and what it is, is looked for among the files themselves; every second even if the system has said nothing.
    """
    happened = threading.Event()
    with suppress(ImportError, OSError):  # without watchdog it takes up to a second
        from watchdog.observers import Observer

        watching = Observer()
        for folder in FOLDERS:
            watching.schedule(_Wakes(happened), str(ROOT / folder), recursive=True)
        watching.daemon = True
        watching.start()
    threading.Thread(target=_follow, args=(happened,), daemon=True, name="follow saves").start()


class _Wakes:
    """For watchdog: something was written, moved or removed; reading is nothing new."""

    def __init__(self, happened: threading.Event):
        self.happened = happened

    def dispatch(self, event) -> None:
        if event.event_type in ("created", "modified", "moved", "deleted"):
            self.happened.set()


def _follow(happened: threading.Event) -> None:
    seen, known, open_before, owed = _stamps(), live.look(), [], []
    while True:
        happened.wait(LOOKS)
        happened.clear()
        sessions = _sessions()
        for session in filter(_has_a_page, list(owed)):
            owed.remove(session)
            session._on_source_file_changed()
        if sessions and (now := _stamps()) != seen:
            time.sleep(SAVED)
            while now != (now := _stamps()):  # a save, or a `git checkout`, is still going on
                time.sleep(SAVED)
            styles = {f for f in now.keys() | seen.keys() if f.endswith(STYLES)}
            other = any(now.get(file) != seen.get(file) for file in styles)
            before, seen, generation = live.generation(), now, live.look()
            # Who has come since the last look has seen all but what this look is the first to see.
            late = sessions if generation != before else open_before
            if other or generation != known:
                owed += [one for one in sessions if one in late and one not in owed]
                known = generation
                if any(map(_has_a_page, owed)):
                    happened.set()
        owed = [one for one in owed if one in sessions]
        open_before = sessions


def _has_a_page(session) -> bool:
    """Until its first run is over, Streamlit takes a session for one of app.py alone, and would begin the course page."""
    return session.page_script_hash not in ("", session._pages_manager.main_script_hash)


def _sessions() -> list:
    """Those that somebody has open; none where Streamlit calls them otherwise today."""
    with suppress(Exception):
        return [info.session for info in runtime.get_instance()._session_mgr.list_active_sessions()]
    return []


def _stamps() -> dict[str, tuple[int, ...]]:
    app = ROOT / "app.py"
    found = dict(files((*KINDS, *STYLES)))
    with suppress(OSError):
        found[str(app)] = (app.stat().st_mtime_ns, app.stat().st_size)
    return found
