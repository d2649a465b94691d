"""The process that tries edited code: `python -m lessons.host.trial_process`.

It has imported torch, and waits. For each line of JSON that it reads, {"files": …, "refused": …, "seconds": …},
a child of its own reads those files and runs the layers once; it answers with the fields of a mistake, or
{}. The child is a copy of it, where processes can be copied (Linux); elsewhere a fresh one that has
torch too and waits.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from lessons.host import faults, harm, trial_run
from lessons.host.limit import PATIENCE, TooSlow
from lessons.host.trial_run import processes

QUICK = (
    0.5  # seconds on the processor; 0.1 is usual. A page waits for it: it is as urgent as the page
)


class Copy:
    """A child that is a copy of this process."""

    def __init__(self, job: dict):
        if (pid := os.fork()) == 0:
            os.setpgid(0, 0)
            trial_run.run(job)
        self.pid, self.status = pid, None

    def poll(self) -> int | None:
        """How it ended; None while it runs."""
        if self.status is None and (ended := os.waitpid(self.pid, os.WNOHANG))[0]:
            self.status = os.waitstatus_to_exitcode(ended[1])
        return self.status


class Waiting:
    """A fresh child that has imported torch and waits for its job."""

    def __init__(self):
        command = [sys.executable, "-m", "lessons.host.trial_process", "child"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **processes.APART
        )

    def begin(self, job: dict) -> subprocess.Popen:
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        self.process.stdout.readline()  # it has torch
        return self.process


def main(fork: bool = processes.CAN_FORK) -> None:
    """Answer every line, one after the other."""
    processes.end_with_parent()
    if fork:
        trial_run.import_torch()
    waiting = None if fork else Waiting()
    for line in sys.stdin:
        job = json.loads(line)
        with tempfile.TemporaryDirectory(prefix="glassbox-trial-") as folder:
            job |= {"folder": folder}
            child = Copy(job) if fork else waiting.begin(job)
            answer = watched(child, Path(folder), job["seconds"])
        waiting = None if fork else Waiting()
        print(json.dumps(answer), flush=True)
    if waiting:
        waiting.process.kill()


def watched(child, folder: Path, seconds: float) -> dict:
    """Wait for the child, but not for ever; what it found, or how it ended."""
    begun, asleep, pause = time.monotonic(), 0.0, 0.002
    while child.poll() is None:
        time.sleep(pause)
        used, clock = processes.processor_seconds(child.pid), time.monotonic() - begun
        asleep = asleep + pause if processes.sleeps(child.pid) else 0.0
        if (used or 0) > QUICK:
            processes.give_way(child.pid)
        late = clock > seconds if used is None else used > seconds or clock > PATIENCE * seconds
        if late or asleep > seconds:
            frames = processes.ask_where(child.pid, folder / "where")
            processes.end(child.pid)
            while child.poll() is None:
                time.sleep(pause)
            if asleep > seconds:
                return asdict(harm.waits(frames, clock))
            return asdict(faults.explain(TooSlow(frames, seconds, used or clock, clock)))
        pause = min(0.02, 1.2 * pause)
    with suppress(OSError, AttributeError):
        os.killpg(child.pid, signal.SIGKILL)  # what it has started
    said = folder / "verdict"
    if said.exists():
        return json.loads(said.read_text(encoding="utf-8"))
    if child.poll() == 0:
        return {}
    return asdict(
        harm.crashed(processes.frames_in(folder / "where"), processes.what_ended_it(child.poll()))
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["child"]:
        trial_run.import_torch()
        job = json.loads(sys.stdin.readline())
        print("begun", flush=True)
        trial_run.run(job)
    main()
