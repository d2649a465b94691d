"""A training run that is watched on the page while it trains."""

import re

import pytest
from playwright.sync_api import expect

from tests.kit.remove import remove
from transformer.runs import RunConfig, runs

pytestmark = pytest.mark.slow


def test_a_training_is_watched(page, app):
    """Press train: the curves come line by line from the server, then the end; nothing polls."""
    problems, requests = [], []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    try:
        page.goto(f"{app.url}/training?training-part=Train&answered=true")
        for label, value in (("Steps", "12"), ("d_model", "16"), ("Learning rate", "0")):
            page.get_by_label(label, exact=True).fill(value)
            page.keyboard.press("Tab")
        page.get_by_text("learning_rate is 0").wait_for()
        page.get_by_label("Learning rate", exact=True).fill("1e-2")
        page.keyboard.press("Tab")
        page.get_by_text("learning_rate is 0").wait_for(state="hidden")
        page.get_by_role("button", name="Train", exact=True).click()
        page.get_by_text(re.compile(r"Step \d+ of 12|Done: 12 steps")).wait_for()
        page.get_by_text("Done: 12 steps").first.wait_for()
        page.get_by_text("The pinned sentence").wait_for()
        page.get_by_text("done", exact=True).wait_for()
        mine = [run.name for run in runs(app.runs) if RunConfig.read(run.card).settings.steps == 12]
        streams = [url for url in requests if url.endswith(f"/{mine[0]}/events")]
        assert len(streams) == 1 and problems == []
        expect(page.locator(".st-key-training-curve-charts .js-plotly-plot")).to_have_count(4)
    finally:
        for path in app.runs.glob("*"):
            remove(path)
