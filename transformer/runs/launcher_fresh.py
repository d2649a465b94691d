"""The launcher where processes cannot be forked (Windows, macOS): `python transformer/runs/launcher_fresh.py`.

It reads and answers as `launcher.py` does. A child is a fresh Python, which needs seconds to import torch;
so there is always one more, which has done it already and waits for a job.
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
    """Hand out a child for every line; when the input ends, end them all."""
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
    """A process that imports torch and waits. Its input stays open for as long as we are there.

    Linux counts the thread that starts it as its parent, so that must be the one that stays.
    """
    command = [sys.executable, __file__, "child"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, **APART)


def _follow(child: subprocess.Popen, job: dict) -> None:
    """Give a child its job, and pass on what it says until it is gone."""
    assert child.stdin and child.stdout, "both are pipes"
    with contextlib.suppress(OSError):  # it is gone already
        child.stdin.write(json.dumps(job).encode() + b"\n")
        child.stdin.flush()
    threading.Thread(target=_keep, args=(child, Path(job["folder"]) / "log"), daemon=True).start()
    for line in child.stdout:
        _say(json.loads(line))
    _say({"job": job["job"], "ended": child.wait()})


def _keep(child: subprocess.Popen, log: Path) -> None:
    """What a child prints, as it comes."""
    assert isinstance(child.stderr, BufferedReader), "a pipe"
    while printed := child.stderr.read1():
        launcher.write(log, printed)


def _say(message: dict) -> None:
    with _speaking:
        launcher.say(message)


# ---- in the child -----------------------------------------------------------------------------
def child() -> None:
    """Get ready, wait for a job, do it."""
    launcher.import_torch()
    line = sys.stdin.readline()
    if line:
        job = json.loads(line)
        launcher.say({"job": job["job"], "started": os.getpid()})
        threading.Thread(target=_end_with_input, args=(os.dup(0),), daemon=True).start()
        launcher.child(job, 2)


def _end_with_input(file: int) -> None:
    """The launcher writes nothing more; what ends the input is its own end."""
    os.read(file, 1)
    launcher.leave(1)


if __name__ == "__main__":
    child() if sys.argv[1:] == ["child"] else main()
