"""Does anything still happen in a training? A layer of one's own may loop, or wait, for ever."""

import time

from transformer.runs import processes
from transformer.runs.kept import Kept

PATIENCE = 30.0  # seconds of work without a new step before a run is ended; a step takes 0.02
# Seconds by the clock: it may wait for others who need the processor, but not for ever
ASLEEP = 300.0


class Watchdog:
    """Looks at one run and the process that trains it, every now and then.

    On a busy machine a training of low priority may get nothing to do for a long time. So what counts
    are the seconds that a processor worked for it, where the system tells them (Linux); elsewhere
    those of the clock.
    """

    def __init__(self, run: Kept, pid: int):
        self.run, self.pid = run, pid
        self._note()

    def verdict(self, patience: float = PATIENCE, asleep: float = ASLEEP) -> str:
        """Why the run has to end; empty while all is well."""
        if self._last_line() != self.seen:
            self._note()
            return ""
        waited = time.monotonic() - self.since
        used = processes.processor_seconds(self.pid)
        worked = waited if used is None or self.used is None else used - self.used
        if worked > patience:
            still = f"was still running after {patience:g} seconds{self._at()}"
            return f"{self._step()} {still}: does a layer loop for ever?"
        if waited > asleep:
            still = f"did not end in {asleep:g} seconds{self._at()}, in which it worked for {worked:.0f}"
            return f"{self._step()} {still}: does a layer wait for something?"
        return ""

    def _step(self) -> str:
        file = self.run.folder / "events.jsonl"
        steps = file.read_bytes().count(b"\n") if file.exists() else 0
        return f"Step {steps + 1}"

    def _at(self) -> str:
        frames = processes.ask_where(self.pid, self.run.folder / processes.WHERE)
        return f",{where}" if (where := processes.at(frames)) else ""

    def _note(self) -> None:
        """Something happened: everything counts from now."""
        self.seen, self.since = self._last_line(), time.monotonic()
        self.used = processes.processor_seconds(self.pid)

    def _last_line(self) -> tuple[int, int] | None:
        try:
            file = (self.run.folder / "events.jsonl").stat()
        except OSError:
            return None
        return file.st_mtime_ns, file.st_size
