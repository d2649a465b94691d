"""A warm process that starts others: `python transformer/runs/launcher.py`.

Importing torch takes seconds. This process has imported it and waits. For every line of JSON that it reads,
it forks a child, which calls one function:

    {"job": "copy-1", "call": "transformer.runs.job:train", "with": {…}, "folder": "runs/copy-1", …}

`with` holds the function's arguments. The first million bytes of output go to the file `log` in the folder;
the rest is discarded, because it would fill the disk. With `"quiet": false` all output goes to the terminal.
`files` is the code to run (`snapshot.taken`); without it, the code at the moment the line is read. `nice` is
the process's nice value. The launcher answers {"job": …, "started": pid}; {"job": …, "error": sentence} where
the function raised; and {"job": …, "ended": status} when the child has ended (negative: the signal that
killed it). When its input ends because the app has ended, the launcher ends the children and itself.

It is started by its path: with -m, Python would import the package here, and all children would keep it. Only
the child uses the GPU, because a process that has used it can no longer be forked.
"""

import importlib
import json
import os
import select
import sys
import traceback
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

import processes  # beside this file
import snapshot

sys.path[0] = str(snapshot.ROOT)  # was this folder
leave = os._exit  # a layer that calls it is reported
LOG_BYTES = 1_000_000
LONGEST = 600  # characters of an error


def main(*libraries: str) -> None:
    """Wait for jobs and for children that end. `libraries`: what the children need besides torch."""
    waiting = list(libraries)
    import_torch()
    processes.adopt_orphans()
    say({"ready": os.getpid()})
    children: dict[int, ChildOutput] = {}
    unread = b""
    while True:
        watched = [printed for printed in children.values() if not printed.over]
        pipes = {printed.pipe: printed for printed in watched if printed.pipe is not None}
        readable, _, _ = select.select([0, *pipes], [], [], 0.05)
        for pipe in readable:
            if pipe:
                pipes[pipe].read()
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
            children[pid] = ChildOutput(job, reads)
            if writes is not None:
                os.close(writes)
            say({"job": job["job"], "started": pid})
            snapshot.compile_ahead(job["files"])  # for the next job, like the libraries
            while waiting:
                importlib.import_module(waiting.pop())
        while children and (ended := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = ended
            if pid not in children:
                continue  # an orphan that was adopted
            (printed := children.pop(pid)).end()
            end_orphans(children)
            say({"job": printed.job, "ended": os.waitstatus_to_exitcode(status)})
    for pid in children:
        processes.end(pid)
    with suppress(ChildProcessError):  # until none is left
        while True:
            end_orphans(())
            os.waitpid(-1, 0)


def end_orphans(ours: Collection[int]) -> None:
    """End the processes that an ended child has left behind, also those in a session of their own."""
    for pid in processes.children():
        if pid not in ours:
            processes.end(pid)


class ChildOutput:
    """The output of a child, read as fast as it comes, so that the child never waits."""

    def __init__(self, job: dict, pipe: int | None):
        self.job, self.log, self.pipe = job["job"], Path(job["folder"]) / "log", pipe
        self.over = pipe is None  # it prints to the terminal
        if pipe is not None:
            os.set_blocking(pipe, False)

    def read(self) -> bool:
        """Read the available output; return whether there was any."""
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
        for _ in range(16):  # processes that it started may continue printing
            if not self.read():
                break
        os.close(self.pipe)


def write(log: Path, printed: bytes) -> None:
    """Append to a log up to its maximum size."""
    with suppress(OSError), open(log, "ab") as file:  # the disk is full, or the folder is gone
        file.write(printed[: max(0, LOG_BYTES - file.tell())])


def import_torch() -> None:
    """Import torch and the other libraries that the package needs."""
    import filelock  # noqa: F401
    import safetensors.torch  # noqa: F401
    import torch  # noqa: F401


def say(message: dict, to: int = 1) -> None:
    """Write one line, short enough for the system to write it at once."""
    os.write(to, json.dumps(message).encode() + b"\n")


def child(job: dict, printed: int | None) -> None:
    """Do the job and exit; output goes to this file, or to the terminal."""
    status, speak = 1, os.dup(1)
    try:
        if os.name == "posix":
            os.setpgid(0, 0)  # so that it can be ended together with its children
            os.nice(job.get("nice", 0))
        processes.end_with_parent()
        processes.limit_processes()
        folder = Path(job["folder"])
        quiet(2 if printed is None else printed)
        processes.tell_where(open(folder / processes.WHERE, "w"))  # noqa: SIM115  open for as long as it lives
        status = do(job, lambda error: say({"job": job["job"], "error": error[:LONGEST]}, speak))
    finally:
        leave(status)


def do(job: dict, tell: Callable[[str], None]) -> int:
    """Call the function with the chosen code; return 1 and report the error if it raised."""
    processes.tell_leaving(
        lambda name, frames: tell(
            f"The code stopped{processes.at(frames)} with {name}, which ends it."
        )
    )
    try:
        snapshot.use(job.get("files") or snapshot.taken())  # a fresh child has not read it yet
        module, _, function = job["call"].partition(":")
        getattr(importlib.import_module(module), function)(**job["with"])
        return 0
    except BaseException as error:  # also a student's exit()
        traceback.print_exc()
        tell(f"{processes.sentence(error)}{what_to_do(error)}")
        return 1


def what_to_do(error: BaseException) -> str:
    """Return the advice on an error, in a child that uses the package."""
    with suppress(Exception):  # the package itself may be broken
        from transformer.diagnosis.advice import advice

        return f". {text}" if (text := advice(error)) else ""
    return ""


def quiet(printed: int) -> None:
    """Redirect the output to this file, and read nothing from the input."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    for new, old in ((nothing, 0), (printed, 1), (printed, 2)):
        os.dup2(new, old)


if __name__ == "__main__":
    main(*sys.argv[1:])
