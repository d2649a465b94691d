"""What several tests share: one browser and one running app for the whole session."""

import os
import shutil

import pytest
import torch

from tests.kit.app import App
from tests.kit.places import ROOT

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
