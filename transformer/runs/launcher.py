"""A warm process that starts others: `python transformer/runs/launcher.py`.

Importing torch takes seconds. This process has done it and waits; for every line of JSON that it reads it
forks a child, which calls one function:

    {"job": "copy-1", "call": "transformer.runs.job:train", "with": {…}, "folder": "runs/copy-1", …}

`with` are the function's arguments. The first million bytes that it prints go to the file `log` in the
folder, and the rest is read and lost, since it would fill the disk; with `"quiet": false` all goes to the
terminal. `files` is the code that it runs (`snapshot.taken`); without it, that of the moment in which the line
is read. `nice` is by how
much it gives way to others. The launcher answers {"job": …, "started": pid}; {"job": …, "error": sentence}
where the function raised; and {"job": …, "ended": status} when the child is gone (negative: the signal that
killed it). When its input ends, because the app has ended, it ends the children and itself.

It is started by its path: with -m, Python would import the machine here, and all children would keep it.
It is the child that first uses the graphics card: who has done so cannot be forked any more.
"""

import importlib
import json
import os
import select
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import processes  # beside this file
import snapshot

sys.path[0] = str(snapshot.ROOT)  # was this folder
leave = os._exit  # a layer that calls it is told of
LOG_BYTES = 1_000_000


def main(*libraries: str) -> None:
    """Wait for work, and for children that end. `libraries`: what they will need besides torch."""
    waiting = list(libraries)
    import_torch()
    say({"ready": os.getpid()})
    children: dict[int, Printed] = {}
    unread = b""
    while True:
        watched = [printed for printed in children.values() if not printed.over]
        pipes = {printed.pipe: printed for printed in watched if printed.pipe is not None}
        readable, _, _ = select.select([0, *pipes], [], [], 0.05)
        for pipe in readable:
            if pipe:
                pipes[pipe].keep()
        if 0 in readable:
            unread += (read := os.read(0, 1 << 20))
            if not read:
                break
        *lines, unread = unread.split(b"\n")
        for line in lines:
            job = json.loads(line)
            job["files"] = job.get("files") or snapshot.taken()
            reads, writes = os.pipe() if job.get("quiet", True) else (None, None)
            if (pid := os.fork()) == 0:
                child(job, writes)
            children[pid] = Printed(job, reads)
            if writes is not None:
                os.close(writes)
            say({"job": job["job"], "started": pid})
            snapshot.compile_ahead(job["files"])  # for the next one, as are the libraries
            while waiting:
                importlib.import_module(waiting.pop())
        while children and (ended := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = ended
            (printed := children.pop(pid)).end()
            say({"job": printed.job, "ended": os.waitstatus_to_exitcode(status)})
    for pid in children:
        processes.end(pid)


class Printed:
    """What a child prints: read as fast as it comes, so that it never waits."""

    def __init__(self, job: dict, pipe: int | None):
        self.job, self.log, self.pipe = job["job"], Path(job["folder"]) / "log", pipe
        self.over = pipe is None  # it prints to the terminal
        if pipe is not None:
            os.set_blocking(pipe, False)

    def keep(self) -> bool:
        """Read what is there; whether anything was."""
        if self.pipe is None:
            return False
        with suppress(BlockingIOError):
            read = os.read(self.pipe, 1 << 16)
            self.over = not read
            write(self.log, read)
            return bool(read)
        return False

    def end(self) -> None:
        if self.pipe is None:
            return
        for _ in range(16):  # what it has started may go on printing
            if not self.keep():
                break
        os.close(self.pipe)


def write(log: Path, printed: bytes) -> None:
    """Add to a log as much as there is room for."""
    with suppress(OSError), open(log, "ab") as file:  # the disk is full, or the folder is gone
        file.write(printed[: max(0, LOG_BYTES - file.tell())])


def import_torch() -> None:
    """And what else the machine imports that nobody edits."""
    import filelock  # noqa: F401
    import safetensors.torch  # noqa: F401
    import torch  # noqa: F401


def say(message: dict, to: int = 1) -> None:
    """One line, which the system writes at once: it is short."""
    os.write(to, json.dumps(message).encode() + b"\n")


def child(job: dict, printed: int | None) -> None:
    """Do the job and leave; what is printed goes to this file, or else to the terminal."""
    status, speak = 1, os.dup(1)
    try:
        if os.name == "posix":
            os.setpgid(0, 0)  # so that it can be ended together with what it starts
            os.nice(job.get("nice", 0))
        processes.end_with_parent()
        folder = Path(job["folder"])
        quiet(2 if printed is None else printed)
        processes.tell_where(open(folder / processes.WHERE, "w"))  # noqa: SIM115  open for as long as it lives
        status = do(job, lambda error: say({"job": job["job"], "error": error[:300]}, speak))
    finally:
        leave(status)


def do(job: dict, tell: Callable[[str], None]) -> int:
    """Call the function with the code that was chosen; 1 where it raised, and why is told."""
    processes.tell_leaving(
        lambda name, frames: tell(
            f"The code stopped{processes.at(frames)} with {name}, which ends it."
        )
    )
    try:
        snapshot.use(job.get("files") or snapshot.taken())  # of a fresh child: not read yet
        module, _, function = job["call"].partition(":")
        getattr(importlib.import_module(module), function)(**job["with"])
        return 0
    except BaseException as error:  # a student's exit() too
        traceback.print_exc()
        tell(processes.sentence(error))
        return 1


def quiet(printed: int) -> None:
    """Nothing is read from the input."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    for new, old in ((nothing, 0), (printed, 1), (printed, 2)):
        os.dup2(new, old)


if __name__ == "__main__":
    main(*sys.argv[1:])
