"""Measure the site without installation: the size of a lesson's first view, and the time to its first figure.

    python -m web.build                 writes site/ first
    python -m benchmarks.site [FOLDER]

Bytes are those of all files that a page requests on a first visit, until it requests no more, compressed as a host does
(gzip), without Plotly's script, which is loaded when a chart comes into view. Seconds run from the click to the first figure,
on a local server.
"""

import gzip
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.kit.options import parser
from benchmarks.kit.server import chromium, row
from tests.kit.served import served

DRAWN = "[data-drawn]"
CHART = "plotly.min."
PATIENCE = 120_000  # milliseconds for Python to start
SENTENCES = [
    f"the {noun} was {how}" for noun in ("dog", "animal", "street") for how in ("tired", "wide")
]


def packed(folder: Path, address: str, urls: list[str]) -> int:
    """Return the compressed bytes of the files that a tab has requested, without Plotly's."""
    own = [url for url in urls if url.startswith(address) and CHART not in url]
    names = {url.removeprefix(address).partition("?")[0] for url in own}
    return sum(len(gzip.compress((folder / name).read_bytes())) for name in names)


def lessons(folder: Path) -> list[str]:
    """Return the lessons that were built."""
    return sorted(file.parent.name for file in folder.glob("*/built.*js"))


def measure(folder: Path, times: int) -> None:
    """Print a row for each lesson, and one for the course page."""
    with served(folder) as address, chromium() as browser:
        for name in ["", *lessons(folder)]:
            page = f"{name}/index.html".lstrip("/")
            took, charts = [], False
            for _ in range(times):  # each time with an empty cache, as on a first visit
                context = browser.new_context(viewport={"width": 1440, "height": 960})
                tab, asked = context.new_page(), []
                tab.on("request", lambda one, asked=asked: asked.append(one.url))
                begun = time.perf_counter()
                tab.goto(address + page)
                tab.locator(DRAWN).wait_for()
                took.append(1000 * (time.perf_counter() - begun))
                tab.wait_for_load_state("networkidle")
                charts |= any(CHART in url for url in asked)
                context.close()
            size = packed(folder, address, asked) / 2**20
            note = f"{size:.2f} MB compressed" + f" + {CHART}" * charts
            row(name or "course", took, note)


def python(folder: Path, times: int) -> None:
    """Measure from the visitor's first sentence to its figure, including loading Python; then the next sentences."""
    with served(folder) as address, chromium() as browser:
        tab = browser.new_page()
        tab.goto(f"{address}attention/index.html?attention-part=model")
        tab.evaluate("sessionStorage.setItem('glassbox-python', 'yes')")
        tab.locator(DRAWN).wait_for()
        took = [asked(tab, text, PATIENCE) for text in SENTENCES[: times + 1]]
        row("Python in the tab", took[:1], f"{tab.evaluate('glassbox.size / 2**20'):.1f} MB")
        row("a sentence", took[1:], "with its figure")


def asked(tab: Any, text: str, patience: float) -> float:
    """Return the milliseconds until the page shows the result for a sentence."""
    begun = time.perf_counter()
    box = tab.locator("[data-widget=text]")
    box.fill(text)
    box.press("Enter")
    tab.wait_for_selector("[data-test-script-state=notRunning]", timeout=patience)
    took = 1000 * (time.perf_counter() - begun)
    if (line := tab.locator(".glassbox-python")).is_visible():
        raise RuntimeError(f"{text!r} was not answered: {line.inner_text()}")
    return took


def main() -> None:
    read = parser(__doc__)
    read.add_argument("folder", nargs="?", type=Path, default=Path("site"))
    given = read.parse_args()
    if not given.quick:
        if not (given.folder / "index.html").exists():
            read.error(
                f"there is no site in {given.folder}. Build it with: python -m web.build {given.folder}"
            )
        measure(given.folder, 5)
        if (given.folder / "tab" / "project.zip.0.js").exists():
            python(given.folder, 5)
        return None
    import subprocess
    import sys

    with tempfile.TemporaryDirectory() as folder:
        built = ["--quick", "--without-python", "--with-mine", "--lesson", "positions"]
        subprocess.run([sys.executable, "-m", "web.build", folder, *built], check=True)
        return measure(Path(folder), 1)


if __name__ == "__main__":
    main()
