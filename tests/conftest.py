"""What several tests share: one browser and one running app for the whole session."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import torch

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"  # real text that some tests use where it lies beside the checkout

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

torch.set_num_threads(1)


def chromium() -> str | None:
    """The browser to drive: $CHROMIUM, Debian's, or one that Playwright installed (None)."""
    named = os.environ.get("CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium. Its absence is a failure, never a skip: `make test` installs it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        yield running
        running.close()


@pytest.fixture
def page(browser):
    """A fresh tab at the size of a projector."""
    context = browser.new_context(viewport={"width": 1440, "height": 960})
    yield context.new_page()
    context.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class App:
    """`streamlit run app.py` of a checkout, on a port of its own."""

    def __init__(self, folder: Path, *options: str):
        port = free_port()
        self.url, self.folder = f"http://127.0.0.1:{port}", folder
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        settings = ["--server.headless=true", "--server.address=127.0.0.1", f"--server.port={port}"]
        self.log = open(folder / f".app-{port}.log", "w+")  # noqa: SIM115  closed in stop()
        self.process = subprocess.Popen(
            [*command, *settings, *options], cwd=folder, stdout=self.log, stderr=subprocess.STDOUT
        )

    def wait(self, seconds: float = 60) -> "App":
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1)
                return self
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError(f"the app did not start:\n{self.output()}")

    def output(self) -> str:
        self.log.flush()
        return Path(self.log.name).read_text()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)
        self.log.close()
        Path(self.log.name).unlink()


@pytest.fixture(scope="session")
def app():
    """The running app, shared by all browser tests that do not change the code."""
    before = set((ROOT / "runs").glob("*"))
    running = App(ROOT)
    yield running.wait()
    running.stop()
    for run in set((ROOT / "runs").glob("*")) - before:  # the training page starts one by itself
        shutil.rmtree(run)


@pytest.fixture
def checkout(tmp_path):
    """A copy of the project that a test may edit, as a student does."""
    copy = tmp_path / "project"
    leave = shutil.ignore_patterns(
        ".git", ".venv", "__pycache__", ".*_cache", ".app-*", "my_*", "runs"
    )
    shutil.copytree(ROOT, copy, ignore=leave)
    return copy
