"""Training runs in separate processes, a few at a time, so that the app stays responsive.

`Workers` has the interface of `concurrent.futures.Executor`, so that a cluster can replace it.
"""

import contextlib
import os
import threading
import time
from collections import Counter
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from operator import itemgetter

from transformer.runs import processes, snapshot
from transformer.runs.launching import Job, Launcher
from transformer.runs.run_folder import RunFolder
from transformer.runs.watchdog import ASLEEP, PATIENCE, Watchdog


class TrainingFailed(RuntimeError):
    """A run that ended early; the message says why."""


@dataclass
class Active:
    """A run that was submitted to the launcher: the job, its watchdog, and its error."""

    run: RunFolder
    visitor: str
    job: Job
    watchdog: Watchdog | None = None
    error: str = ""


class Workers:
    """Train at most `most` runs at once; the others wait in a queue, in which visitors take turns. Each run uses the
    code at the time of its submission, even if files are edited while it waits.

    A run is ended after `patience` seconds of CPU time, or `asleep` seconds of wall-clock time, without a
    step. Several `Workers` can share a `launcher`. Where processes cannot be forked, each starts a fresh
    Python (`transformer/runs/launcher_fresh.py`).
    """

    def __init__(
        self,
        most: int | None = None,
        patience: float = PATIENCE,
        asleep: float = ASLEEP,
        fork: bool = processes.CAN_FORK,
        launcher: Launcher | None = None,
    ):
        self.most, self.patience, self.asleep = most or os.cpu_count() or 1, patience, asleep
        self._launcher = launcher or Launcher(fork)
        self._line: list[
            tuple[RunFolder, str]
        ] = []  # waiting runs and their visitors, in the order of arrival
        self._code: dict[str, dict[str, str]] = {}  # the code of each waiting run
        self._active: dict[str, Active] = {}  # by folder
        self._futures: dict[str, Future] = {}
        self._cancelled: set[str] = set()
        self._lock = threading.RLock()
        self._watching = False

    def warm_up(self) -> None:
        """Start the process that starts the others; it needs seconds to import torch."""
        with self._lock:
            self._launcher.warm_up()
            if not self._watching:
                self._watching = True
                threading.Thread(target=self._watch, daemon=True, name="watch trainings").start()

    def submit(self, run: RunFolder, visitor: str = "") -> "Future[RunFolder]":
        """Train a run as soon as there is room and it is the visitor's turn. The future's result is the finished run; it raises
        `TrainingFailed` or `CancelledError` where the run does not finish."""
        self.warm_up()
        with self._lock:
            future: Future[RunFolder] = Future()
            self._futures[str(run.folder)] = future
            self._code[str(run.folder)] = snapshot.taken("transformer")
            self._line.append((run, visitor))
            self._start_next()
            return future

    def queue_position(self, run: RunFolder) -> int:
        """Return how many runs start before this one, counting itself; 0 when it is not waiting."""
        with self._lock:
            names = [waiting.folder for waiting, _ in self._in_turn()]
            return names.index(run.folder) + 1 if run.folder in names else 0

    def cancel(self, run: RunFolder) -> None:
        """Remove a run from the queue, or end its process. Its saved checkpoints stay in its folder."""
        with self._lock:
            key = str(run.folder)
            if key in self._active:
                self._cancelled.add(key)
                self._end(key)
            elif self.queue_position(run):
                self._line = [waiting for waiting in self._line if waiting[0].folder != run.folder]
                del self._code[key]
                self._finish(run, "cancelled", "")

    def shutdown(self) -> None:
        """End all runs; unfinished ones can be continued later."""
        with self._lock:
            self._line.clear()
            self._watching = False
        self._launcher.shut_down()

    # ---- inside -------------------------------------------------------------------------------
    def _in_turn(self) -> list[tuple[RunFolder, str]]:
        """Return the queue in the order in which the runs start: the first run of each visitor, then the second of
        each, and so on, so that thirteen runs of one visitor do not delay the first run of another."""
        turns = Counter(active.visitor for active in self._active.values())
        order = []
        for waiting in self._line:
            order.append((turns[waiting[1]], waiting))
            turns[waiting[1]] += 1
        return [waiting for _, waiting in sorted(order, key=itemgetter(0))]

    def _start_next(self) -> None:
        while self._line and len(self._active) < self.most:
            self._line.remove(following := self._in_turn()[0])
            run, visitor = following
            key = str(run.folder)
            self._futures[key].set_running_or_notify_cancel()
            code = {"files": self._code.pop(key), "nice": 19}  # pages come first
            call, arguments = "transformer.runs.job:train", {"folder": key}
            self._active[key] = Active(
                run, visitor, self._launcher.start(call, arguments, run.folder, self._told, **code)
            )

    def _told(self, job: Job) -> None:
        """Handle a message about a job: it has started, or ended."""
        with self._lock:
            key = str(job.folder)
            active = self._active.get(key)
            if active is None or active.job is not job:
                return
            if job.ended is not None:
                del self._active[key]
                self._ended(active.run, job.ended, active.error or job.error)
                self._start_next()
            elif job.pid and not active.watchdog:
                active.watchdog = Watchdog(active.run, job.pid)
                if key in self._cancelled:
                    self._end(key)

    def _ended(self, run: RunFolder, status: int, error: str) -> None:
        key = str(run.folder)
        if key in self._cancelled:
            self._cancelled.discard(key)
            self._finish(run, "cancelled", "")
        elif not (run.folder / "card.json").exists():
            self._futures.pop(key).set_exception(
                TrainingFailed(f"The folder of {run.name} no longer exists.")
            )
        elif status == 0:
            self._futures.pop(key).set_result(run)
        elif error:
            self._finish(run, "failed", error)
        else:
            why = processes.what_ended_it(status)
            self._finish(run, "failed", f"The operating system ended the training run ({why}).")

    def _finish(self, run: RunFolder, state: str, error: str) -> None:
        with contextlib.suppress(OSError):  # the folder is being removed, or the disk is full
            run.write_card({**run.card, "state": state, "error": error})
        future = self._futures.pop(str(run.folder))
        if state != "cancelled":
            future.set_exception(TrainingFailed(error))
        elif not future.cancel():
            future.set_exception(CancelledError())

    def _end(self, key: str) -> None:
        pid = self._active[key].job.pid
        if pid is not None:
            processes.end(pid)

    def _watch(self) -> None:
        """End the runs that make no progress."""
        while self._watching:
            time.sleep(min(1.0, self.patience / 4))
            with self._lock:
                for key, active in list(self._active.items()):
                    if not active.run.folder.exists():
                        self._end(key)
                    elif active.watchdog and (
                        why := active.watchdog.verdict(self.patience, self.asleep)
                    ):
                        active.error = why
                        self._end(key)
