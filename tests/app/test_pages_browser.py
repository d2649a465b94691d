"""Every page in a real browser: the course, the bar, both themes, a small screen, no error."""

import re

import pytest
from playwright.sync_api import expect

from lessons import LESSONS, PARTS
from lessons.attention import SENTENCE
from tests.kit.app import App, still
from tests.kit.contrast import pale

LOOKS = [(1024, "dark"), (1440, "light")]  # a small screen, a projector
TOO_WIDE = "document.querySelector('[data-testid=stMain]').scrollWidth"
QUESTION = "See how a Transformer works, number by number"  # of the course page


def drawn(page, lesson) -> None:
    """Wait until the page shows its title and a figure that holds something."""
    page.get_by_role("heading", name=lesson.question, exact=True).wait_for()
    page.wait_for_function(
        "[...document.querySelectorAll('[data-testid=stBidiComponentIsolated]')]"
        ".some((place) => place.getBoundingClientRect().height > 200)"
    )


def resize(page, width: int, theme: str) -> None:
    page.set_viewport_size({"width": width, "height": 960})
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(
        f"innerWidth === {width} && matchMedia('(prefers-color-scheme: {theme})').matches"
    )


def fits(page, lesson, width: int, theme: str) -> None:
    """The page is drawn in this size and theme, and nothing of it lies beside the screen."""
    resize(page, width, theme)
    drawn(page, lesson)
    page.wait_for_function(f"{TOO_WIDE} <= {width}")  # otherwise it scrolls sideways
    expect(page.locator("[class*=st-key-mistake-]")).to_have_count(0)


def test_pale_words_are_found(page):
    page.set_content(
        "<p style='color:#888'>pale</p><p style='color:#555'>not</p><p style='opacity:.5'>far</p>"
    )
    assert [one.split(": ")[1] for one in pale(page)] == ["pale"]


def address(page) -> str:
    return page.url.split("?")[0].split("#")[0].rpartition("/")[2]


def test_the_links_lead_through_the_course_and_back(page, app):
    """Each page by a link, light on a projector and dark on a small screen; then by its address."""
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(app.url)
    page.get_by_role("link", name=f"Begin with {LESSONS[0].title}").click()
    for number, lesson in enumerate(LESSONS):
        drawn(page, lesson)
        still(page)
        expect(page.locator(".st-key-here")).to_have_text(lesson.title, use_inner_text=True)
        assert address(page) == lesson.name
        expect(page.locator(".st-key-before")).to_have_count(int(number > 0))
        for look in LOOKS[:: 1 if number % 2 else -1]:  # the next one opens as this one ends
            fits(page, lesson, *look)
            assert pale(page) == [], f"{lesson.name} in {look}"
        if lesson is not LESSONS[-1]:
            page.locator(".st-key-after").get_by_role("link").click()
    resize(page, 1440, "light")
    page.get_by_role("button", name="Lessons", exact=True).click()
    page.locator(".st-key-all-lessons").get_by_role("link", name=LESSONS[0].title).click()
    drawn(page, LESSONS[0])
    page.locator(".st-key-all-lessons").wait_for(state="detached")  # the menu closes by itself
    page.go_back()
    drawn(page, LESSONS[-1])
    page.reload()
    drawn(page, LESSONS[-1])
    page.locator(".st-key-brand").get_by_role("link").click()
    page.get_by_role("heading", name=QUESTION).wait_for()
    assert address(page) == "" and "#" not in page.url
    assert errors == []


# ---- the course page ----------------------------------------------------------------------------
def test_the_course_page_shows_every_lesson_with_its_picture(page, app):
    page.goto(app.url)
    for lesson in LESSONS:
        card = page.locator(f".st-key-card-{lesson.name}")
        assert card.locator("img").evaluate("image => image.decode().then(() => image.width > 200)")
        expect(card).to_contain_text(lesson.question, use_inner_text=True)
    for width, theme in ((1440, "light"), (1024, "dark")):
        resize(page, width, theme)
        page.wait_for_function(f"{TOO_WIDE} <= {width}")
    page.locator(f".st-key-card-{LESSONS[2].name} img").click(
        force=True
    )  # all of a card is its link
    drawn(page, LESSONS[2])


def test_the_course_page_is_there_at_once_and_shows_two_rows(page, app):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(app.url)
    hero = page.locator(".st-key-hero img")
    assert hero.evaluate("image => image.decode().then(() => image.height > 150)")
    tops = [page.locator(f".st-key-stop-{one.name}").bounding_box()["y"] for one in LESSONS]
    assert len({top for top in tops if top < 900}) == 2, tops


