"""The app, an empty page to compare with, and a browser; loopback only."""

import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.kit.app import App
from tests.kit.browser import launched
from tests.kit.paths import ROOT
from tests.kit.project import copied

# The lower bound: a fragment that shows one number, in a process that has loaded torch like the app.
EMPTY = """\
import streamlit as st
import torch


@st.fragment
def empty():
    st.text_input("Sentence", key="text")
    st.text(len(st.session_state.text))


empty()
"""


@contextmanager
def app(*options: str, at: str | None = None, warm: bool = True) -> Iterator[str]:
    """Start the project's app as `streamlit run app.py` does; yield its address. `at`: a running app."""
    if at:
        yield at
        return
    with running(ROOT, *options, warm=warm) as url:
        yield url


@contextmanager
def empty_page(*options: str, script: str = EMPTY) -> Iterator[tuple[str, Path]]:
    """Start a page that does nothing, with the project's settings; yield its address and its file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "app.py"
        file.write_text(script)
        shutil.copytree(ROOT / ".streamlit", Path(folder) / ".streamlit")
        with running(Path(folder), *options, warm=False) as url:
            yield url, file


@contextmanager
def edited_app(warm: bool) -> Iterator[tuple[str, Path]]:
    """Start the app of a copy of the project, whose code can be changed; yield its address and its folder."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder) / "project")
        with running(copy, warm=warm) as url:
            yield url, copy


@contextmanager
def running(folder: Path, *options: str, warm: bool) -> Iterator[str]:
    """Start the folder's `app.py`; `warm`: compute the first figures of all pages in the background."""
    started = App(folder, *options, warm=warm)
    try:
        yield started.wait().url
    finally:
        started.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


def percentile(values: list[float], share: float) -> float:
    """Return the value below which this fraction of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def row(name: str, times: list[float], note: str = "") -> float:
    """Print the median of some milliseconds, and return it."""
    middle = statistics.median(times)
    print(
        f"{name:44} p50 {middle:7.1f} ms   p95 {percentile(times, 0.95):7.1f} ms   {note}",
        flush=True,
    )
    return middle
