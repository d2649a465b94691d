"""Present in a real browser: a mode of the whole page, its keys, and how large everything is."""

import pytest

from tests.kit.type_sizes import smaller

FIGURE = "document.querySelector('.st-key-figure [data-testid=stBidiComponentIsolated] > *, .st-key-figure *')"
GONE = (".st-key-top", ".st-key-attention-source", ".st-key-panel-notice")
STAYS = ("h1", ".st-key-question", ".st-key-panel-predict", ".st-key-controls", ".st-key-figure")
PRESENTS = "document.documentElement.classList.contains('present')"


@pytest.fixture
def attention(page, app):
    page.goto(f"{app.url}/attention?attention-part=In+a+model#figure=encoder/2/1/4/9/2/1")
    page.get_by_role("button", name="Present", exact=True).wait_for()
    return page


def place(page) -> str:
    """What the figure wrote into the address: map, layer, head, step, row, column."""
    page.wait_for_timeout(400)
    return dict(part.split("=") for part in page.url.split("#")[1].split("&"))["figure"]


def test_present_is_a_mode_of_the_page_and_goes_again(attention):
    page = attention
    page.get_by_role("button", name="Present", exact=True).click()
    page.wait_for_function(f"{PRESENTS} && document.fullscreenElement === document.documentElement")
    for hidden in GONE:
        assert not page.locator(hidden).first.is_visible(), hidden
    for seen in STAYS:
        assert page.locator(seen).first.is_visible(), seen
    before = place(page)
    page.keyboard.press("ArrowRight")
    assert place(page) != before, "the arrows step the figure"
    page.keyboard.press("ArrowLeft")
    black = page.locator("[data-present] .black")
    page.keyboard.press("b")
    assert black.is_visible()
    page.keyboard.press("B")
    assert not black.is_visible()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_function(f"!{PRESENTS} && document.fullscreenElement === null")
    assert page.locator(".st-key-top").is_visible() and place(page) == before


def test_where_full_screen_is_refused_the_class_does_and_esc_leaves_without_unlocking(attention):
    page = attention
    page.evaluate(
        "Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused')); null"
    )
    page.get_by_role("button", name="Present", exact=True).click()
    page.wait_for_function(PRESENTS)
    before = place(page)
    page.keyboard.press("Escape")
    page.wait_for_function(f"!{PRESENTS}")
    assert place(page) == before, "the cell is still locked"
    page.keyboard.press("Escape")
    assert place(page) == "encoder/2/1/4", "and now it is not"


def test_a_click_meets_its_cell_however_large_everything_is(attention):
    page = attention
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.get_by_role("button", name="Present", exact=True).click()
    page.wait_for_function(PRESENTS)
    cells = page.locator(".cells rect:not(defs rect)")
    cells.nth(12 * 2 + 4).click(force=True)  # the third row, the fifth column of twelve
    assert place(page).split("/")[-3:-1] == ["3", "5"]


@pytest.mark.parametrize(("width", "height", "least"), [(1920, 1080, 22), (1024, 768, 16)])
def test_nobody_needs_glasses(attention, width, height, least):
    page = attention
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("button", name="Present", exact=True).click()
    page.wait_for_function(PRESENTS)
    for step in range(1, 6):
        page.get_by_role("button", name=f"{step} ·").click()
        assert smaller(page, least) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
