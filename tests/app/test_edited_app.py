"""A running app whose files are edited: what it trains is what stands in them, and no page becomes a traceback."""

import json
import time
from pathlib import Path

import pytest

from tests.kit.app import App, still

pytestmark = pytest.mark.slow

ATTENTION = "transformer/attention.py"
WEIGHTS = "        return self.weights(softmax(masked, mask))\n"
SIZE = {"width": 1440, "height": 960}


def trained(page, runs: Path) -> dict:
    """Press Train; the card of the new run when it has ended, and its first loss."""
    before = {path.parent for path in runs.glob("*/card.json")}
    still(page)
    page.get_by_role("button", name="Train", exact=True).click()
    while not (new := {path.parent for path in runs.glob("*/card.json")} - before):
        page.wait_for_timeout(50)
    (folder,) = new
    while (card := json.loads((folder / "card.json").read_text()))["state"] in (
        "waiting",
        "running",
    ):
        page.wait_for_timeout(50)
    assert card["state"] == "done", card.get("error")
    first = (folder / "events.jsonl").read_text().splitlines()[0]
    return {"code": card["code"], "loss": json.loads(first)["loss"]}


def test_a_training_runs_what_stands_in_the_files_when_it_is_started(checkout, browser):
    """As it is, edited, mended, edited again: the same code gives the same first loss, and the card names it."""
    file = Path(checkout, ATTENTION)
    whole = file.read_text()
    assert WEIGHTS in whole
    edited = whole.replace(WEIGHTS, WEIGHTS.replace("mask))", "mask) / 2)"))
    app = App(checkout).wait()
    page = browser.new_page(viewport=SIZE)
    try:
        page.goto(f"{app.url}/training?training-part=Train&answered=true")
        page.get_by_label("Steps", exact=True).fill("2")
        page.keyboard.press("Tab")
        found = []
        for text in (whole, edited, whole, edited):
            file.write_text(text)
            time.sleep(1.5)  # the page follows by itself
            found.append(trained(page, app.runs))
        assert found[0] == found[2] and found[1] == found[3]
        assert found[0]["loss"] != found[1]["loss"] and found[0]["code"] != found[1]["code"]
    finally:
        file.write_text(whole)
        page.close()
        app.stop()


@pytest.mark.parametrize(
    "name", ["lessons/kit/ui.py", "lessons/kit/page.py", "lessons/scores/page.py"]
)
def test_what_nobody_foresaw_is_a_sentence(checkout, browser, name):
    file = Path(checkout, name)
    whole = file.read_text()
    app = App(checkout).wait()
    page = browser.new_page(viewport=SIZE)
    try:
        page.goto(f"{app.url}/scores")
        page.locator(".st-key-scores-plane").wait_for()
        still(page)
        file.write_text(f"def broken((\n{whole}")
        page.get_by_text(f"Python cannot read {name}:1").first.wait_for()
        assert page.locator(".stException").count() == 0
        assert page.get_by_text("Traceback (most recent").locator("visible=true").count() == 0
        file.write_text(whole)
        page.locator(".st-key-scores-plane").wait_for()
    finally:
        file.write_text(whole)
        page.close()
        app.stop()
