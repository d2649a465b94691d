"""How long a student waits after saving a layer, in a real Chromium: from the save to the changed page.

    python -m benchmarks.app_edits

The peer is a page of one line, of which the number in that line is edited: what Streamlit itself needs to
notice a save and to begin its page anew. Both are saved in turn.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.app_browser import FLAGS, READING, row
from benchmarks.app_server import chromium, edited_app, running

TIMES = 7
ATTENTION = "transformer/attention.py"
WEIGHTS = "softmax(masked, mask))"
HALVED = "softmax(masked, mask) / 2)"
PEER = "import streamlit as st\n\nst.text({number})\n"


def waited(page: Page, save: Callable, seen: Callable[[], bool]) -> float:
    """Milliseconds from the save until the page shows it."""
    save()
    begun = time.perf_counter()
    while not seen():
        if time.perf_counter() - begun > 60:
            raise RuntimeError(f"the page did not follow {save} within a minute")
        page.wait_for_timeout(10)
    waited = 1e3 * (time.perf_counter() - begun)
    page.wait_for_timeout(1500)  # whatever the page still does, the next save finds it at rest
    return waited


def replaced(file: Path, text: str) -> None:
    """As many editors save: a new file takes the place of the old one."""
    new = file.with_suffix(".new")
    new.write_text(text)
    new.replace(file)


def edits(page: Page, file: Path, peer: Page, script: Path) -> None:
    """Each turn: the number of the peer, a changed layer, a broken one, and the layer as it was, twice."""
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
        "mended: the picture is back": (whole, as_before),
    }
    peers, times = [], {name: [] for name in steps}
    replacing = []
    for turn in range(TIMES):
        number = str(1000 + turn)
        text = PEER.format(number=number)
        seen = lambda number=number: peer.get_by_text(number).count() > 0  # noqa: E731
        peers.append(waited(peer, lambda text=text: script.write_text(text), seen))
        for name, (text, seen) in steps.items():
            times[name].append(waited(page, lambda text=text: file.write_text(text), seen))
        replacing.append(waited(page, lambda: replaced(file, halved), changed))
        file.write_text(whole)
        while not as_before():
            page.wait_for_timeout(50)
        page.wait_for_timeout(1500)
    alone = row("a page of one line: another number", peers)
    for name, found in {**times, "a changed layer, the file replaced": replacing}.items():
        print(f"{'':44} {row(name, found) / alone:.2f} x the page of one line (goal: 2000 ms)")


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        script = Path(folder) / "peer.py"
        script.write_text(PEER.format(number=999))
        alike = "--server.runOnSave=true"
        with edited_app() as (url, copy), running(script, alike, folder=Path(folder)) as peer_url:
            page, peer = browser.new_page(), browser.new_page()
            peer.goto(peer_url)
            peer.get_by_text("999").wait_for(timeout=60_000)
            page.goto(f"{url}/attention?attention-part=In+a+model")
            page.locator(READING).wait_for(timeout=60_000)
            page.wait_for_timeout(30_000)  # the first pictures of all pages are computed
            edits(page, copy / ATTENTION, peer, script)
        browser.close()


if __name__ == "__main__":
    main()
