"""A warm process that starts trainings: `python -m transformer.runs.launcher`.

Importing torch takes seconds. This process has done it and waits; for every line of JSON that it reads,
{"train": "runs/copy-1"}, it forks a child, which trains. It answers {"run": …, "started": pid}, and
{"run": …, "ended": status} when the child is gone (negative: the signal that killed it). When its
input ends, because the app has ended, it ends the children and itself.

The machine itself is imported by each child, so an edited layer is read as it is then. It is the
child that first uses the graphics card: a process that has done so cannot be forked any more.
"""

import json
import os
import select
import traceback
from contextlib import suppress
from pathlib import Path

from transformer.runs import processes

SPARE_BYTES = 4 << 30  # how much a training may take beyond what torch itself has taken
leave = os._exit  # a layer that calls it is told of
LOG_BYTES = 1_000_000  # what is kept of what a run prints


def main() -> None:
    """Wait for work, and for children that end."""
    import_torch()
    say({"ready": os.getpid()})
    children: dict[int, str] = {}
    unread = b""
    while True:
        readable, _, _ = select.select([0], [], [], 0.05)
        if readable:
            unread += (read := os.read(0, 65536))
            if not read:
                break
        *lines, unread = unread.split(b"\n")
        for line in lines:
            folder = json.loads(line)["train"]
            if (pid := os.fork()) == 0:
                child(Path(folder))
            children[pid] = folder
            say({"run": folder, "started": pid})
        while children and (ended := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = ended
            say({"run": children.pop(pid), "ended": os.waitstatus_to_exitcode(status)})
    for pid in children:
        processes.end(pid)


def import_torch() -> None:
    import torch  # noqa: F401


def say(message: dict) -> None:
    print(json.dumps(message), flush=True)


def child(folder: Path) -> None:
    """Train one run and leave; what goes wrong is written on its card."""
    status = 1
    try:
        if os.name == "posix":
            os.setpgid(0, 0)  # so that it can be ended together with what it starts
            os.nice(19)  # pages come first
        processes.end_with_parent()
        quiet(folder / "log")
        processes.tell_where(open(folder / processes.WHERE, "w"))  # noqa: SIM115  open for as long as it lives
        status = train(folder)
    finally:
        leave(status)


def quiet(log: Path) -> None:
    """Nothing is read; what is printed goes to a file."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)  # somebody may shorten it meanwhile
    for new, old in ((nothing, 0), (file, 1), (file, 2)):
        os.dup2(new, old)


def shorten(folder: Path) -> None:
    """Keep the beginning of what a run has printed. A layer that prints in each step would fill the
    disk, and other runs would have to go."""
    log = folder / "log"
    with suppress(OSError):  # nothing printed yet, or the folder is gone
        if log.stat().st_size > LOG_BYTES:
            os.truncate(log, LOG_BYTES)


def limit_memory() -> None:
    """A layer that takes all memory ends its own run, not the machine's other programs.

    Not where the model is on a graphics card: its driver reserves more addresses than any machine
    has memory. The card's own memory ends by itself, with an error.
    """
    from transformer.training import device

    pages = Path("/proc/self/statm")
    if pages.exists() and device.chosen().type == "cpu":
        import resource

        now = int(pages.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + SPARE_BYTES, now + SPARE_BYTES))


def train(folder: Path) -> int:
    """0 when it is done; 1 when it failed, with the reason on the card."""
    import torch

    torch.set_num_threads(1)
    from transformer.runs import Run

    run = Run(folder)
    failed = {"state": "failed"}
    processes.tell_leaving(
        lambda name, frames: run.write_card(
            run.card
            | failed
            | {"error": f"The code stopped{processes.at(frames)} with {name}, which ends it."}
        )
    )
    try:
        limit_memory()
        for _event in run.train():
            pass
        return 0
    except BaseException as error:  # a student's exit() too
        traceback.print_exc()
        run.write_card(run.card | failed | {"error": sentence(error)})
        return 1


def sentence(error: BaseException) -> str:
    """What happened, and the innermost line of the machine at which it did."""
    if isinstance(error, FloatingPointError) or type(error).__name__ == "Unusable":
        return str(error)  # says itself where and why
    if isinstance(error, SyntaxError):
        return f"Python cannot read {Path(error.filename or '').name}:{error.lineno}: {error.msg}"
    where = processes.at(traceback.extract_tb(error.__traceback__))
    return " ".join(f"The code stopped{where} with {type(error).__name__}: {error}".split())


if __name__ == "__main__":
    main()
