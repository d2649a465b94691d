"""Chromium without a screen: which one, and how it is started."""

import os
import shutil

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


PATIENCE = (
    120_000  # milliseconds: other programs may be at work, and a run with failures has to end
)


# Where the figure of a page begins: its first drawing, or the question that stands above it.
BEGINS = """() => {
  const inside = document.querySelector(".st-key-main") ?? document;
  const tops = (found, least) => [...inside.querySelectorAll(found)]
    .map((one) => one.getBoundingClientRect()).filter(({ height }) => height > least).map(({ top }) => top);
  const drawn = tops("[data-testid^=stBidiComponent], .stPlotlyChart, [class*=st-key-section-]", 60);
  return Math.round(Math.min(...drawn, ...tops(".st-key-asked, .st-key-replied", 20)));
}"""


def launched(playwright, **defaults):
    """$CHROMIUM, Debian's, or the one that Playwright has installed. `defaults`: of every context and page."""
    running = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
    for way in ("new_context", "new_page"):
        setattr(running, way, patient(getattr(running, way), defaults))
    return running


def executable() -> str | None:
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def patient(make, defaults: dict):
    """`browser.new_context` or `new_page`, of which every wait is a long one."""

    def made(**options):
        context_or_page = make(**defaults | options)
        context_or_page.set_default_timeout(PATIENCE)
        return context_or_page

    return made
