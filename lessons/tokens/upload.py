"""Uploaded texts: a separate process learns from each, so that the pages stay fast for others."""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from lessons.host import live

if TYPE_CHECKING:  # a page without a server has none
    from streamlit.runtime.uploaded_file_manager import UploadedFile

MOST_BYTES = 20 * 2**20
MOST = os.cpu_count() or 1  # processes at once
BUSY = "All processor cores are busy with other uploaded texts. Try again in a few seconds."

_lock = threading.Lock()


class Learning:
    """One process that learns from one text. `key` identifies the text; `problem` says why it failed."""

    def __init__(self, key: tuple, data: bytes, options: tuple[str, ...]):
        self.key, self.problem = key, ""
        self.result: tuple[str, str] | None = None  # the header of the figure, and what was learned
        self.remarks: list[str] = []  # on the file
        self.share, self.begun, self.cancelled = 0.0, time.monotonic(), False
        self.process: subprocess.Popen[bytes] | None = None
        if len(data) > MOST_BYTES:
            self.problem = f"The file is {len(data) / 2**20:.1f} MB, but the limit is 20 MB. Upload a smaller file."
        else:
            with _lock:
                if len(_processes()) < MOST:
                    self._start(data, options)
                else:
                    self.problem = BUSY

    def _start(self, data: bytes, options: tuple[str, ...]) -> None:
        command = [sys.executable, "-m", "lessons.tokens.worker", *options]
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        try:
            process = subprocess.Popen(command, cwd=live.ROOT, stdin=pipe, stdout=pipe, stderr=null)
        except OSError as error:
            self.problem = f"The learning process could not start: {error}"
            return
        self.process = process
        _processes().append(self)
        threading.Thread(
            target=self._follow, args=(process, data, _processes()), daemon=True
        ).start()

    def _follow(
        self, process: "subprocess.Popen[bytes]", data: bytes, places: "list[Learning]"
    ) -> None:
        assert process.stdin and process.stdout, "both are pipes"
        try:
            with suppress(OSError):  # cancelled while the process was still reading
                process.stdin.write(data)
                process.stdin.close()
            for line in process.stdout:
                report = json.loads(line)
                self.share = report.get("share", self.share)
                self.problem = report.get("problem", "")
                self.remarks = report.get("remarks", [])
                if "figure" in report:
                    self.result = json.dumps(report["figure"]), json.dumps(report["learned"])
        except ValueError:
            pass  # half a line from a stopped process
        finally:
            process.stdout.close()
            process.wait()
            if not (self.result or self.problem or self.cancelled):
                self.problem = "The learning process stopped early. Upload the file again."
            places.remove(self)

    @property
    def running(self) -> bool:
        return not (self.result or self.problem or self.cancelled)

    def left(self) -> float | None:
        """Return the estimated remaining seconds, or None if it is too early."""
        passed = time.monotonic() - self.begun
        return passed * (1 / self.share - 1) if self.share and passed > 1 else None

    def cancel(self) -> None:
        """Stop the process, if it still runs."""
        self.cancelled = True
        if self.process:
            with suppress(OSError):
                self.process.kill()


@st.cache_resource(show_spinner=False)
def _processes() -> list[Learning]:
    """Return the running processes of all sessions. Streamlit keeps the list across reloads."""
    return []


def running() -> list[Learning]:
    """Return the processes that have not ended."""
    return list(_processes())


class Session:
    """The single learning process of a visitor."""

    learning: Learning | None = None

    def clear(self) -> None:
        if self.learning:
            self.learning.cancel()
        self.learning = None


@st.cache_resource(show_spinner=False, scope="session", on_release=lambda session: session.clear())
def session() -> Session:
    """Return the session; Streamlit clears it at the end, which stops its process."""
    return Session()


def learning(key: tuple, file: "UploadedFile", options: tuple[str, ...]) -> Learning:
    """Return the process that learns from this file with these options; stop any other process of the session."""
    mine, key = session(), (*key, *options)
    if mine.learning is None or mine.learning.key != key or mine.learning.problem == BUSY:
        mine.clear()
        mine.learning = Learning(key, file.getvalue(), options)
    return mine.learning


def stop() -> None:
    """Stop the learning process of this session."""
    session().clear()


def file_facts(file: "UploadedFile", header: str) -> list[str]:
    """Return a few short facts about the file."""
    different = json.loads(header)["all_words"]
    return [file.name, f"{file.size / 1e6:,.2f} MB", f"{different:,} different words"]
