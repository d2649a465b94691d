"""Heads and A layer on a small projector: what the note points at is on the screen, unmoved."""

import pytest

from lessons.kit.scenes import of_lesson
from tests.kit.app import go_on

REFUSED = "Element.prototype.requestFullscreen = undefined"  # a full screen cannot be made smaller
# Of each scene what its note speaks of.
MAP, CELL, CHART = ".panel-matrix .scroller", ".patch-table.base .patch-cell.on", ".stPlotlyChart"
LINE = ".lines-table tr:nth-child(6)"
POINTS = {
    "heads": (MAP, MAP, MAP, ".strips.rows", ".line-of .now", CELL, CELL, CELL, CHART),
    "block": (
        ".word-grid [aria-pressed=true]",
        ".told-table tr:nth-child(8)",
        ".control-table tr:nth-child(4)",
        LINE,
        LINE,
        CHART,
        CHART,
        ".read b",
        ".read b",
    ),
}


@pytest.mark.parametrize("lesson", POINTS)
def test_what_a_note_points_at_is_on_a_small_screen(page, app, lesson):
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{app.url}/{lesson}")
    page.evaluate(REFUSED)
    page.get_by_role("button", name="present these").first.click()
    for scene, point in zip(of_lesson(lesson), POINTS[lesson], strict=True):
        shown = page.locator(point).first
        page.locator("html:not(.coming)").wait_for(state="attached")
        shown.wait_for(state="attached")
        if scene.asks:
            go_on(page)  # uncovers the answer
        shown.wait_for()
        for _ in range(50):  # the answered question gives its room, and the picture is drawn anew
            page.wait_for_timeout(200)
            box = shown.bounding_box() or {"y": -1, "height": 0}
            if box["y"] > 0 and box["y"] + box["height"] < 768:
                break
        else:
            raise AssertionError(f"{scene.question}: {box}")
        go_on(page)


def test_a_link_keeps_its_place_where_it_says_what_the_page_says_anyway(page, app):
    """Streamlit takes a default value out of the address, and the place of the figure with it."""
    place = "block-figure-stream=decoder/1/3/5/1/0"
    page.goto(f"{app.url}/block?block-part=Residual+stream&answered=true#{place}")
    page.locator(".told-table .named").wait_for()
    assert page.locator(".told-table .named").inner_text().startswith("1 cross-attention")
