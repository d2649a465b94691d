"""Record the animation of the README from the running app: `python -m tools.moving_picture`.

The tool opens the page *Attention*, goes through the steps of one head, clicks cells for their arithmetic, and
writes `docs/attention.webp` (at most 2 MB).
"""

import argparse
import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from benchmarks.kit.server import app
from tests.kit.browser import launched
from tools.shots import settle

FILE = Path(__file__).resolve().parents[1] / "docs" / "attention.webp"
SCREEN, WIDTH = {"width": 1280, "height": 860}, 960  # pixels of the browser, and of the animation
LARGEST = 2_000_000  # bytes
QUERY = "attention-part=In+a+model&text=the+animal+did+not+cross+the+street+because+it+was+too+tired&answered=true"
# The addresses of the figure (map/layer/head/step/row/column), each with its duration in seconds.
STEPS = (
    ("encoder/2/1/1/9/2/1", 1.6),  # scores
    ("encoder/2/1/2/9/2/1", 1.6),  # divided by √d_k
    ("encoder/2/1/4/9/2/1", 2.4),  # weights: “it” and “animal”
    ("encoder/2/1/4/9/8/1", 1.6),
    ("encoder/2/3/4/9/2/1", 1.8),  # another head
    ("encoder/2/1/5/9/2/1", 2.2),  # output
)


def views(page: Page, url: str) -> Iterator[tuple[Image.Image, float]]:
    """Yield each view with its duration in seconds."""
    for place, seconds in STEPS:
        page.goto(f"{url}/attention?{QUERY}#figure={place}")
        settle(page)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        yield (
            picture.resize(
                (WIDTH, WIDTH * picture.height // picture.width), Image.Resampling.LANCZOS
            ),
            seconds,
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.moving_picture", description=__doc__)
    parser.add_argument(
        "--app", metavar="URL", help="a running app; by default, the tool starts one"
    )
    with sync_playwright() as playwright, app(at=parser.parse_args().app) as url:
        page = launched(playwright).new_page(
            viewport=SCREEN, color_scheme="light", reduced_motion="reduce"
        )
        (first, _), *others = taken = list(views(page, url))
    first.save(
        FILE, save_all=True, append_images=[picture for picture, _ in others], loop=0, quality=80, method=6,
        duration=[int(seconds * 1000) for _, seconds in taken],
    )  # fmt: skip
    if FILE.stat().st_size > LARGEST:
        raise SystemExit(
            f"{FILE} has {FILE.stat().st_size:,} bytes, but at most {LARGEST:,} are allowed"
        )
    print(f"{FILE}: {len(taken)} views, {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
