"""No page is wider than its window, with the scroll bars that most browsers show and Playwright hides."""

from urllib.parse import urlencode

import pytest

from lessons.attention import PARTS as ATTENTION
from lessons.block import PARTS as BLOCK
from lessons.decoding import PARTS as DECODING
from lessons.finetuning import PARTS as FINETUNING
from lessons.sequences import PARTS as SEQUENCES
from tests.kit.app import still
from tests.kit.browser import FLAGS, PATIENCE, executable

BEYOND = """() => { const page = document.querySelector(".stMain");
  return page.scrollWidth - page.clientWidth }"""


@pytest.fixture(scope="module")
def bars(browser):
    hidden = ["--hide-scrollbars"]
    running = browser.browser_type.launch(
        executable_path=executable(), args=FLAGS, ignore_default_args=hidden
    )
    page = running.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    running.close()


@pytest.mark.parametrize(
    "lesson, part",
    [
        ("attention", ATTENTION["model"][0]),
        ("block", BLOCK["units"][0]),
        ("decoding", DECODING["tree"][0]),
        ("finetuning", FINETUNING["search"][0]),
        ("sequences", SEQUENCES["desk"][0]),
    ],
)
def test_no_page_is_wider_than_its_window(bars, app, lesson, part):
    bars.set_viewport_size({"width": 1440, "height": 900})
    bars.goto(f"{app.url}/{lesson}?{urlencode({f'{lesson}-part': part})}")
    bars.locator(".gb").first.wait_for()
    still(bars)
    for width in (1440, 360, 320):
        bars.set_viewport_size({"width": width, "height": 800})
        bars.wait_for_function(f"({BEYOND})() === 0")
