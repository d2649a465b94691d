"""A run goes round the world in a real browser: it trains by itself, is saved, deleted, loaded, looked into."""

import re
import zipfile

import pytest
from playwright.sync_api import expect

from tests.kit.app import App, still

WAIT = 300_000  # milliseconds: two cores may be busy with other things


STEPS = 16  # instead of 300: what is seen on the way is the same


@pytest.fixture
def fresh(checkout):
    """The app of a checkout in which nobody has trained, and where the shortest task is shorter."""
    file = checkout / "lessons" / "training" / "__init__.py"
    text = file.read_text(encoding="utf-8")
    assert text.count('"copy": (300, "1e-2", 1)') == 1
    file.write_text(text.replace('"copy": (300,', f'"copy": ({STEPS},'), encoding="utf-8")
    running = App(checkout)
    yield running.wait()
    running.stop()


def runs(app) -> list[str]:
    return sorted(path.parent.name for path in app.runs.glob("*/card.json"))


def test_a_run_travels(fresh, browser, tmp_path):
    contexts = [browser.new_context(viewport={"width": 1440, "height": 1000}) for _ in range(2)]
    pages = [context.new_page() for context in contexts]
    problems = []
    for page, part in zip(pages, ("Film", "Train"), strict=True):
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{fresh.url}/training?training-part={part}")
    page, other = pages
    try:
        # Two open an empty app: the film is that of the finished training, and beside the choices of a
        # new one the first training starts by itself.
        # How long the training takes depends on the machine: the first may be told that it is on its
        # way, while the second comes when it is over.
        for one in pages:
            one.locator(".film-bar input").wait_for(timeout=WAIT)
        assert not other.locator(".run-chart").first.is_visible(), "the floor would be the answer"
        other.get_by_text("trains the shortest task").wait_for(state="hidden", timeout=WAIT)
        other.get_by_text("Meanwhile: what copy-1 has learned").wait_for(timeout=WAIT)
        page.goto(f"{fresh.url}/training?training-part=Film&training-run=copy-1")
        run = page.locator(".st-key-training-film-top input").first
        expect(run).to_have_value("copy-1", timeout=WAIT)
        page.locator(".film-top .guide").first.wait_for(
            state="attached", timeout=WAIT
        )  # the film with its charts
        assert runs(fresh) == ["copy-1"]

        # Save it as one file.
        page.get_by_role("button", name="Save", exact=True).click()
        with page.expect_download(timeout=WAIT) as download:
            page.get_by_role("button", name=re.compile("Run, to load elsewhere")).click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        assert file.name == "copy-1.zip" and "card.json" in zipfile.ZipFile(file).namelist()
        page.keyboard.press("Escape")

        # Delete it: no second one starts by itself, and the finished training is there.
        page.get_by_text("All runs").click()
        (delete := page.get_by_role("button", name="Delete")).wait_for(timeout=WAIT)
        still(page)
        delete.click()
        expect(run).to_have_value("addition, comes with the project", timeout=WAIT)
        assert runs(fresh) == []

        # A file that is no run, then the run.
        wrong = tmp_path / "wrong.zip"
        wrong.write_bytes(file.read_bytes()[:5000])
        still(page)
        page.locator("input[type=file]").set_input_files(wrong)
        page.get_by_text("This is no ZIP file of a run, or it is damaged").wait_for(timeout=WAIT)
        assert [path.name for path in fresh.runs.glob("[!.]*")] == []
        still(page)
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_text("Loaded as copy-1").wait_for(timeout=WAIT)
        run = page.locator(".st-key-training-film-top input").first
        expect(run).to_have_value(re.compile("^copy-1"), timeout=WAIT)
        assert runs(fresh) == ["copy-1"]

        # Its film plays.
        slider = page.locator(".film-bar input")
        slider.wait_for(timeout=WAIT)
        last = slider.input_value()
        assert last == slider.get_attribute("max")
        page.get_by_role("button", name="▷ play").click()
        expect(slider).not_to_have_value(last, timeout=WAIT)

        # Look inside: the pinned sentence, every head, and a number again in plain torch.
        page.get_by_role("button", name="Look inside").click()
        page.get_by_role("heading", name="Where does “it” look?").wait_for(timeout=WAIT)
        page.get_by_text(f"held-out after step {STEPS}").wait_for(timeout=WAIT)
        assert "model=run-copy-1" in page.url
        page.locator(
            '[class*="st-key-show-"] button'
        ).first.click()  # it is what the question is about
        page.get_by_role("button", name="Recompute").click()
        page.get_by_text("✓").first.wait_for(timeout=WAIT)
        box = page.get_by_label("Sentence")
        box.fill("h e l l o")
        box.press("Enter")
        page.wait_for_url(re.compile("text=h.e.l.l.o"), timeout=WAIT)
        for letter in "helo":
            page.get_by_text(letter, exact=True).first.wait_for(state="attached", timeout=WAIT)

        # The address shows the same to somebody else, and a sentence where the run is not there.
        other.goto(page.url)
        other.get_by_text(f"held-out after step {STEPS}").wait_for(timeout=WAIT)
        other.goto(page.url.replace("run-copy-1", "run-copy-7"))
        other.get_by_text("There is no run copy-7 to look into").wait_for(timeout=WAIT)
        other.get_by_text("307,328 parameters").wait_for(timeout=WAIT)
        assert problems == []
    finally:
        page.screenshot(path=tmp_path / "last.png")
        for context in contexts:
            context.close()
