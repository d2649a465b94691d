"""The app in a process of its own, as somebody starts it."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import psutil
from filelock import FileLock

from tests.kit.paths import ROOT


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def still(page) -> None:
    """Wait until no run of the page is on its way: a widget that is just being drawn anew may stand there
    twice, or lose a click; and what a run has imported is watched from its end on."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def go_on(page) -> None:
    """Press PageDown, as a clicker does, when the scene has arrived: while it is on its way no press counts."""
    page.locator("html:not(.coming)").wait_for(state="attached")
    page.keyboard.press("PageDown")


@contextmanager
def shared_app(folder: Path, warm: bool):
    """The one app of all who share this folder: the first starts it, the last one stops it."""
    card, lock = folder / "app.json", FileLock(folder / "app.lock")
    with lock:
        if card.exists():
            facts = json.loads(card.read_text())
        else:
            started = App(ROOT, runs=folder / "runs", warm=warm).wait()
            facts = {"url": started.url, "pid": started.process.pid, "users": 0}
        card.write_text(json.dumps({**facts, "users": facts["users"] + 1}))
    try:
        yield SimpleNamespace(url=facts["url"], pid=facts["pid"], runs=folder / "runs")
    finally:
        with lock:
            facts = json.loads(card.read_text())
            card.write_text(json.dumps({**facts, "users": facts["users"] - 1}))
            if facts["users"] == 1:
                card.unlink()
                app = psutil.Process(facts["pid"])
                app.terminate()
                while app.is_running() and app.status() != psutil.STATUS_ZOMBIE:
                    time.sleep(0.1)  # the process that started it may be another, still at work
                for log in ROOT.glob(".app-*.log"):
                    log.unlink()


class App:
    """`streamlit run app.py` of a checkout, on a port and with a folder of runs of its own.

    `warm=True`: it computes the first picture of every page when it starts, as for a class.
    """

    def __init__(self, folder: Path, *options: str, runs: Path | None = None, warm: bool = False):
        port = free_port()
        self.url, self.folder = f"http://127.0.0.1:{port}", folder
        self.runs = runs or folder / "runs"
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        settings = ["--server.headless=true", "--server.address=127.0.0.1", f"--server.port={port}"]
        self.log = open(folder / f".app-{port}.log", "w+")  # noqa: SIM115  closed in stop()
        self.process = subprocess.Popen(
            [*command, *settings, *options],
            env=os.environ
            | {"GLASSBOX_RUNS": str(self.runs), "GLASSBOX_WARM": "" if warm else "course"},
            cwd=folder,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def wait(self, seconds: float = 180) -> "App":
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1)
                return self
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.02)
        raise RuntimeError(f"the app did not start:\n{self.output()}")

    def output(self) -> str:
        self.log.flush()
        return Path(self.log.name).read_text()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)
        self.log.close()
        Path(self.log.name).unlink()
