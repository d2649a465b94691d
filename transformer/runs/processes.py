"""How Linux, macOS and Windows differ for processes: starting separately, ending, CPU time."""

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

# Forking copies a process that has imported torch at once. On macOS a copy must not use Apple's
# frameworks (so no mps), and Windows has no fork: a fresh process is started there.
CAN_FORK = sys.platform == "linux"

# For `subprocess.Popen`: Ctrl-C in the terminal goes to the app, which then ends its processes.
# Unix processes lower their priority themselves.
APART: dict[str, Any] = {"process_group": 0}
if sys.platform == "win32":
    quiet = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    APART = {"creationflags": quiet}


WHERE = "where"  # in a run's folder: its stack at the last request
# Signals that end a process unexpectedly; its stack is saved first.
ENDING = (
    *(signal.SIGALRM, signal.SIGHUP, signal.SIGPROF, signal.SIGTERM, signal.SIGVTALRM),
    *(signal.SIGXCPU,),
) if os.name == "posix" else ()  # fmt: skip
MOST = 64  # processes that a layer may have at a time; torch.compile starts up to 32
SPARE = 4096  # processes and threads of a user, the browser's included
LEAVES = ("_exit", "abort", "execv", "execve", "kill", "killpg")  # of `os`; cannot be caught


def end(pid: int) -> None:
    """End a process that leads its own group and, on Unix, all processes that it started, at once and without
    cleanup."""
    if os.name == "nt":
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGTERM)  # on Windows this is TerminateProcess
        return
    for kill in (os.killpg, os.kill):  # a new fork may not lead a group yet
        with contextlib.suppress(ProcessLookupError):
            kill(pid, signal.SIGKILL)


def end_with_parent() -> None:
    """On Linux, end this process when its parent is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # 1: PR_SET_PDEATHSIG


def lives(pid: int) -> bool:
    """Whether a process with this id exists."""
    import psutil  # not in a browser tab

    return psutil.pid_exists(pid)


def adopt_orphans() -> None:
    """On Linux, become the parent of every descendant whose own parent has ended; elsewhere init becomes it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1)  # 36: PR_SET_CHILD_SUBREAPER


def children() -> list[int]:
    """Return the process ids of this process's children, adopted ones included."""
    import psutil

    return [child.pid for child in psutil.Process().children()]


def started_by(pid: int) -> int:
    """Return how many processes run below this one."""
    import psutil

    try:
        return len(psutil.Process(pid).children(recursive=True))
    except psutil.Error:  # it has ended
        return 0


def limit_processes(spare: int = SPARE) -> None:
    """Let this user start at most `spare` more processes and threads than run now: code that starts processes
    without end gets an error, and the computer goes on. Linux does not limit root, for whom `MOST` remains."""
    import psutil

    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows; a lower limit exists
        import resource

        mine = psutil.process_iter(["uids", "num_threads"])
        now = sum(
            p.info["num_threads"] or 1 for p in mine if (p.info["uids"] or [-1])[0] == os.getuid()
        )
        hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
        resource.setrlimit(resource.RLIMIT_NPROC, (now + spare, hard))


def give_way(group: int) -> None:
    """Lower the priority of a process group, where the system supports it."""
    with contextlib.suppress(AttributeError, OSError):  # Windows; it is gone
        os.setpriority(os.PRIO_PGRP, group, 5)


def processor_seconds(pid: int) -> float | None:
    """Return the CPU time of a process so far; None where the system does not tell, or the process has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    user, system = stat.rpartition(")")[2].split()[11:13]  # the name before ")" may have spaces
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def sleeps(pid: int) -> bool:
    """Whether the process is waiting for something other than a CPU; False where the system does not tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"
    except OSError:
        return False


def busy(pid: int) -> bool | None:
    """Whether any thread of the process or of its children is working; None where the system does not tell,
    or it has ended."""
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
    """Called in a process: write its stack to the file whenever `ask_where` asks or it crashes, and before an
    alarm signal ends it."""
    faulthandler.enable(file)
    if hasattr(signal, "SIGUSR1"):
        faulthandler.register(signal.SIGUSR1, file, all_threads=all_threads)
        for ends in ENDING:
            faulthandler.register(ends, file, all_threads=all_threads, chain=True)


