"""Measure waiting times in a real Chromium: cold start, first figure, clicks, a new sentence.

    python -m benchmarks.app_browser

Times in the browser run from the key press or click to the first frame in which the figure differs, so they
include up to one frame (16 ms) of waiting. Compare ratios: each pair is measured in turn.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page

from benchmarks.kit.options import parser
from benchmarks.kit.server import app, chromium, empty_page, row
from lessons.attention import CHANGED
from transformer.tasks import TASKS

SCREEN = {"width": 1440, "height": 960}
PAGE = "attention?attention-part=In+a+model&answered=true"  # the figure of a model, not covered
ASKS = f"attention?{urlencode({'attention-part': 'In a model', 'text': CHANGED})}"  # a row of the figure answers its question
OPTIONS = '[class*="st-key-predict-"] button'
READING = ".st-key-figure .reading"  # the figure's sentence about one cell

PATIENCE = 60_000  # timeout in milliseconds

# Resolves with the milliseconds from the next key press or click to the frame that looks different.
WATCH = """([selector, event]) => {
  const deep = (root) => {
    const found = root.querySelector(selector);
    if (found && (found.shadowRoot || !found.querySelector("*"))) return found;
    for (const element of (found ?? root).querySelectorAll("*")) if (element.shadowRoot) return element;
    return found;
  };
  const look = () => {
    const element = deep(document), root = element?.shadowRoot ?? element;
    const canvases = [...(root?.querySelectorAll("canvas") ?? [])];
    return (root?.innerHTML ?? "") + canvases.length;
  };
  const before = look();
  window.measured = new Promise((resolve) => addEventListener(event, () => {
    const begun = performance.now();
    const tick = () => look() === before ? requestAnimationFrame(tick)
      : requestAnimationFrame(() => resolve(performance.now() - begun));
    tick();
  }, { once: true, capture: true }));
}"""


def measured(page: Page, selector: str, event: str, act) -> float:
    """Return the milliseconds until what `selector` shows has changed after `act()`."""
    page.evaluate(WATCH, [selector, event])
    act()
    found = page.evaluate(
        f"Promise.race([window.measured, new Promise((end) => setTimeout(end, {PATIENCE}))])"
    )
    if found is None:
        raise TimeoutError(
            f"{selector} did not change within {PATIENCE / 1000:.0f} s after {event}"
        )
    return found


def sentences():
    """Yield held-out sentences, which the server has not seen before."""
    yield from (" ".join(example.source) for example in TASKS["english_french"]().held_out)


@contextmanager
def cold_start(browser: Browser, times: int, warm: bool) -> Iterator[tuple[str, Page]]:
    """Measure from `streamlit run app.py` to the first figure, compared with `import torch`. The last app keeps
    running; yield its address and the page with the figure."""
    torch_alone, pictures = [], []
    with ExitStack() as running:
        for _ in range(times):
            running.close()
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", "import torch"], check=True)
            torch_alone.append(1e3 * (time.perf_counter() - begun))
            page = browser.new_page(viewport=SCREEN)
            begun = time.perf_counter()
            url = running.enter_context(app(warm=warm))
            page.goto(f"{url}/{PAGE}")
            page.locator(READING).wait_for()
            pictures.append(1e3 * (time.perf_counter() - begun))
        alone = row("import torch only", torch_alone)
        first = row("cold start: command to first figure", pictures)
        print(f"{'':44} import torch + {(first - alone) / 1e3:.2f} s (goal: + 2 s)")
        yield url, page


def first_picture(browser: Browser, url: str, times: int) -> None:
    """Measure a visitor with an empty cache who opens the page of a running app."""
    waits = []
    for _ in range(times):
        context = browser.new_context(viewport=SCREEN)
        page = context.new_page()
        begun = time.perf_counter()
        page.goto(f"{url}/{PAGE}", wait_until="commit")
        page.locator(READING).wait_for()
        waits.append(1e3 * (time.perf_counter() - begun))
        context.close()
    row("warm: page opened to first figure", waits, "(goal: 1000)")


def answered(browser: Browser, url: str, times: int) -> None:
    """Measure from an answer to the question to the uncovered figure; uncovering happens in the browser."""
    waits = []
    for _ in range(times):
        context = browser.new_context(viewport=SCREEN)
        page = context.new_page()
        page.goto(f"{url}/{ASKS}")
        page.locator(READING).wait_for()
        option = page.locator(OPTIONS).first
        waits.append(measured(page, ".st-key-figure", "click", option.click))
        context.close()
    row("answer to uncovered figure", waits, "(goal: 300)")


def in_the_browser(page: Page, times: int) -> None:
    """Measure the actions that do not need the server."""
    page.locator(READING).click()
    cell = page.locator(".st-key-figure .body").first.bounding_box()

    def hover() -> None:
        hover.at = (hover.at + 37) % int(cell["width"] - 10)
        page.mouse.move(
            cell["x"] + 5 + hover.at, cell["y"] + 5 + hover.at % int(cell["height"] - 10)
        )

    hover.at = 0
    for name, event, act in (
        ("next step (←)", "keydown", lambda: page.keyboard.press("ArrowLeft")),
        ("next head (H)", "keydown", lambda: page.keyboard.press("h")),
        ("next layer (L)", "keydown", lambda: page.keyboard.press("l")),
        ("hover over another cell", "pointermove", hover),
    ):
        waits = []
        for turn in range(times):
            if name.startswith("next step") and turn % 4 == 0:
                [page.keyboard.press("ArrowRight") for _ in range(5)]
            waits.append(measured(page, ".st-key-figure", event, act))
        row(name, waits, "(goal: 30)")


def new_sentence(page: Page, floor: Page, times: int) -> None:
    """Measure from Enter in the box to the new figure, compared with a page that does nothing."""
    fresh, empty, full = sentences(), [], []
    for turn in range(times):
        text = next(fresh)
        floor.get_by_label("Sentence").fill("x" * (turn + 1))
        empty.append(measured(floor, ".stText", "keydown", lambda: floor.keyboard.press("Enter")))
        page.get_by_label("Sentence").fill(text)
        full.append(
            measured(page, ".st-key-figure", "keydown", lambda: page.keyboard.press("Enter"))
        )
    least = row("empty rerun", empty)
    most = row("a new sentence", full)
    print(f"{'':44} ratio {most / least:.2f} (goal: 1.5)")


def main() -> None:
    quick = parser(__doc__).parse_args().quick
    cold, pictures, keys, typed = (1, 1, 1, 1) if quick else (3, 7, 15, 25)
    with (
        chromium() as browser,
        cold_start(browser, cold, warm=not quick) as (url, page),
        empty_page() as (floor_url, _),
    ):
        first_picture(browser, url, pictures)
        answered(browser, url, pictures)
        in_the_browser(page, keys)
        floor = browser.new_page()
        floor.goto(floor_url)
        floor.get_by_label("Sentence").wait_for()
        new_sentence(page, floor, typed)


if __name__ == "__main__":
    main()
