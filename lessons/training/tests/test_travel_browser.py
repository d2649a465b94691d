"""Runs of an app in which nobody has trained, in a real browser. One goes round the world: it trains by
itself, is saved, deleted, loaded, looked into. Another one is trained without a part, here and now."""

import re
import zipfile

import pytest
from playwright.sync_api import expect

from lessons.ablations.measure.ablations import measure
from lessons.ablations.measure.comparison import batch_of
from tests.kit.app import App, still
from transformer.runs import Run
from transformer.weights import load

pytestmark = pytest.mark.slow

COPY, REVERSE = 16, 120  # steps, in place of 300 and 600: what is seen on the way is the same


def replace_once(file, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def fresh(checkout):
    """The app of a checkout whose trainings are short."""
    start = checkout / "lessons" / "training" / "__init__.py"
    replace_once(start, '("Copy", 300,', f'("Copy", {COPY},')
    recipe = '_reverse = Recipe("reverse", Settings(steps={}), _one_layer)'
    recipes = checkout / "transformer" / "training" / "recipes.py"
    replace_once(recipes, recipe.format(600), recipe.format(REVERSE))
    running = App(checkout)
    yield running.wait()
    running.stop()


def test_a_run_travels_and_one_is_trained_without_a_part(fresh, page, tmp_path):
    problems, requests = [], []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    try:
        travels(fresh, page, tmp_path)
        requests.clear()
        is_trained_without(fresh, page)
        assert len([url for url in requests if url.endswith("/events")]) == 1 and problems == []
    finally:
        page.screenshot(path=tmp_path / "last.png")


def runs(app) -> list[str]:
    return sorted(path.parent.name for path in app.runs.glob("*/card.json"))


def travels(app, page, tmp_path) -> None:
    # Somebody opens an empty app: the film is that of the finished training, and beside the choices of a
    # new one the first training starts by itself.
    page.goto(f"{app.url}/training?training-part=Train")
    page.locator(".film-bar input").wait_for()
    expect(page.locator(".js-plotly-plot"), "the floor would be the answer").to_have_count(0)
    page.get_by_text("trains a model on the shortest task").wait_for(state="hidden")
    page.get_by_text("Meanwhile: what copy-1 has learned").wait_for()
    page.goto(f"{app.url}/training?training-part=Recorded+run&training-run=copy-1")
    run = page.locator(".st-key-training-film-top input").first
    expect(run).to_have_value("copy-1")
    page.locator(".film-top .guide").first.wait_for(state="attached")  # the film with its charts
    assert runs(app) == ["copy-1"]

    # Save it as one file.
    page.get_by_role("button", name="Save", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("Run, to load elsewhere")).click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "copy-1.zip" and "card.json" in zipfile.ZipFile(file).namelist()
    page.keyboard.press("Escape")

    # Delete it: no second one starts by itself, and the finished training is there.
    page.get_by_text("All runs").click()
    (delete := page.get_by_role("button", name="Delete", exact=True)).wait_for()
    still(page)
    delete.click()
    expect(run).to_have_value("addition, included in the project")
    assert runs(app) == []

    # A file that is no run, then the run.
    wrong = tmp_path / "wrong.zip"
    wrong.write_bytes(file.read_bytes()[:5000])
    still(page)
    page.locator("input[type=file]").set_input_files(wrong)
    page.get_by_text("This file is not the ZIP file of a run, or it is damaged").wait_for()
    assert [path.name for path in app.runs.glob("[!.]*")] == []
    still(page)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_text("Loaded as copy-2").wait_for()  # a name is never reused
    run = page.locator(".st-key-training-film-top input").first
    expect(run).to_have_value(re.compile("^copy-2"))
    assert runs(app) == ["copy-2"]

    # Its film plays.
    slider = page.locator(".film-bar input")
    slider.wait_for()
    last = slider.input_value()
    assert last == slider.get_attribute("max")
    page.get_by_role("button", name="▷ play").click()
    expect(slider).not_to_have_value(last)

    # Look inside: the pinned sentence, every head, and a number again in plain torch.
    page.get_by_role("button", name="Look inside").click()
    page.get_by_role("heading", name="Which words does “it” attend to?").wait_for()
    page.get_by_text(f"held-out after step {COPY}").wait_for()
    assert "model=run-copy-2" in page.url
    page.locator('[class*="st-key-show-"] button').first.click()  # what the question is about
    page.get_by_role("button", name="Recompute").click()
    page.get_by_text("✓").first.wait_for()
    box = page.get_by_label("Sentence")
    box.fill("h e l l o")
    box.press("Enter")
    page.wait_for_url(re.compile("text=h.e.l.l.o"))
    for letter in "helo":
        page.get_by_text(letter, exact=True).first.wait_for(state="attached")

    # The address shows the same to somebody else, and a sentence where the run is not there.
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    page.get_by_text(f"held-out after step {COPY}").wait_for()
    page.goto(link.replace("run-copy-2", "run-copy-7"))
    page.get_by_text("There is no run copy-7 here").wait_for()
    page.get_by_text("307,328 parameters").wait_for()


def is_trained_without(app, page) -> None:
    """Another seed for `reverse` without feed-forward: curves while it trains, then the third column."""
    page.goto(f"{app.url}/ablations?ablations-part=feed-forward&ablations-show=true")
    third = page.locator(".told-table tbody tr").nth(2)
    third.wait_for()
    shipped = third.inner_text()
    page.get_by_text("ships with the project, seed 0").first.wait_for()
    page.get_by_label("Seed", exact=True).fill("7")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Train it here").click()
    on_its_way = page.get_by_text(re.compile(rf"Step \d+ of {REVERSE}"))
    on_its_way.wait_for()
    assert third.inner_text() == shipped, "it stays while another one trains"
    page.get_by_text("trained here, seed 7").wait_for()
    (run,) = (run for run in app.runs.glob("[!.]*") if run.name != "copy-2")
    model = Run(run).model_at(REVERSE)
    right = sum(measure(model, batch_of(load("reverse"))).right)
    expect(third).to_contain_text(f"{right:,} of 1,000 correct", use_inner_text=True)
    page.get_by_text(f"seed 7: {right / 10:.1f}% right, 95% interval").wait_for()
    on_its_way.wait_for(state="hidden")
    page.goto(f"{app.url}/training?training-part=Recorded+run&training-run={run.name}")
    page.get_by_text("Pinned sentence").first.wait_for()
    assert run.name in page.locator(".st-key-training-film-top").inner_html(), "a run like others"
