"""What one must say differently on Linux, macOS and Windows about a process: apart, end, time."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

# Forking copies a process that has imported torch, at once. On macOS a copy may not use Apple's
# frameworks (and so no mps), and Windows knows no fork: there a fresh process is started.
CAN_FORK = sys.platform == "linux"

# For `subprocess.Popen`: Ctrl-C in the terminal is for the app, which then ends what it started.
# Unix processes lower their priority themselves.
APART = (
    {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    if os.name == "nt"
    else {"process_group": 0}
)


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


def what_ended_it(status: int) -> str:
    """A `returncode` in words: "SIGKILL: most likely it took too much memory", "status 3"."""
    if status >= 0:
        return f"status {status}"
    if status == KILLED:
        return "SIGKILL: most likely it took too much memory"
    return signal.Signals(-status).name


KILLED = -9  # the returncode of a process that SIGKILL ended; Windows has no such name
