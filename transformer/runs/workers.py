"""Trainings in processes of their own, a few at a time: the app stays quick, whatever they do.

`Workers` has the shape of `concurrent.futures.Executor`, so that a cluster may stand in its place.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from pathlib import Path

from transformer.runs import Run, processes, snapshot
from transformer.runs.watchdog import ASLEEP, PATIENCE, Watchdog

HERE = Path(__file__).parent


class TrainingFailed(RuntimeError):
    """A run that ended before its time; the message says why."""


@dataclass
class Active:
    """A run that was handed to the launcher; its process, once that has started; what went wrong."""

    run: Run
    pid: int | None = None
    watchdog: Watchdog | None = None
    error: str = ""


class Workers:
    """At most `most` runs train at once, the others wait in line. Each trains the code that was on the
    disk when it was submitted, whatever is edited while it waits.

    A run is ended after `patience` seconds of work, or `asleep` seconds by the clock, in which it made
    no step. Where processes cannot be forked, each starts afresh (`transformer/runs/launcher_fresh.py`).
    """

    def __init__(
        self,
        most: int | None = None,
        patience: float = PATIENCE,
        asleep: float = ASLEEP,
        fork: bool = processes.CAN_FORK,
    ):
        self.most, self.patience, self.asleep = most or os.cpu_count() or 1, patience, asleep
        self._program = HERE / ("launcher.py" if fork else "launcher_fresh.py")
        self._line: list[Run] = []  # waiting, the next one first
        self._code: dict[str, dict[str, str]] = {}  # of each that waits: its files
        self._active: dict[str, Active] = {}  # by folder
        self._futures: dict[str, Future] = {}
        self._cancelled: set[str] = set()
        self._lock = threading.RLock()
        self._launcher: subprocess.Popen | None = None

    def warm_up(self) -> None:
        """Start the process that starts the others; it needs seconds to import torch."""
        with self._lock:
            if self._launcher is None or self._launcher.poll() is not None:
                self._launcher = subprocess.Popen(
                    [sys.executable, str(self._program)],
                    cwd=snapshot.ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    **processes.APART,
                )
                threading.Thread(target=self._listen, args=(self._launcher,), daemon=True).start()
                threading.Thread(target=self._watch, args=(self._launcher,), daemon=True).start()

    def submit(self, run: Run) -> "Future[Run]":
        """Train a run as soon as there is room. The future's result is the run, when it is done;
        it raises `TrainingFailed` or `CancelledError` where it never will be."""
        self.warm_up()
        with self._lock:
            future: Future[Run] = Future()
            self._futures[str(run.folder)] = future
            self._code[str(run.folder)] = snapshot.taken("transformer")
            self._line.append(run)
            self._start_next()
            return future

    def place(self, run: Run) -> int:
        """How many runs will start before this one, itself included; 0 when it is not waiting."""
        with self._lock:
            names = [waiting.folder for waiting in self._line]
            return names.index(run.folder) + 1 if run.folder in names else 0

    def cancel(self, run: Run) -> None:
        """Take a run out of the line, or end its process. What it has learned stays in its folder."""
        with self._lock:
            key = str(run.folder)
            if key in self._active:
                self._cancelled.add(key)
                self._end(key)
            elif self.place(run):
                self._line = [waiting for waiting in self._line if waiting.folder != run.folder]
                del self._code[key]
                self._finish(run, "cancelled", "")

    def shutdown(self) -> None:
        """End everything; runs that were training can go on another day."""
        with self._lock:
            self._line.clear()
            if self._launcher is not None:
                self._launcher.stdin.close()  # it ends its children, then itself
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._launcher.wait(5)

    # ---- inside -------------------------------------------------------------------------------
    def _start_next(self) -> None:
        while self._line and len(self._active) < self.most:
            run = self._line.pop(0)
            key = str(run.folder)
            self._active[key] = Active(run)
            self._futures[key].set_running_or_notify_cancel()
            job = {"job": key, "call": "transformer.runs.job:train", "with": {"folder": key}}
            job |= {"folder": key, "files": self._code.pop(key), "nice": 19}  # pages come first
            self._launcher.stdin.write(json.dumps(job) + "\n")
            self._launcher.stdin.flush()

    def _listen(self, process: subprocess.Popen) -> None:
        """What the launcher says: a process has started, or ended."""
        for line in process.stdout:
            message = json.loads(line)
            with self._lock:
                key = message.get("job")
                if key not in self._active:
                    continue
                active = self._active[key]
                if "started" in message:
                    active.pid = message["started"]
                    active.watchdog = Watchdog(active.run, active.pid)
                    if key in self._cancelled:
                        self._end(key)
                elif "error" in message:
                    active.error = message["error"]
                else:
                    del self._active[key]
                    self._ended(active.run, message["ended"], active.error)
                    self._start_next()
        with self._lock:  # it is gone, and its children with it
            for key, active in list(self._active.items()):
                del self._active[key]
                self._ended(active.run, processes.KILLED, active.error)

    def _ended(self, run: Run, status: int, error: str) -> None:
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

    def _finish(self, run: Run, state: str, error: str) -> None:
        with contextlib.suppress(OSError):  # somebody is just removing the folder; the disk is full
            run.write_card({**run.card, "state": state, "error": error})
        future = self._futures.pop(str(run.folder))
        if state != "cancelled":
            future.set_exception(TrainingFailed(error))
        elif not future.cancel():
            future.set_exception(CancelledError())

    def _end(self, key: str) -> None:
        pid = self._active[key].pid
        if pid is not None:
            processes.end(pid)

    def _watch(self, process: subprocess.Popen) -> None:
        """End the runs in which nothing happens any more."""
        while process.poll() is None:
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
