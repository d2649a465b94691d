"""The client of the launcher: it sends jobs, and receives what becomes of them."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from transformer.runs import processes

HERE = Path(__file__).resolve().parent


class Job:
    """A call in a separate process. `error` says what went wrong; `ended` is its exit status, None while it
    runs."""

    def __init__(self, name: str, folder: Path, on_change: "Callable[[Job], None]"):
        self.name, self.folder, self.on_change = name, folder, on_change
        self.pid: int | None = None  # once it has started
        self.error, self.ended = "", None
        self.changed = threading.Condition()

    def handle(self, message: dict) -> None:
        """Handle a message of the launcher about this job."""
        with self.changed:
            self.pid = message.get("started", self.pid)
            self.error = message.get("error", self.error)
            self.ended = message.get("ended", self.ended)
            self.changed.notify_all()
        self.on_change(self)

    def wait(self, seconds: float) -> int | None:
        """Wait until the job has ended and return its status; None after `seconds`."""
        with self.changed:
            self.changed.wait_for(lambda: self.ended is not None, seconds)
            return self.ended


class Launcher:
    """A process that has imported torch and starts others (`launcher.py`; `launcher_fresh.py` where processes
    cannot be forked)."""

    def __init__(self, fork: bool = processes.CAN_FORK, libraries: Sequence[str] = ()):
        self._program = HERE / ("launcher.py" if fork else "launcher_fresh.py")
        self._libraries = libraries  # to be imported besides torch
        self._lock = threading.RLock()
        self._process: subprocess.Popen | None = None
        self._jobs: dict[str, Job] = {}

    def warm_up(self) -> subprocess.Popen:
        """Start it if it is not running; it needs seconds to import torch."""
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    [sys.executable, str(self._program), *self._libraries],
                    cwd=HERE.parents[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                    **processes.APART,
                )  # fmt: skip
                threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
            return self._process

    def start(
        self,
        call: str,
        arguments: dict[str, Any],
        folder: Path,
        on_change: Callable[[Job], None] = lambda job: None,
        **more: Any,
    ) -> Job:
        """Call "package.module:function" with the `arguments`; `more` are further fields of the job's
        line. `on_change` is called in another thread at every message about the job."""
        process = self.warm_up()
        assert process.stdin, "a pipe"
        job = Job(str(folder), folder, on_change)
        line = {"job": job.name, "call": call, "with": arguments, "folder": job.name, **more}
        with self._lock:
            self._jobs[job.name] = job
            try:
                process.stdin.write(json.dumps(line) + "\n")
                process.stdin.flush()
            except OSError:  # it has just ended
                job.handle({"ended": processes.KILLED})
        return job

    def pid(self) -> int:
        """The process id of the launcher itself."""
        return self.warm_up().pid

    def shut_down(self) -> None:
        """End the launcher and all processes that it has started. The ends of their jobs are not reported: they did not
        fail, and a training run can be continued."""
        with self._lock:
            for job in self._jobs.values():
                job.on_change = lambda job: None
            if self._process is not None and self._process.stdin:
                self._process.stdin.close()  # it ends its children, then itself
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(5)

    def _listen(self, process: subprocess.Popen) -> None:
        assert process.stdout, "a pipe"
        for line in process.stdout:
            message = json.loads(line)
            with self._lock:
                job = self._jobs.get(message.get("job"))
                if job and "ended" in message:
                    del self._jobs[job.name]
            if job:
                job.handle(message)
        with self._lock:  # it has ended, and its children with it
            left, self._jobs = list(self._jobs.values()), {}
        for job in left:
            job.handle({"ended": processes.KILLED})