def ask_where(pid: int, file: Path) -> list[traceback.FrameSummary]:
    """Return the current stack of a process, outermost frame first, even inside C; empty where the process
    does not answer."""
    return next(iter(ask_threads(pid, file)), [])


def ask_threads(pid: int, file: Path) -> list[list[traceback.FrameSummary]]:
    """Return the stack of each thread, if the process reports all threads."""
    if file.exists() and hasattr(signal, "SIGUSR1"):  # otherwise the signal would end it
        with contextlib.suppress(OSError):  # it is gone
            os.kill(pid, signal.SIGUSR1)
            time.sleep(0.1)
    return threads_in(file)


def threads_in(file: Path) -> list[list[traceback.FrameSummary]]:
    """Return the stacks that a process wrote, outermost frame first; the latest comes first."""
    linecache.checkcache()  # files may have been edited since
    text = file.read_text(errors="replace") if file.exists() else ""
    stacks = []
    for thread in re.split(r"^(?=\S.*most recent call first)", text, flags=re.MULTILINE):
        frames = re.findall(r'File "(.+)", line (\d+) in (.+)', thread)
        if frames:
            stacks.append([traceback.FrameSummary(f, int(n), c) for f, n, c in reversed(frames)])
    return stacks[::-1]


def at(frames: Sequence) -> str:
    """Return the innermost line of this project: " at transformer/attention.py:41"; "" where there is none.
    This does not use `diagnosis`: a process that starts others must not import the package, or its children
    would keep it."""
    root = Path(__file__).resolve().parents[2]
    folders = root / "transformer", root / "lessons"  # and not root / ".venv"
    ours = [frame for frame in frames if any(map(Path(frame.filename).is_relative_to, folders))]
    if not ours:
        return ""
    return f" at {Path(ours[-1].filename).relative_to(root).as_posix()}:{ours[-1].lineno}"


def sentence(error: BaseException) -> str:
    """Describe an error, with the innermost line of this project where it happened."""
    if isinstance(error, FloatingPointError) or type(error).__name__ in ("Unusable", "Damaged"):
        return str(error)  # the message already says where and why
    if isinstance(error, SyntaxError):
        return f"Python cannot read {Path(error.filename or '').name}:{error.lineno}: {error.msg}"
    if problem := full_disk(error):
        return problem
    where = at(traceback.extract_tb(error.__traceback__))
    return " ".join(f"The code stopped{where} with {type(error).__name__}: {error}".split())


def full_disk(error: BaseException) -> str:
    """Describe an error that comes from a full disk; "" for any other."""
    full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT)
    if full or re.search(r"\(os error (28|122|112)\)", str(error)):  # Rust's wording; 112: Windows
        return "The disk is full. Free some space, for example by deleting old runs; then continue the run."
    return ""


def tell_leaving(tell: Callable[[str, list[traceback.FrameSummary]], None]) -> None:
    """Called in a process: report any call of `os._exit` and the like before it ends the process, with the
    stack."""
    leave = os._exit

    def telling(name: str, real: Callable) -> Callable:
        def ends(*arguments: Any) -> Any:
            if name in ("kill", "killpg") and not _at_itself(name, *arguments):
                return real(*arguments)  # to a child process, or a test whether one exists
            tell(f"os.{name}", traceback.extract_stack(sys._getframe(1)))
            return leave(1)

        return ends

    for name in LEAVES:
        if hasattr(os, name):
            setattr(os, name, telling(name, getattr(os, name)))


def _at_itself(name: str, pid: int, number: int) -> bool:
    """Whether a process sends a signal that may end it to itself."""
    own = (0, os.getpgrp()) if name == "killpg" else (0, -1, os.getpid(), -os.getpgrp())
    return number != 0 and pid in own


def what_ended_it(status: int) -> str:
    """Explain a `returncode`: "SIGKILL: the process probably used too much memory", "status 3"."""
    if status >= 0:
        return f"status {status}"
    if status == KILLED:
        return "SIGKILL: the process probably used too much memory"
    return signal.Signals(-status).name


KILLED = -9  # the returncode of a process that SIGKILL ended; Windows has no such name
