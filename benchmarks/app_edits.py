"""Measure the time from saving a layer to the changed page, in a real Chromium.

    python -m benchmarks.app_edits

The comparison is a one-line page whose number is edited: this is the time that Streamlit itself needs to
notice a save and rerun its page. Both are saved in turn.
"""

import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from benchmarks.app_browser import PAGE, READING
from benchmarks.kit.options import parser
from benchmarks.kit.server import chromium, edited_app, empty_page, row
from lessons.host import live

ATTENTION = "transformer/attention.py"
WEIGHTS = "softmax(masked, mask))"
HALVED = "softmax(masked, mask) / 2)"
PEER = "import streamlit as st\n\nst.text({number})\n"


def waited(page: Page, save: Callable, seen: Callable[[], bool]) -> float:
    """Return the milliseconds from the save until the page shows it."""
    save()
    begun = time.perf_counter()
    while not seen():
        if time.perf_counter() - begun > 300:
            raise RuntimeError(f"the page did not follow {save} within five minutes")
        page.wait_for_timeout(10)
    waited = 1e3 * (time.perf_counter() - begun)
    page.wait_for_timeout(1500)  # let the page finish before the next save
    return waited


def replaced(file: Path, text: str) -> None:
    """Save as many editors do: a new file replaces the old one."""
    new = file.with_suffix(".new")
    new.write_text(text)
    new.replace(file)


def looked() -> float:
    """Return the milliseconds that a run of a page needs to see that no file has changed."""
    live.poll_for_edits()
    begun = time.perf_counter()
    live.poll_for_edits()
    return 1e3 * (time.perf_counter() - begun)


def edits(page: Page, file: Path, peer: Page, script: Path, times: int) -> None:
    """Save in turn a number of the one-line page, a changed layer, a broken one, and the original layer, twice."""
    whole = file.read_text()
    halved, broken = whole.replace(WEIGHTS, HALVED), whole.replace("def softmax(", "def softmax(((")
    assert whole not in (halved, broken)
    reading = page.locator(READING)
    first = reading.inner_text()

    def says(text: str) -> bool:
        return page.get_by_text(text).count() > 0

    def as_before() -> bool:
        return reading.all_inner_texts() == [first]

    def changed() -> bool:
        return reading.all_inner_texts() not in ([], [first])

    steps = {
        "a changed layer: other numbers": (halved, changed),
        "a syntax error: its sentence": (broken, lambda: says("Python cannot read")),
        "fixed: the figure is back": (whole, as_before),
    }
    peers, waits = [], {name: [] for name in steps}
    replacing = []
    for turn in range(times):
        number = str(1000 + turn)
        text = PEER.format(number=number)
        seen = lambda number=number: peer.get_by_text(number).count() > 0  # noqa: E731
        peers.append(waited(peer, lambda text=text: script.write_text(text), seen))
        for name, (text, seen) in steps.items():
            waits[name].append(waited(page, lambda text=text: file.write_text(text), seen))
        replacing.append(waited(page, lambda: replaced(file, halved), changed))
        file.write_text(whole)
        while not as_before():
            page.wait_for_timeout(50)
        page.wait_for_timeout(1500)
    row("a check whether any file has changed", [looked() for _ in range(20)])
    alone = row("one-line page: another number", peers)
    for name, found in {**waits, "a changed layer, the file replaced": replacing}.items():
        print(f"{'':44} {row(name, found) / alone:.2f} x the one-line page (goal: 2000 ms)")


def peer_page():
    """Open the one-line page, which Streamlit itself watches; the project's settings leave watching to the app."""
    follows = ("--server.runOnSave=true", "--server.fileWatcherType=auto")
    return empty_page(*follows, script=PEER.format(number=999))


def main() -> None:
    quick = parser(__doc__).parse_args().quick
    with (
        chromium() as browser,
        edited_app(warm=not quick) as (url, copy),
        peer_page() as (peer_url, script),
    ):
        page, peer = browser.new_page(), browser.new_page()
        peer.goto(peer_url)
        peer.get_by_text("999").wait_for()
        page.goto(f"{url}/{PAGE}")
        page.locator(READING).wait_for()
        if not quick:
            page.wait_for_timeout(30_000)  # the first figures of all pages are computed
        edits(page, copy / ATTENTION, peer, script, times=1 if quick else 7)


if __name__ == "__main__":
    main()
