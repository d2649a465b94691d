"""Measure how fast a figure follows a slider, in a real Chromium.

    python -m benchmarks.app_drags

Each slider is moved from one end to the other as by hand, one value per frame. A time runs from the event
until after the paint in which the figure has followed. The comparison in the same run is a slider that
changes nothing: what remains is the browser's own frame.
"""

import statistics

from playwright.sync_api import Page

from benchmarks.kit.options import parser_for_app
from benchmarks.kit.server import app, chromium, row

# A slider: a name, the lesson, the part, the slider's index, and its largest value.
LAB, LONGER = "positions-part=Positional+encodings", "positions-part=Length+extrapolation"
TWO = "training-part=Compare+runs&training-first=addition&training-second=addition_slow"
SLIDERS = (
    ("positions: n, up to 64 (d 64)", "positions", LAB, 0, 64),
    ("positions: d, up to 64 (n 64)", "positions", LAB, 1, 64),
    ("positions: base (n 64, d 64)", "positions", LAB, 2, None),
    ("positions: letters in a string", "positions", LONGER, 0, None),
    ("tokens: merge k of a paragraph", "tokens", "tokens-text={prose}", 0, None),
    ("training: step of two runs", "training", TWO, 0, None),
    ("training: step of Adam", "training", "training-part=One+step+of+Adam", 0, None),
)
PROSE = (
    "the king and the queen went to the sea. the sea was low, and the wind was slow. who knows how the "
    "winds blow when the lowest tide is slowest? the newest waves wash the widest sands."
)

# Move the slider through its values up to `most`, one frame apart; return the milliseconds of each move.
DRAG = """async ([slider, most]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel(); // heard after the frame has been painted
    port1.onmessage = done;
    port2.postMessage(0);
  }));
  const low = Number(slider.min), high = Math.min(Number(slider.max), most ?? Infinity);
  const step = Math.max(Number(slider.step) || 1, (high - low) / 60);
  const times = [];
  for (let value = low; value <= high; value += step) {
    await frame();
    const begun = performance.now();
    slider.value = value;
    slider.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    await frame();
    times.push(performance.now() - begun);
  }
  return times;
}"""


def drag(page: Page, name: str, which: int, most: int | None) -> None:
    slider = page.locator(".st-key-main input[type=range]").nth(which)
    slider.evaluate("(slider) => slider.closest('details')?.setAttribute('open', '')")
    slider.wait_for()
    page.wait_for_timeout(1000)
    idle = page.evaluate(
        f"() => ({DRAG})([Object.assign(document.createElement('input'), "
        "{type: 'range', min: 0, max: 60}), null])"
    )
    times = slider.evaluate(f"(slider) => ({DRAG})([slider, {most or 'null'}])")
    ratio = statistics.median(times) / statistics.median(idle)
    row(name, times, f"{ratio:.1f} × a slider that changes nothing (goal: 50)")


def main() -> None:
    options = parser_for_app(__doc__).parse_args()
    with chromium() as browser, app(at=options.app, warm=not options.quick) as url:
        for name, lesson, part, which, most in SLIDERS:
            page = browser.new_page(viewport={"width": 1440, "height": 960})
            page.goto(f"{url}/{lesson}?answered=true&{part.format(prose=PROSE)}")
            drag(page, name, which, 2 if options.quick else most)
            page.close()


if __name__ == "__main__":
    main()
