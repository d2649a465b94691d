"""The process of the machine is killed under open pages: they go on."""

import psutil
import pytest

from tests.kit.app import App, still
from tests.kit.paths import ROOT

pytestmark = pytest.mark.slow


def worker_of(app: App) -> psutil.Process:
    """The one process that the launcher has started."""
    (launcher,) = (
        child
        for child in psutil.Process(app.process.pid).children()
        if any(part.endswith("launcher.py") for part in child.cmdline())
    )
    (worker,) = (child for child in launcher.children() if child.status() != psutil.STATUS_ZOMBIE)
    return worker


# A page, something to do on it that needs what it held of the process, and what must be there then.
PAGES = {
    "tokens": ("", "Largest", ".st-key-tokens-player"),
    "attention?attention-part=In+a+model": ("it was tired", "", ".st-key-figure .reading"),
    "scores": ("it was tired", "", ".st-key-scores-plane"),
}


@pytest.mark.parametrize("page_of", PAGES)
def test_a_page_goes_on_when_its_process_is_killed(browser, tmp_path, page_of):
    typed, pressed, figure = PAGES[page_of]
    app = App(ROOT, runs=tmp_path / "runs").wait()
    page = browser.new_page(viewport={"width": 1440, "height": 960})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    try:
        page.goto(f"{app.url}/{page_of}")
        page.locator(figure).wait_for()
        still(page)
        first = worker_of(app)
        first.kill()
        if typed:
            box = page.get_by_label("Sentence", exact=True)
            box.fill(typed), box.press("Enter")
        else:
            page.get_by_role("button", name="Rules").click()
            page.get_by_test_id("stButtonGroup").get_by_role("radio").nth(1).click()
        page.locator("[data-testid=stApp][data-test-script-state=running]").wait_for(timeout=3000)
    except Exception as quick:  # it may have been drawn before anybody could look
        assert "Timeout" in type(quick).__name__
    try:
        still(page)
        page.locator(figure).wait_for()
        assert worker_of(app).pid != first.pid
        page.goto(f"{app.url}/{page_of}")  # and so it is for who comes now: all of it is drawn anew
        page.locator(figure).wait_for()
        still(page)
        assert page.locator(".stException, [class*=st-key-mistake]").count() == 0
        assert not wrong and "Traceback" not in app.output()
    finally:
        page.close()
        app.stop()
