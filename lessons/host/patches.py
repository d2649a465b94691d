"""Patches for what Streamlit 1.67 does slowly or wrongly. A patch is skipped if its target is gone."""

import gc
import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from streamlit import runtime

from lessons.host import live
from lessons.host.source import FOLDERS, ROOT, SUFFIXES, files

if TYPE_CHECKING:
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
    from streamlit.runtime.app_session import AppSession
    from watchdog.events import FileSystemEvent

LOOKS = 1.0  # seconds between two checks of all files (5 to 10 ms each) if no change is reported
SAVED = 0.03  # seconds without another change after which a save counts as complete
STYLES = (".css", "app.py")  # not cached code, but visible


def send_at_once() -> None:
    """Switch off Nagle's algorithm on listening sockets; connections inherit the setting.

    Streamlit creates its socket without naming the protocol, and asyncio then does not switch it off.
    Every second packet of an answer waited 40 ms for the browser to confirm the first: 62 ms for a
    new sentence instead of 18.
    """
    for listener in gc.get_objects():
        if issubclass(type(listener), socket.socket) and listener.fileno() >= 0:
            with suppress(OSError):  # not a TCP socket
                if listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def watch_files() -> threading.Event:
    """Let the system report changes of files to `live`; return an event that each change sets.

    Without watchdog, or if the system watches no more folders, the pages read the disk themselves.
    """
    happened = threading.Event()
    with suppress(ImportError, OSError):
        from watchdog.observers import Observer

        watching = Observer()
        wakes: Any = _Wakes(happened)  # watchdog calls only its `dispatch`
        for folder in FOLDERS:
            watching.schedule(wakes, str(ROOT / folder), recursive=True)
        watching.daemon = True
        watching.start()
        live.rely_on_reports()
    return happened


def follow_saves(happened: threading.Event) -> None:
    """Reload the open pages when code has changed, once for each save. `happened` is that of `watch_files`.

    Streamlit's own watching is off (.streamlit/config.toml). It compares the time of a file with that of its
    folder, and misses a file that `git checkout` replaces within one tick of the clock. It ignored editors that
    replace the old file by a new one, reloaded a page up to three times for one save, and scanned 6,000 folders
    of an environment in .venv. Here the system reports that something has changed, and the files are compared to
    find out what; every second even without a report.
    """
    threading.Thread(target=_follow, args=(happened,), daemon=True, name="follow saves").start()


def note_changes() -> None:
    """Compare the files every second, in case the system does not report a change. Open pages are not reloaded, so
    that a class sees an edit only at its next click."""
    threading.Thread(target=_note, daemon=True, name="note changes").start()


def _note() -> None:
    before = _stamps()
    while True:
        time.sleep(LOOKS)
        now = _stamps()
        if now != before:
            live.report_change()
        before = now


def drop_inner_fragments() -> None:
    """When a fragment restarts, also drop the unsent messages of its inner fragments.

    Streamlit drops only those of the outer fragment. The others name places that the browser
    does not know, and it shows an empty page (“Bad delta path”).
    """
    try:
        from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

        clear = ForwardMsgQueue.clear
    except (ImportError, AttributeError):
        return

    def clear_inner_too(
        self: ForwardMsgQueue,
        retain_lifecycle_msgs: bool = False,
        fragment_ids_this_run: list[str] | None = None,
    ) -> None:
        again = fragment_ids_this_run or ()
        deltas = [m for m in self._queue if m.WhichOneof("type") == "delta"]
        dropped = {tuple(m.metadata.delta_path) for m in deltas if m.delta.fragment_id in again}
        clear(self, retain_lifecycle_msgs, fragment_ids_this_run)
        self._queue = [m for m in self._queue if not _inside(m, dropped)]

    ForwardMsgQueue.clear = clear_inner_too  # type: ignore[method-assign]  # a patch


def _inside(message: "ForwardMsg", places: set[tuple[int, ...]]) -> bool:
    """Say whether a message is for a place inside one of these places."""
    path = tuple(message.metadata.delta_path)
    return any(path[:length] in places for length in range(1, len(path)))


class _Wakes:
    """For watchdog: report writes, moves and removals; ignore reads."""

    def __init__(self, happened: threading.Event):
        self.happened = happened

    def dispatch(self, event: "FileSystemEvent") -> None:
        if event.event_type in ("created", "modified", "moved", "deleted"):
            live.report_change()
            self.happened.set()


def _follow(happened: threading.Event) -> None:
    seen, last_generation = _stamps(), live.poll_for_edits()
    open_before: list[AppSession] = []
    owed: list[AppSession] = []
    while True:
        happened.wait(LOOKS)
        happened.clear()
        sessions = _sessions()
        for session in filter(_has_a_page, list(owed)):
            owed.remove(session)
            # On the session's own thread: two threads that start a run at once can lose one of the two.
            session._call_soon_on_event_loop(session._on_source_file_changed)
        if sessions and (now := _stamps()) != seen:
            time.sleep(SAVED)
            while now != (now := _stamps()):  # a save or a `git checkout` is still in progress
                time.sleep(SAVED)
            styles = {f for f in now.keys() | seen.keys() if f.endswith(STYLES)}
            other = any(now.get(file) != seen.get(file) for file in styles)
            live.report_change()
            before, seen, generation = live.generation(), now, live.poll_for_edits()
            # Sessions that started since the last check have seen everything except what this check finds.
            late = sessions if generation != before else open_before
            if other or generation != last_generation:
                owed += [client for client in sessions if client in late and client not in owed]
                last_generation = generation
                if any(map(_has_a_page, owed)):
                    happened.set()
        owed = [client for client in owed if client in sessions]
        open_before = sessions


def _has_a_page(session: "AppSession") -> bool:
    """Until its first run ends, Streamlit treats a session as one of app.py only, and would start the course page."""
    return session.page_script_hash not in ("", session._pages_manager.main_script_hash)


def _sessions() -> "list[AppSession]":
    """Return the open sessions; empty if Streamlit has renamed them."""
    with suppress(Exception):
        return [info.session for info in runtime.get_instance()._session_mgr.list_active_sessions()]
    return []


def _stamps() -> dict[str, tuple[int, ...]]:
    app = ROOT / "app.py"
    stamps: dict[str, tuple[int, ...]] = dict(files((*SUFFIXES, *STYLES)))
    with suppress(OSError):
        stamps[str(app)] = (app.stat().st_mtime_ns, app.stat().st_size)
    return stamps
