"""Uploaded texts: each is learned in a process of its own, so that the pages stay quick for others."""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Any

import streamlit as st

from lessons.host import live

MOST_BYTES = 20 * 2**20
MOST = os.cpu_count() or 1  # processes at once
BUSY = (
    "As many texts as this computer has cores are being learned at the moment. "
    "Try again in a few seconds."
)

_lock = threading.Lock()


class Learning:
    """One process that learns from one text. `key` says from what; `problem` why it could not."""

    def __init__(self, key: tuple, data: bytes, options: tuple[str, ...]):
        self.key, self.problem, self.found = key, "", None
        self.share, self.begun, self.cancelled = 0.0, time.monotonic(), False
        self.process = None
        if len(data) > MOST_BYTES:
            self.problem = f"This file has {len(data) / 2**20:.1f} MB; the player takes up to 20."
        else:
            with _lock:
                if len(_places()) < MOST:
                    self._start(data, options)
                else:
                    self.problem = BUSY

    def _start(self, data: bytes, options: tuple[str, ...]) -> None:
        command = [sys.executable, "-m", "lessons.tokens.worker", *options]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        try:
            self.process = subprocess.Popen(command, cwd=live.ROOT, **pipes)
        except OSError as error:
            self.problem = f"The learner could not be started: {error}"
            return
        _places().append(self)
        threading.Thread(target=self._follow, args=(data, _places()), daemon=True).start()

    def _follow(self, data: bytes, places: list) -> None:
        try:
            with suppress(OSError):  # it was cancelled while it still read
                self.process.stdin.write(data)
                self.process.stdin.close()
            for line in self.process.stdout:
                told = json.loads(line)
                self.share = told.get("share", self.share)
                self.problem = told.get("problem", "")
                if "figure" in told:
                    self.found = json.dumps(told["figure"]), json.dumps(told["learned"])
        except ValueError:
            pass  # half a line of a process that was stopped
        finally:
            self.process.stdout.close()
            self.process.wait()
            if not (self.found or self.problem or self.cancelled):
                self.problem = "The learner stopped before it was done. Upload the file again."
            places.remove(self)

    @property
    def running(self) -> bool:
        return not (self.found or self.problem or self.cancelled)

    def left(self) -> float | None:
        """Seconds to go, if that can be said yet."""
        passed = time.monotonic() - self.begun
        return passed * (1 / self.share - 1) if self.share and passed > 1 else None

    @property
    def result(self) -> tuple[Any, Any]:
        """What was found, to be shown: the figure and the learner."""
        return live.load("lessons.tokens.results").uploaded(*self.found)

    def cancel(self) -> None:
        """Stop the process, if it still runs."""
        self.cancelled = True
        if self.process:
            with suppress(OSError):
                self.process.kill()


@st.cache_resource(show_spinner=False)
def _places() -> list[Learning]:
    """What learns now, in all sessions together. Kept by Streamlit, so that it outlives a reload."""
    return []


def running() -> list[Learning]:
    """Those whose process has not ended."""
    return list(_places())


class Session:
    """The one learning of a visitor."""

    learning: Learning | None = None

    def clear(self) -> None:
        if self.learning:
            self.learning.cancel()
        self.learning = None


@st.cache_resource(show_spinner=False, scope="session", on_release=lambda session: session.clear())
def session() -> Session:
    """Cleared when the session ends: no process goes on for somebody who has left."""
    return Session()


def learning(key: tuple, file, options: tuple[str, ...]) -> Learning:
    """What learns from this file with these options in this session; another one is stopped."""
    mine, key = session(), (*key, *options)
    if mine.learning is None or mine.learning.key != key or mine.learning.problem == BUSY:
        mine.clear()
        mine.learning = Learning(key, file.getvalue(), options)
    return mine.learning


def stop() -> None:
    """Stop what learns in this session."""
    session().clear()


def about(file, learning: Learning) -> list[str]:
    """The file in a few short facts."""
    header = json.loads(learning.found[0])
    return [file.name, f"{file.size / 1e6:,.2f} MB", f"{header['all_words']:,} different words"]