@pytest.mark.parametrize("old", ["?text=it+was+tired", "#figure=cross/2/1/3"])
def test_an_old_address_leads_to_the_attention_page(page, app, old):
    page.goto(f"{app.url}/{old}")
    drawn(page, next(lesson for lesson in LESSONS if lesson.name == "attention"))
    assert address(page) == "attention"
    text = "it was tired" if "text" in old else SENTENCE
    expect(page.get_by_label("Sentence")).to_have_value(text)
    pressed = page.locator(".st-key-figure [aria-pressed=true]").first
    expect(pressed).to_have_text("Cross-attention" if "cross" in old else "Encoder self-attention")


def test_back_steps_through_what_was_chosen(page, app):
    """As on the site (tests/web/test_pages_browser.py)."""
    page.goto(app.url)
    page.get_by_role("link", name="Begin with").wait_for()
    page.goto(f"{app.url}/attention")
    page.locator(".gb").first.wait_for()
    still(page)
    chosen = page.locator(".st-key-attention-part [role=radio][aria-checked=true]")
    sentence, reading = page.get_by_label("Sentence"), page.locator(".st-key-figure .reading")
    first = chosen.inner_text()
    page.get_by_role("radio", name="In a model").click()
    expect(sentence).to_have_value(SENTENCE)
    before = reading.inner_text()
    page.locator(".st-key-figure .gb").focus()
    page.keyboard.press("h")  # what changes in a figure is no step
    expect(reading).not_to_have_text(before)
    sentence.fill("the woman was tired")
    sentence.press("Enter")
    expect(page).to_have_url(re.compile("text=the"))
    still(page)
    page.go_back()
    expect(sentence).to_have_value(SENTENCE)
    expect(chosen).to_have_text("In a model")
    page.go_back()
    expect(chosen).to_have_text(first)
    page.go_forward()
    page.go_forward()
    expect(sentence).to_have_value("the woman was tired")
    for _ in range(3):
        page.go_back()
    page.get_by_role("link", name="Begin with").wait_for()


# ---- the bar ------------------------------------------------------------------------------------
BOXES = """() => {
    const box = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom, e.innerText]; };
    const all = (found) => [...document.querySelectorAll(found)].filter((e) => e.checkVisibility()).map(box);
    return [all('.st-key-top a, .st-key-top button'),
        all('[data-testid=stStatusWidget], [data-testid=stMainMenu]')]; }"""


def overlap(one, other) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def bar_is_free(page, running: bool) -> None:
    """One line; no button of it lies under another, or under one of Streamlit's own."""
    ours, theirs = page.evaluate(BOXES)
    assert len(theirs) == 1 + running, theirs
    both = [*ours, *theirs]
    pairs = [(a[4], b[4]) for n, a in enumerate(both) for b in both[:n] if overlap(a, b)]
    assert pairs == []
    assert max(box[3] for box in ours) <= 60 and max(box[2] for box in both) <= 1024


SLOW = """
import time
import streamlit as st
from lessons.kit import page
page.begin("{name}", "A lesson that takes its time.")
st.button("Again")
if st.session_state.get("seen"):
    time.sleep(600)
st.session_state["seen"] = True
"""


@pytest.mark.slow
def test_the_bar_holds_twenty_two_lessons_and_streamlits_buttons(checkout, browser):
    """At 1024 px, with long names, while a run is on its way."""
    more = [f"lesson_{number}" for number in range(len(LESSONS), 22)]
    table = checkout / "lessons" / "__init__.py"
    text = table.read_text(encoding="utf-8")
    for number, name in enumerate(more):
        part = PARTS[number % len(PARTS)]
        entry = (
            f'Lesson("{name}", "{part}", "Sentence vectors {number}", "Which words are alike?", ())'
        )
        text += f"LESSONS = (*LESSONS, {entry})\n"
        folder = checkout / "lessons" / name
        folder.mkdir()
        (folder / "page.py").write_text(SLOW.format(name=name), encoding="utf-8")
    table.write_text(text, encoding="utf-8")
    app = App(checkout).wait()
    page = browser.new_page(viewport={"width": 1024, "height": 768})
    try:
        page.goto(f"{app.url}/{more[-1]}")
        page.get_by_role("button", name="Again").wait_for()
        still(page)
        bar_is_free(page, running=False)
        page.get_by_role("button", name="Lessons", exact=True).click()
        links = page.locator(".st-key-all-lessons").get_by_role("link")
        expect(links).to_have_count(22)
        for link in links.all():
            box = link.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= 1024
            assert box["y"] >= 0 and box["y"] + box["height"] <= 768
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Again").click()
        page.get_by_role("button", name="Stop", exact=True).wait_for()
        bar_is_free(page, running=True)
        page.get_by_role("button", name=re.compile("Notebook")).click()  # it can be clicked
        page.get_by_text("has not been built yet").wait_for()
    finally:
        page.close()
        app.stop()
