"""Take and measure screenshots of every view and every scene of the app, on one page to look through.

    python -m tools.shots FOLDER [--lesson NAME] [--app URL]

writes `FOLDER/index.html` and its images: each part of each page at 1440 × 900 (light and dark)
and 1024 × 768, each scene at 1920 × 1080 and 1024 × 768. The output says where the figure of a view begins, and how
much of a scene is below the edge of the screen.
"""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.kit.server import app
from lessons import LESSONS
from lessons.host import live
from lessons.kit.scenes import of_lesson
from tests.kit.browser import BEGINS, launched

SCREENS = (("light", 1440, 900), ("dark", 1440, 900), ("light", 1024, 768))
STAGES = (("light", 1920, 1080), ("light", 1024, 768))

# The part of a scene below the screen.
BELOW = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  return Math.round(main.scrollHeight - main.clientHeight);
}"""
STILL = """() => {
  const app = document.querySelector("[data-testid=stApp]");
  return app?.dataset.testScriptState === "notRunning" && !document.querySelector("[data-testid=stSkeleton]");
}"""


@dataclass(frozen=True)
class Shot:
    """One screenshot: its content, its address, and its measurement."""

    title: str
    address: str
    screens: tuple[tuple[str, int, int], ...]
    measure: str
    says: str


def shots(only: str = "") -> Iterator[Shot]:
    """Yield all screenshots, lesson by lesson."""
    yield Shot("course", "", SCREENS, BEGINS, "the first figure begins at {}")
    for lesson in (entry.name for entry in LESSONS if only in ("", entry.name)):
        parts = getattr(live.import_module(f"lessons.{lesson}"), "PARTS", None) or {"": ("", "")}
        for part, (title, _) in parts.items():
            where = f"{lesson}?{urlencode({f'{lesson}-part': title})}" if title else lesson
            name = f"{lesson} {part}".strip()
            yield Shot(name, where, SCREENS, BEGINS, "the figure begins at {}")
        for number, scene in enumerate(of_lesson(lesson), start=1):
            query, _, hash = scene.address.partition("#")
            where = f"{lesson}{query}#{hash}&present={lesson}/{number}"
            name = f"{lesson} scene {number}"
            yield Shot(name, where, STAGES, BELOW, "{} px below the edge")


def photograph(browser: Browser, url: str, shot: Shot, folder: Path) -> list[tuple[str, int]]:
    """Return the files of one view, each with its measurement."""
    taken = []
    for scheme, width, height in shot.screens:
        page = browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        page.goto(f"{url}/{shot.address}")
        settle(page)
        file = f"{shot.title} {width} {scheme}.png".replace(" ", "-")
        page.screenshot(path=folder / file)
        taken.append((file, page.evaluate(shot.measure)))
        page.close()
    return taken


def settle(page: Page) -> None:
    """Wait until the page has finished and its figures have their layout."""
    for _ in range(2):
        page.wait_for_function(STILL)
        page.wait_for_timeout(1200)


def album(browser: Browser, url: str, wanted: Iterable[Shot], folder: Path) -> None:
    """Take all screenshots, and write the page that shows them."""
    rows = []
    for shot in wanted:
        taken = photograph(browser, url, shot, folder)
        caption = ", ".join(shot.says.format(value) for _, value in taken)
        print(f"{shot.title:28} {caption}", flush=True)
        pictures = "".join(f'<img src="{file}" width="460" loading="lazy">' for file, _ in taken)
        rows.append(f"<h2>{escape(shot.title)}</h2><p>{escape(caption)}</p>{pictures}")
    (folder / "index.html").write_text(
        f"<!doctype html><meta charset=utf-8><title>Views and scenes</title>{''.join(rows)}",
        encoding="utf-8",
    )


def main() -> None:
    wanted = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    wanted.add_argument("folder", type=Path)
    wanted.add_argument("--lesson", default="", help="only this lesson")
    wanted.add_argument("--app", metavar="URL", help="a running app; by default, one is started")
    options = wanted.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, app(at=options.app) as url:
        album(launched(playwright), url, shots(options.lesson), options.folder)


if __name__ == "__main__":
    main()
