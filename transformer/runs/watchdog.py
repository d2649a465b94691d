"""Detect a training run that makes no progress: your own layer may loop, or wait, forever."""

import time

from transformer.runs import processes
from transformer.runs.run_folder import RunFolder

PATIENCE = 30.0  # seconds of CPU time without a step before a run is ended; a step takes 0.02
# Seconds of wall-clock time: it may wait for other processes, but not forever
ASLEEP = 300.0


class Watchdog:
    """Checks one run and the process that trains it at intervals.

    On a busy computer a low-priority process may wait for a long time. So the watchdog counts the CPU time of
    the process where the system reports it (Linux), and wall-clock time elsewhere.
    """

    def __init__(self, run: RunFolder, pid: int):
        self.run, self.pid = run, pid
        self._note()

    def verdict(self, patience: float = PATIENCE, asleep: float = ASLEEP) -> str:
        """Return why the run must be ended; "" while it makes progress."""
        if (number := processes.started_by(self.pid)) > processes.MOST:
            return f"{self._step()} has started {number} processes, more than the {processes.MOST} allowed: does a layer start processes in a loop?"
        if self._last_line() != self.seen:
            self._note()
            return ""
        waited = time.monotonic() - self.since
        used = processes.processor_seconds(self.pid)
        worked = waited if used is None or self.used is None else used - self.used
        if worked > patience:
            still = f"was still running after {patience:g} seconds{self._at()}"
            return f"{self._step()} {still}: does a layer loop forever?"
        if waited > asleep:
            still = f"did not end within {asleep:g} seconds{self._at()}, with only {worked:.0f} seconds of CPU time"
            return f"{self._step()} {still}: is a layer waiting for something?"
        return ""

    def _step(self) -> str:
        file = self.run.folder / "events.jsonl"
        steps = file.read_bytes().count(b"\n") if file.exists() else 0
        return f"Step {steps + 1}"

    def _at(self) -> str:
        frames = processes.ask_where(self.pid, self.run.folder / processes.WHERE)
        return f",{where}" if (where := processes.at(frames)) else ""

    def _note(self) -> None:
        """Note progress: all times count from now."""
        self.seen, self.since = self._last_line(), time.monotonic()
        self.used = processes.processor_seconds(self.pid)

    def _last_line(self) -> tuple[int, int] | None:
        try:
            file = (self.run.folder / "events.jsonl").stat()
        except OSError:
            return None
        return file.st_mtime_ns, file.st_size
