"""Trainings in processes of their own, a few at a time: the app stays quick, whatever they do.

`Workers` has the shape of `concurrent.futures.Executor`, so that a cluster may stand in its place.
"""

import contextlib
import os
import threading
import time
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass

from transformer.runs import processes, snapshot
from transformer.runs.kept import Kept
from transformer.runs.launching import Job, Launcher
from transformer.runs.watchdog import ASLEEP, PATIENCE, Watchdog


class TrainingFailed(RuntimeError):
    """A run that ended before its time; the message says why."""


@dataclass
class Active:
    """A run that was handed to the launcher: the job, who looks after it, and what went wrong."""

    run: Kept
    job: Job
    watchdog: Watchdog | None = None
    error: str = ""


class Workers:
    """At most `most` runs train at once, the others wait in line. Each trains the code that was on the
    disk when it was submitted, whatever is edited while it waits.

    A run is ended after `patience` seconds of work, or `asleep` seconds by the clock, in which it made
    no step. They share a `launcher` with others, where one is given. Where processes cannot be forked, each starts afresh (`transformer/runs/launcher_fresh.py`).
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
        self._line: list[Kept] = []  # waiting, the next one first
        self._code: dict[str, dict[str, str]] = {}  # of each that waits: its files
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

    def submit(self, run: Kept) -> "Future[Kept]":
        """Train a run as soon as there is room. The future's result is the run, when it is done;
        it raises `TrainingFailed` or `CancelledError` where it never will be."""
        self.warm_up()
        with self._lock:
            future: Future[Kept] = Future()
            self._futures[str(run.folder)] = future
            self._code[str(run.folder)] = snapshot.taken("transformer")
            self._line.append(run)
            self._start_next()
            return future

    def queue_position(self, run: Kept) -> int:
        """How many runs will start before this one, itself included; 0 when it is not waiting."""
        with self._lock:
            names = [waiting.folder for waiting in self._line]
            return names.index(run.folder) + 1 if run.folder in names else 0

    def cancel(self, run: Kept) -> None:
        """Take a run out of the line, or end its process. What it has learned stays in its folder."""
        with self._lock:
            key = str(run.folder)
            if key in self._active:
                self._cancelled.add(key)
                self._end(key)
            elif self.queue_position(run):
                self._line = [waiting for waiting in self._line if waiting.folder != run.folder]
                del self._code[key]
                self._finish(run, "cancelled", "")

    def shutdown(self) -> None:
        """End everything; runs that were training can go on another day."""
        with self._lock:
            self._line.clear()
            self._watching = False
        self._launcher.shut_down()

    # ---- inside -------------------------------------------------------------------------------
    def _start_next(self) -> None:
        while self._line and len(self._active) < self.most:
            run = self._line.pop(0)
            key = str(run.folder)
            self._futures[key].set_running_or_notify_cancel()
            code = {"files": self._code.pop(key), "nice": 19}  # pages come first
            call, given = "transformer.runs.job:train", {"folder": key}
            self._active[key] = Active(
                run, self._launcher.start(call, given, run.folder, self._told, **code)
            )

    def _told(self, job: Job) -> None:
        """What the launcher says of a job: it has started, or ended."""
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

    def _ended(self, run: Kept, status: int, error: str) -> None:
        key = str(run.folder)
        if key in self._cancelled:
            self._cancelled.discard(key)
            self._finish(run, "cancelled", "")
        elif not (run.folder / "card.json").exists():
            self._futures.pop(key).set_exception(TrainingFailed(f"{run.name}: its folder is gone."))
        elif status == 0:
            self._futures.pop(key).set_result(run)
        elif error:
            self._finish(run, "failed", error)
        else:
            why = processes.what_ended_it(status)
            self._finish(run, "failed", f"The system ended the training ({why}).")

    def _finish(self, run: Kept, state: str, error: str) -> None:
        with contextlib.suppress(OSError):  # somebody is just removing the folder; the disk is full
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
        """End the runs in which nothing happens any more."""
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
