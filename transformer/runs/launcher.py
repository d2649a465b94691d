"""A warm process that starts others: `python transformer/runs/launcher.py`.

Importing torch takes seconds. This process has done it and waits; for every line of JSON that it reads it
forks a child, which calls one function:

    {"job": "copy-1", "call": "transformer.runs.job:train", "with": {…}, "folder": "runs/copy-1", …}

`with` are the function's arguments. What it prints goes to the file `log` in the folder, or, with
`"quiet": false`, to the terminal. `files` is the
code that it runs (`snapshot.taken`); without it, that of the moment in which the line is read. `nice` is by how
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
from pathlib import Path

import processes  # beside this file
import snapshot

sys.path[0] = str(snapshot.ROOT)  # was this folder
leave = os._exit  # a layer that calls it is told of


def main() -> None:
    """Wait for work, and for children that end."""
    import_torch()
    say({"ready": os.getpid()})
    children: dict[int, str] = {}
    unread = b""
    while True:
        readable, _, _ = select.select([0], [], [], 0.05)
        if readable:
            unread += (read := os.read(0, 1 << 20))
            if not read:
                break
        *lines, unread = unread.split(b"\n")
        for line in lines:
            job = json.loads(line)
            job["files"] = job.get("files") or snapshot.taken()
            if (pid := os.fork()) == 0:
                child(job)
            children[pid] = job["job"]
            say({"job": job["job"], "started": pid})
            snapshot.compile_ahead(job["files"])  # for the next one
        while children and (ended := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = ended
            say({"job": children.pop(pid), "ended": os.waitstatus_to_exitcode(status)})
    for pid in children:
        processes.end(pid)


def import_torch() -> None:
    """And what else the machine imports that nobody edits."""
    import filelock  # noqa: F401
    import matplotlib.figure
    import matplotlib.font_manager  # noqa: F401  the first time on a machine it looks through all fonts
    import safetensors.torch  # noqa: F401
    import torch  # noqa: F401


def say(message: dict, to: int = 1) -> None:
    """One line, which the system writes at once: it is short."""
    os.write(to, json.dumps(message).encode() + b"\n")


def child(job: dict) -> None:
    """Do the job and leave."""
    status, speak = 1, os.dup(1)
    try:
        if os.name == "posix":
            os.setpgid(0, 0)  # so that it can be ended together with what it starts
            os.nice(job.get("nice", 0))
        processes.end_with_parent()
        folder = Path(job["folder"])
        quiet(folder / "log" if job.get("quiet", True) else None)
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


def quiet(log: Path | None) -> None:
    """Nothing is read; what is printed goes to a file, or else to the terminal."""
    nothing, file = os.open(os.devnull, os.O_RDONLY), 2
    if log:
        file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)  # somebody may shorten it
    for new, old in ((nothing, 0), (file, 1), (file, 2)):
        os.dup2(new, old)


if __name__ == "__main__":
    main()
