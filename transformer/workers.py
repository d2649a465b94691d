"""Trainings in processes of their own, a few at a time: the app stays quick, whatever they do.

`Workers` has the shape of `concurrent.futures.Executor`, so that a cluster may stand in its place.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, Future
from pathlib import Path

from transformer import nursery
from transformer.runs import Run

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30.0  # seconds without a new step before a run is ended; a step takes 0.02


class TrainingFailed(RuntimeError):
    """A run that ended before its time; the message says why."""


class Workers:
    """At most `most` runs train at once, the others wait in line."""

    def __init__(self, most: int | None = None, patience: float = PATIENCE):
        self.most, self.patience = most or os.cpu_count() or 1, patience
        self._line: list[Run] = []  # waiting, the next one first
        self._active: dict[
            str, tuple[Run, int | None, float]
        ] = {}  # by folder: run, process, since
        self._futures: dict[str, Future] = {}
        self._cancelled: set[str] = set()
        self._lock = threading.RLock()
        self._nursery: subprocess.Popen | None = None

    def warm_up(self) -> None:
        """Start the process that trainings are forked from; it needs seconds to import torch.

        Raises `RuntimeError` where a process cannot be forked, as on Windows.
        """
        if not hasattr(os, "fork"):
            raise RuntimeError(
                "training inside the app needs Linux or macOS; here it works in a terminal: "
                "python -m transformer.training reverse"
            )
        with self._lock:
            if self._nursery is None or self._nursery.poll() is not None:
                self._nursery = subprocess.Popen(
                    [sys.executable, "-m", "transformer.nursery"],
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
                threading.Thread(target=self._listen, args=(self._nursery,), daemon=True).start()
                threading.Thread(target=self._watch, args=(self._nursery,), daemon=True).start()

    def submit(self, run: Run) -> "Future[Run]":
        """Train a run as soon as there is room. The future's result is the run, when it is done;
        it raises `TrainingFailed` or `CancelledError` where it never will be."""
        self.warm_up()
        with self._lock:
            future: Future[Run] = Future()
            self._futures[str(run.folder)] = future
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
                self._finish(run, "cancelled", "")

    def shutdown(self) -> None:
        """End everything; runs that were training can go on another day."""
        with self._lock:
            self._line.clear()
            if self._nursery is not None:
                self._nursery.stdin.close()  # it ends its children, then itself
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._nursery.wait(5)

    # ---- inside -------------------------------------------------------------------------------
    def _start_next(self) -> None:
        while self._line and len(self._active) < self.most:
            run = self._line.pop(0)
            self._active[str(run.folder)] = (run, None, time.monotonic())
            self._futures[str(run.folder)].set_running_or_notify_cancel()
            self._nursery.stdin.write(json.dumps({"train": str(run.folder)}) + "\n")
            self._nursery.stdin.flush()

    def _listen(self, process: subprocess.Popen) -> None:
        """What the nursery says: a process has started, or ended."""
        for line in process.stdout:
            message = json.loads(line)
            with self._lock:
                key = message.get("run")
                if key not in self._active:
                    continue
                run, pid, since = self._active[key]
                if "started" in message:
                    self._active[key] = (run, message["started"], time.monotonic())
                    if key in self._cancelled:
                        self._end(key)
                else:
                    del self._active[key]
                    self._ended(run, message["ended"])
                    self._start_next()
        with self._lock:  # it is gone, and its children with it
            for key, (run, _, _) in list(self._active.items()):
                del self._active[key]
                self._ended(run, -signal.SIGKILL)

    def _ended(self, run: Run, status: int) -> None:
        key = str(run.folder)
        if key in self._cancelled:
            self._cancelled.discard(key)
            self._finish(run, "cancelled", "")
        elif not run.folder.exists():
            self._futures.pop(key).set_exception(TrainingFailed(f"{run.name}: its folder is gone."))
        elif status == 0:
            self._futures.pop(key).set_result(run)
        elif run.card["state"] == "failed":
            self._futures.pop(key).set_exception(TrainingFailed(run.card["error"]))
        else:
            self._finish(run, "failed", f"The system ended the training ({_signal(status)}).")

    def _finish(self, run: Run, state: str, error: str) -> None:
        if run.folder.exists():
            run.write_card({**run.card, "state": state, "error": error})
        future = self._futures.pop(str(run.folder))
        if state != "cancelled":
            future.set_exception(TrainingFailed(error))
        elif not future.cancel():
            future.set_exception(CancelledError())

    def _end(self, key: str) -> None:
        pid = self._active[key][1]
        if pid is not None:
            nursery.end(pid)

    def _watch(self, process: subprocess.Popen) -> None:
        """End the runs in which nothing happens any more: a layer may loop for ever."""
        while process.poll() is None:
            time.sleep(min(1.0, self.patience / 4))
            with self._lock:
                for key, (run, pid, since) in list(self._active.items()):
                    if not run.folder.exists():
                        self._end(key)
                        continue
                    quiet = time.monotonic() - max(since, _last_sign(run, since))
                    if pid is not None and quiet > self.patience:
                        steps = len(run.events())
                        why = (
                            f"Step {steps + 1} was still running after {self.patience:g} seconds: "
                            "does a layer loop for ever?"
                        )
                        run.write_card({**run.card, "state": "failed", "error": why})
                        self._end(key)


def _last_sign(run: Run, since: float) -> float:
    """When the run last wrote something, on the monotonic clock."""
    with contextlib.suppress(FileNotFoundError):
        age = time.time() - (run.folder / "events.jsonl").stat().st_mtime
        return time.monotonic() - age
    return since


def _signal(status: int) -> str:
    if status < 0:
        name = signal.Signals(-status).name
        return f"{name}: most likely it took too much memory" if name == "SIGKILL" else name
    return f"status {status}"
