"""Start the process of a submission: on Linux as a fork of this one, elsewhere as a new Python.

A fork has imported torch and the lesson already, which saves two seconds per submission.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from lessons.grade import child
from transformer.diagnosis.source_line import ROOT
from transformer.runs import processes

OUTPUT = "output"  # what the code prints; in the private folder of the process


class Forked:
    """A fork, with the part of `subprocess.Popen` that is needed here."""

    def __init__(self, pid: int):
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal; None while the process runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def kill(self) -> None:
        """End the process at once."""
        os.kill(self.pid, signal.SIGKILL)


def start(lesson: str, file: Path, private: Path, seconds: int) -> Forked | subprocess.Popen:
    """Check the file in a new process, which leads its own group; return the process."""
    run = _fork if processes.CAN_FORK else _run_python
    return run(lesson, file, private, seconds)


def end(process: Forked | subprocess.Popen) -> None:
    """End the process, and on Unix all that it has started in its group."""
    with suppress(ProcessLookupError, PermissionError):  # it has ended
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
    while process.poll() is None:
        with suppress(OSError):
            process.kill()  # a new fork may not lead a group yet
        time.sleep(0.01)


def _fork(lesson: str, file: Path, private: Path, seconds: int) -> Forked:
    sys.stdout.flush()  # otherwise the fork writes it again
    sys.stderr.flush()
    output = os.open(private / OUTPUT, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    if pid := os.fork():
        os.close(output)
        return Forked(pid)
    try:
        os.setsid()
        processes.end_with_parent()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.chdir(file.parent)
        child.main(lesson, file, private, seconds)
    finally:
        os._exit(1)  # never return into the program that was copied


def _run_python(lesson: str, file: Path, private: Path, seconds: int) -> subprocess.Popen:
    command = [sys.executable, "-m", "lessons.grade.child", lesson, str(file), str(private)]
    with open(private / OUTPUT, "ab") as output:
        return subprocess.Popen(
            [*command, str(seconds)], cwd=file.parent, env=os.environ | {"PYTHONPATH": str(ROOT)},
            start_new_session=True, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
        )  # fmt: skip
