"""Start the app, or an empty page to compare with, on a port of its own; loopback only."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kit.project import copied

ROOT = Path(__file__).resolve().parent.parent

# The floor: a fragment that shows one number, in a process that has torch loaded as the app has.
EMPTY = """\
import streamlit as st
import torch


@st.fragment
def empty():
    st.text_input("Sentence", key="text")
    st.text(len(st.session_state.text))


empty()
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def app(*options: str) -> Iterator[str]:
    """The project's app as `streamlit run app.py` starts it; yields its address."""
    with running(ROOT / "app.py", *options) as url:
        yield url


@contextmanager
def empty_page(*options: str) -> Iterator[str]:
    """A page that does nothing, with the project's settings."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "empty.py"
        script.write_text(EMPTY)
        with running(script, *options) as url:
            yield url


@contextmanager
def edited_app() -> Iterator[tuple[str, Path]]:
    """The app of a copy of the project, whose code may be changed; yields its address and its folder."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder) / "project")
        with running(copy / "app.py", folder=copy) as url:
            yield url, copy


@contextmanager
def running(script: Path, *options: str, folder: Path = ROOT) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.headless=true"]
    command += ["--server.address=127.0.0.1", f"--server.port={port}", *options]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=folder, **quiet)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(url, process)
        yield url
    finally:
        process.terminate()
        process.wait(10)


def wait_for(url: str, process: subprocess.Popen, seconds: float = 60) -> None:
    """Return as soon as the server answers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=1)
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"no server answered at {url}")


def chromium() -> str | None:
    """The browser to drive: $CHROMIUM, or one that is installed."""
    names = ("chromium", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def percentile(values: list[float], share: float) -> float:
    """The value below which `share` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
