"""A process that ran a student's code has ended, or had to be ended, and how to explain it."""

import errno
import linecache
import os
import re
import time
from collections.abc import Sequence
from pathlib import Path
from traceback import FrameSummary

from lessons.host import crash_messages
from lessons.host.limit import PATIENCE
from lessons.host.locations import Mistake
from lessons.host.source import ROOT, last_changed
from transformer.diagnosis.source_line import short
from transformer.runs import processes

SECONDS = 20.0  # of CPU time before a process is ended that does not stop itself (`limit`)
ASLEEP = 8.0  # seconds of complete inactivity
COUNTS = 5  # looks between two counts of the processes that it has started


class WorkerDied(Exception):
    """Raised when the process is gone; `mistake` says what happened, and where."""

    def __init__(self, mistake: Mistake | None = None):
        super().__init__(mistake.sentence if mistake else "the process has ended")
        self.mistake = mistake


class Watch:
    """Watch a process that computes an answer: it can take time, but must end."""

    def __init__(self, pid: int, where: Path):
        self.pid, self.where = pid, where
        self.begun = self.awake = time.monotonic()
        self.used, self.looks = processes.processor_seconds(pid), 0

    def check(self) -> None:
        """Raise `WorkerDied` if the process has to be ended."""
        now, used = time.monotonic(), processes.processor_seconds(self.pid)
        clock = now - self.begun
        if self.looks % COUNTS == 0 and (number := processes.started_by(self.pid)) > processes.MOST:
            raise WorkerDied(crash_messages.too_many_processes(self.current_frames(), number))
        self.looks += 1
        if processes.busy(self.pid) is not False:
            self.awake = now
        if used is not None and self.used is not None and used - self.used > SECONDS:
            raise WorkerDied(
                crash_messages.endless_process(self.current_frames(foreign=True), used - self.used)
            )
        if clock > PATIENCE * SECONDS:
            raise WorkerDied(
                crash_messages.endless_process(self.current_frames(foreign=True), clock)
            )
        if now - self.awake > ASLEEP:
            raise WorkerDied(crash_messages.idle_process(self.current_frames(), clock))

    def current_frames(self, foreign: bool = False) -> Sequence[FrameSummary]:
        """Find its current line: that of the thread that runs a layer's code, if there is one. A request is stopped by
        its own limit (`limit`), so longer work is more likely in a `foreign` thread that the layer started."""
        return most_telling(processes.ask_threads(self.pid, self.where), foreign)


def most_telling(
    threads: Sequence[Sequence[FrameSummary]], foreign: bool = False
) -> Sequence[FrameSummary]:
    """Choose the thread that is in a student's code, otherwise in a lesson's; none if there is none."""

    def weight(frames: Sequence[FrameSummary]) -> int:
        files = [short(frame.filename) for frame in frames]
        if foreign and "lessons/host/limit.py" in files:
            return 0  # the requested work
        mine = any("/my_" in file or file.endswith("/exercise.py") for file in files)
        machine = any(f.startswith("transformer/") and f not in LAUNCHERS for f in files)
        lesson = any(f.startswith("lessons/") and not f.startswith("lessons/host/") for f in files)
        return 4 * mine + 2 * machine + lesson

    best = max(threads, key=weight, default=())
    if foreign and not weight(best):
        return most_telling(threads)
    return best if weight(best) else ()


def explain_end(where: Path, status: int | None, last_words: str) -> Mistake:
    """Explain how a process ended by itself. `last_words`: its last output, if any; `status`: its return code,
    None if it still runs and has only closed its connection."""
    if left := LEFT.search(last_words):
        line = linecache.getline(str(ROOT / left["file"]), int(left["line"])).strip()
        return crash_messages.uncaught_exit(left["how"], f"{left['file']}:{left['line']}", line)
    frames = most_telling(processes.threads_in(where))
    if status == 1 and last_words and os.strerror(errno.EBADF) not in last_words:
        return crash_messages.server_failure(last_words, last_changed())
    if status in (None, 1):  # it could not report why
        return crash_messages.closed_connection(frames)
    return crash_messages.crash(frames, processes.what_ended_it(status))


LAUNCHERS = ("transformer/runs/launcher.py", "transformer/runs/launcher_fresh.py")
LEFT = re.compile(r"at (?P<file>\S+):(?P<line>\d+) with (?P<how>os\.\w+), which ends it")
