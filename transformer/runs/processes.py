"""What one must say differently on Linux, macOS and Windows about a process: apart, end, time."""

import contextlib
import ctypes
import errno
import faulthandler
import linecache
import os
import re
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

# Forking copies a process that has imported torch, at once. On macOS a copy may not use Apple's
# frameworks (and so no mps), and Windows knows no fork: there a fresh process is started.
CAN_FORK = sys.platform == "linux"

# For `subprocess.Popen`: Ctrl-C in the terminal is for the app, which then ends what it started.
# Unix processes lower their priority themselves.
APART: dict[str, Any] = {"process_group": 0}
if sys.platform == "win32":
    quiet = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    APART = {"creationflags": quiet}


WHERE = "where"  # in a run's folder: the lines at which it was, when it was asked
# What ends a process that has not asked for it; its lines are written down first.
ENDING = (
    *(signal.SIGALRM, signal.SIGHUP, signal.SIGPROF, signal.SIGTERM, signal.SIGVTALRM),
    *(signal.SIGXCPU,),
) if os.name == "posix" else ()  # fmt: skip
LEAVES = ("_exit", "abort", "execv", "execve", "kill", "killpg")  # of `os`: nothing catches these


def end(pid: int) -> None:
    """End a process of its own group and, on Unix, all that it started; at once, without a word."""
    if os.name == "nt":
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGTERM)  # on Windows this is TerminateProcess
        return
    for kill in (os.killpg, os.kill):  # just forked, it may not lead a group yet
        with contextlib.suppress(ProcessLookupError):
            kill(pid, signal.SIGKILL)


def end_with_parent() -> None:
    """On Linux the system ends this process when the one that started it is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # 1: PR_SET_PDEATHSIG


def give_way(group: int) -> None:
    """Let other processes go first from now on, where the system knows how."""
    with contextlib.suppress(AttributeError, OSError):  # Windows; it is gone
        os.setpriority(os.PRIO_PGRP, group, 5)


def processor_seconds(pid: int) -> float | None:
    """How long processors have worked for it so far; None where nobody says, or it is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    user, system = stat.rpartition(")")[2].split()[11:13]  # the name before ")" may have spaces
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def sleeps(pid: int) -> bool:
    """Whether it waits for something, and not for a processor; False where nobody says."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"
    except OSError:
        return False


def busy(pid: int) -> bool | None:
    """Whether any thread of it works, or of what it has started; None where nobody says, or it is gone."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        for thread in threads:
            if (thread / "stat").read_text().rpartition(")")[2].split()[0] in "RD":
                return True
            if any(busy(int(child)) for child in (thread / "children").read_text().split()):
                return True
    except OSError:
        return None
    return False


def tell_where(file: IO, all_threads: bool = False) -> None:
    """Called in a process: whenever `ask_where` asks, or it crashes, it writes its lines there; and before
    a signal ends it, an alarm for one."""
    faulthandler.enable(file)
    if hasattr(signal, "SIGUSR1"):
        faulthandler.register(signal.SIGUSR1, file, all_threads=all_threads)
        for ends in ENDING:
            faulthandler.register(ends, file, all_threads=all_threads, chain=True)


def ask_where(pid: int, file: Path) -> list[traceback.FrameSummary]:
    """The frames in which a process is now, outermost first, even inside C; none where nobody says."""
    return next(iter(ask_threads(pid, file)), [])


def ask_threads(pid: int, file: Path) -> list[list[traceback.FrameSummary]]:
    """The same of each of its threads, where it tells of all."""
    if file.exists() and hasattr(signal, "SIGUSR1"):  # else the signal would end it
        with contextlib.suppress(OSError):  # it is gone
            os.kill(pid, signal.SIGUSR1)
            time.sleep(0.1)
    return threads_in(file)


def threads_in(file: Path) -> list[list[traceback.FrameSummary]]:
    """The frames of each thread that a process wrote down, outermost first; what it wrote last stands first."""
    linecache.checkcache()  # files may have been edited since
    text = file.read_text(errors="replace") if file.exists() else ""
    found = []
    for thread in re.split(r"^(?=\S.*most recent call first)", text, flags=re.MULTILINE):
        frames = re.findall(r'File "(.+)", line (\d+) in (.+)', thread)
        if frames:
            found.append([traceback.FrameSummary(f, int(n), c) for f, n, c in reversed(frames)])
    return found[::-1]


def at(frames: Sequence) -> str:
    """The innermost line of ours: " at transformer/attention.py:41"; "" where there is none. Not `diagnosis`: a
    process that starts others has nothing of the machine, or they would keep it."""
    root = Path(__file__).resolve().parents[2]
    folders = root / "transformer", root / "lessons"  # and not root / ".venv"
    ours = [frame for frame in frames if any(map(Path(frame.filename).is_relative_to, folders))]
    if not ours:
        return ""
    return f" at {Path(ours[-1].filename).relative_to(root).as_posix()}:{ours[-1].lineno}"


def sentence(error: BaseException) -> str:
    """What happened, and the innermost line of ours at which it did."""
    if isinstance(error, FloatingPointError) or type(error).__name__ in ("Unusable", "Damaged"):
        return str(error)  # says itself where and why
    if isinstance(error, SyntaxError):
        return f"Python cannot read {Path(error.filename or '').name}:{error.lineno}: {error.msg}"
    full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT)
    if full or re.search(r"\(os error (28|122|112)\)", str(error)):  # as Rust says it; 112: Windows
        return "The disk is full. Make room, for example by deleting old runs; then it can go on."
    where = at(traceback.extract_tb(error.__traceback__))
    return " ".join(f"The code stopped{where} with {type(error).__name__}: {error}".split())


def tell_leaving(tell: Callable[[str, list[traceback.FrameSummary]], None]) -> None:
    """Called in a process: whoever ends it by `os._exit` and the like is told of first, with the frames."""
    leave = os._exit

    def telling(name: str, real: Callable) -> Callable:
        def ends(*given: Any) -> Any:
            if name in ("kill", "killpg") and not _at_itself(name, *given):
                return real(*given)  # a process that it has started, or whether one is there
            tell(f"os.{name}", traceback.extract_stack(sys._getframe(1)))
            return leave(1)

        return ends

    for name in LEAVES:
        if hasattr(os, name):
            setattr(os, name, telling(name, getattr(os, name)))


def _at_itself(name: str, pid: int, number: int) -> bool:
    """Whether a signal that may end a process goes to the one that sends it."""
    own = (0, os.getpgrp()) if name == "killpg" else (0, -1, os.getpid(), -os.getpgrp())
    return number != 0 and pid in own


def what_ended_it(status: int) -> str:
    """A `returncode` in words: "SIGKILL: most likely it took too much memory", "status 3"."""
    if status >= 0:
        return f"status {status}"
    if status == KILLED:
        return "SIGKILL: most likely it took too much memory"
    return signal.Signals(-status).name


KILLED = -9  # the returncode of a process that SIGKILL ended; Windows has no such name
