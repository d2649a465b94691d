"""The kernels of notebooks, forked from one process that has imported torch and IPython: importing them
anew costs each kernel more than a second of processor. What is the project's own is not among it: the
notebook's first cell has to find that. (A kernel as Jupyter starts it: tests/figures/test_homes_browser.py.)
"""

import multiprocessing
import os
import sys
import time

from jupyter_client.provisioning import local_provisioner

from tests.kit.paths import ROOT

HEAVY = [
    "torch",
    "numpy",
    "matplotlib.figure",
    "IPython",
    "ipykernel.kernelapp",
    "ipykernel.debugger",
    "jupyter_client.provisioning",
]


def serve(arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """In the forked process: be what `python -m ipykernel_launcher` is in that folder."""
    os.setsid()  # what is sent to the group of the kernel goes to nobody else
    os.chdir(folder)
    os.environ.update(environment)
    ours = {"", ".", str(ROOT)}  # an installed kernel knows nothing of them
    sys.path[:] = [path for path in sys.path if path not in ours]
    from ipykernel.kernelapp import IPKernelApp

    IPKernelApp.launch_instance(arguments, parent_handle=os.getppid())  # it ends with its parent


class Forked:
    """What jupyter_client asks of a `subprocess.Popen`."""

    stdin = stdout = stderr = None

    def __init__(self, process):
        self.process, self.pid = process, process.pid
        while self.poll() is None and os.getpgid(self.pid) != self.pid:
            time.sleep(0.005)

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self, timeout: float | None = None) -> int | None:
        self.process.join(timeout)
        return self.poll()

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self.process.terminate()

    def kill(self) -> None:
        self.process.kill()


def launch(command: list[str], *, cwd: str, env: dict[str, str] | None = None, **_) -> Forked:
    """In place of `jupyter_client.launch_kernel`: python -m ipykernel_launcher -f CONNECTION …"""
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(HEAVY)  # nothing once it runs
    arguments = command[command.index("ipykernel_launcher") + 1 :]
    process = forking.Process(target=serve, args=(arguments, cwd, env or {}))
    process.start()
    return Forked(process)


def warm() -> None:
    """From now on all kernels of this process are forked, where that can be."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        local_provisioner.launch_kernel = launch
