"""A process that ran a student's code is lost: it has ended, or had to be ended. What is said of that."""

import linecache
import re
import time
from collections.abc import Sequence
from pathlib import Path
from traceback import FrameSummary

from lessons.host import harm
from lessons.host.limit import PATIENCE
from lessons.host.locations import Mistake
from lessons.host.source import ROOT
from transformer.diagnosis.source_line import short
from transformer.runs import processes

SECONDS = 20.0  # on the processor, before a process is ended that does not stop by itself (`limit`)
ASLEEP = 8.0  # seconds of doing nothing at all


class Lost(Exception):
    """It is gone; `mistake` says what happened, and where."""

    def __init__(self, mistake: Mistake | None = None):
        super().__init__(mistake.sentence if mistake else "the process has ended")
        self.mistake = mistake


class Watch:
    """On a process that works at an answer: it may take its time, but not for ever."""

    def __init__(self, pid: int, where: Path):
        self.pid, self.where = pid, where
        self.begun = self.awake = time.monotonic()
        self.used = processes.processor_seconds(pid)

    def look(self) -> None:
        """Raises `Lost` where it has to be ended."""
        now, used = time.monotonic(), processes.processor_seconds(self.pid)
        clock = now - self.begun
        if processes.busy(self.pid) is not False:
            self.awake = now
        if used is not None and self.used is not None and used - self.used > SECONDS:
            raise Lost(harm.endless(self.frames(foreign=True), used - self.used))
        if clock > PATIENCE * SECONDS:
            raise Lost(harm.endless(self.frames(foreign=True), clock))
        if now - self.awake > ASLEEP:
            raise Lost(harm.waits(self.frames(), clock))

    def frames(self, foreign: bool = False) -> Sequence[FrameSummary]:
        """Where it is now: the thread that runs the code of a layer, if one does. What is asked for is stopped by
        its own limit (`limit`); so what works for longer is more likely a `foreign` thread, of the layer's own."""
        return most_telling(processes.ask_threads(self.pid, self.where), foreign)


def most_telling(
    threads: Sequence[Sequence[FrameSummary]], foreign: bool = False
) -> Sequence[FrameSummary]:
    """Of several threads the one that is in a student's code, else in that of a lesson; none where none is."""

    def weight(frames: Sequence[FrameSummary]) -> int:
        files = [short(frame.filename) for frame in frames]
        if foreign and "lessons/host/limit.py" in files:
            return 0  # what was asked for
        mine = any("/my_" in file or file.endswith("/exercise.py") for file in files)
        machine = any(f.startswith("transformer/") and f not in LAUNCHERS for f in files)
        lesson = any(f.startswith("lessons/") and not f.startswith("lessons/host/") for f in files)
        return 4 * mine + 2 * machine + lesson

    best = max(threads, key=weight, default=())
    if foreign and not weight(best):
        return most_telling(threads)
    return best if weight(best) else ()


def ended(where: Path, status: int | None, last_words: str) -> Mistake:
    """How a process ended by itself. `last_words`: what it wrote last, where it had any; `status`: its returncode,
    None where it is still there and has only closed its connection."""
    if left := LEFT.search(last_words):
        line = linecache.getline(str(ROOT / left["file"]), int(left["line"])).strip()
        return harm.leaves(left["how"], f"{left['file']}:{left['line']}", line)
    frames = most_telling(processes.threads_in(where))
    if status in (None, 1):  # it could not even say why
        return harm.closes(frames)
    return harm.crashed(frames, processes.what_ended_it(status))


LAUNCHERS = ("transformer/runs/launcher.py", "transformer/runs/launcher_fresh.py")
LEFT = re.compile(r"at (?P<file>\S+):(?P<line>\d+) with (?P<how>os\.\w+), which ends it")
