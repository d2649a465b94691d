"""The head that is touched, in the app: the hand lets go, the model runs, and the page says what it wrote."""

import pytest
from playwright.sync_api import expect

from tests.kit.app import go_on, still

SHE = "l’animal n’a pas traversé la rue parce qu’elle était trop fatiguée"


@pytest.fixture
def go(page, app):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def go(address: str):
        page.goto("about:blank")
        page.goto(app.url + address)
        page.locator(".st-key-main .gb").first.wait_for()
        still(page)
        return page

    yield go
    assert errors == []


def test_a_query_is_dragged_and_the_model_writes_with_it(go):
    """A place in the link waits until the question is answered; then a hand takes over."""
    page = go("/scores#scores-plane=2.93/-4.67")
    message, state = page.locator(".said [role=status]"), page.locator(".gb .state")
    expect(message).to_have_text("the same sentence")
    page.get_by_role("button", name="the same sentence").click()
    expect(message).to_have_text(SHE)
    page.get_by_role("button", name="Reset").click()
    expect(message).to_have_text("the same sentence")
    svg = page.locator("svg.plane").first
    circle = svg.locator("circle", has_text="street")  # its title
    begin, end, box = (element.bounding_box() for element in (svg.locator(".mark"), circle, svg))
    page.mouse.move(begin["x"] + 10, begin["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(state).to_have_text("preview")
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    page.mouse.up()
    expect(message).to_have_text(SHE)
    expect(state).to_have_text("exact")
    page.locator("[data-testid=stButtonGroup] button", has_text="tired").click()  # another row
    title = "The query of “tired” among the keys of its head"
    expect(page.locator(".gb")).to_have_attribute("aria-label", title)
    expect(state).to_have_text("exact")


def test_a_weight_is_overwritten_and_put_back(go):
    page = go("/scores?answered=true&scores-hand=a+weight#scores-row=7/0.9")
    slider, message = page.get_by_label("weight of street"), page.locator(".said [role=status]")
    expect(message).to_have_text(SHE)  # the link brought it
    page.get_by_role("button", name="Reset").click()
    expect(message).to_have_count(0)
    box = slider.bounding_box()
    page.mouse.click(box["x"] + 0.92 * box["width"], box["y"] + box["height"] / 2)
    expect(message).to_have_text(SHE)
    expect(page.locator(".gb .state")).to_have_text("exact")
    assert sum(map(float, page.locator(".drag b").all_inner_texts())) == pytest.approx(1, abs=6e-3)


def test_the_row_that_looks_is_in_the_address_and_a_scene_brings_its_own(go):
    """Whatever stood on the page, a scene shows the head that it speaks of and the query that it moves."""
    page = go("/scores?scores-who=tired")
    title = "The query of “{}” among the keys of its head"
    expect(page.locator(".gb")).to_have_attribute("aria-label", title.format("tired"))
    page.locator("[data-testid=stButtonGroup] button", has_text="street").click()
    expect(page.locator(".gb")).to_have_attribute("aria-label", title.format("street"))
    page.wait_for_function("location.search.includes('scores-who=street')")
    page.get_by_label("Sentence").fill("we sing")  # no street here: the last word looks
    page.get_by_label("Sentence").press("Enter")
    expect(page.locator(".gb")).to_have_attribute("aria-label", title.format("sing"))

    page.evaluate("Element.prototype.requestFullscreen = undefined")
    page.get_by_role("button", name="present these").first.click()
    go_on(page)  # what a clicker sends
    message = page.locator(".said [role=status]")
    expect(message).to_have_text(SHE)
    expect(page.locator(".gb .state")).to_have_text("exact")
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator(".st-key-controls")).to_be_hidden()
    page.keyboard.press("c")  # what somebody sets comes with a key
    expect(page.locator(".st-key-controls")).to_be_visible()
