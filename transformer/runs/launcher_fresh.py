"""The launcher where processes cannot be forked (Windows, macOS): `python
transformer/runs/launcher_fresh.py`.

It reads and answers like `launcher.py`. A child is a fresh Python, which needs seconds to import torch. So
one spare child is always ready and waits for a job.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
from io import BufferedReader
from pathlib import Path

import launcher  # beside this file; it sets the path
from processes import APART, end

_speaking = threading.Lock()


def main() -> None:
    """Assign a child to every line; when the input ends, end all children."""
    _say({"ready": os.getpid()})
    waiting = _fresh()
    children: list[subprocess.Popen] = []
    for line in sys.stdin:
        child = waiting if waiting.poll() is None else _fresh()
        children = [c for c in children if c.poll() is None] + [child]
        follow = threading.Thread(target=_follow, args=(child, json.loads(line)))
        follow.daemon = True
        follow.start()
        waiting = _fresh()
    for child in (waiting, *children):
        if child.poll() is None:
            end(child.pid)


def _fresh() -> subprocess.Popen:
    """Start a process that imports torch and waits. Its input stays open for as long as this process lives.

    Linux treats the starting thread as the parent, so this must be the thread that stays alive.
    """
    command = [sys.executable, __file__, "child"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, **APART)


def _follow(child: subprocess.Popen, job: dict) -> None:
    """Give a child its job, and pass on its messages until it ends."""
    assert child.stdin and child.stdout, "both are pipes"
    with contextlib.suppress(OSError):  # it is gone already
        child.stdin.write(json.dumps(job).encode() + b"\n")
        child.stdin.flush()
    threading.Thread(target=_keep, args=(child, Path(job["folder"]) / "log"), daemon=True).start()
    for line in child.stdout:
        _say(json.loads(line))
    _say({"job": job["job"], "ended": child.wait()})


def _keep(child: subprocess.Popen, log: Path) -> None:
    """Save a child's output as it comes."""
    assert isinstance(child.stderr, BufferedReader), "a pipe"
    while printed := child.stderr.read1():
        launcher.write(log, printed)


def _say(message: dict) -> None:
    with _speaking:
        launcher.say(message)


# ---- in the child -----------------------------------------------------------------------------
def child() -> None:
    """Prepare, wait for a job, and do it."""
    launcher.import_torch()
    line = sys.stdin.readline()
    if line:
        job = json.loads(line)
        launcher.say({"job": job["job"], "started": os.getpid()})
        threading.Thread(target=_end_with_input, args=(os.dup(0),), daemon=True).start()
        launcher.child(job, 2)


def _end_with_input(file: int) -> None:
    """End this process when the input ends, which means that the launcher has ended."""
    os.read(file, 1)
    launcher.leave(1)


if __name__ == "__main__":
    child() if sys.argv[1:] == ["child"] else main()
