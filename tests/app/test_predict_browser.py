"""Nothing that is shown answers an open question: every part of every page, in a real browser, looked
through for the numbers and words of the answer before the click, and again after it."""

import re
from contextlib import suppress
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import TimeoutError, expect

import lessons
from tests.kit.app import still
from tests.kit.browser import BEGINS
from tests.kit.questions import PARTS, Asked, questions
from tests.kit.visible import visible

NARROW = {"width": 1024, "height": 768}
WITHIN = ".st-key-lesson"  # below it are the source and the lesson's text
COVERED = ".seal:is(.covered, .veiled)"  # where something waits for an answer
WAITS = ".st-key-asked"  # stands there until somebody answers


def address(lesson: str, case: Asked) -> str:
    """Where the part is."""
    place = "" if lesson == getattr(lessons, "FRONT", "") else lesson
    part = PARTS[lesson][case.part]
    chosen = [f"{lesson}-part={quote_plus(part[0])}"] if part else []
    hash = f"#{case.place}" if case.place else ""
    return f"/{place}?{'&'.join([*chosen, *filter(None, [case.address])])}{hash}"


def opened(page, url: str) -> None:
    """Open an address, and wait until all that belongs to it is drawn, covered or not."""
    page.goto(url)
    page.locator(".st-key-predict").wait_for()
    drawn(page)


def drawn(page) -> None:
    page.wait_for_function(
        "[...document.querySelectorAll('.st-key-main [data-testid=stBidiComponentIsolated]')]"
        ".every((place) => place.getBoundingClientRect().height > 60)"
    )
    still(page)


def until(page, pattern: str) -> None:
    """Wait until somebody can read it."""
    for _ in range(1200):  # other programs may be at work
        if re.search(pattern, said := visible(page, WITHIN)):
            return
        page.wait_for_timeout(250)
    raise AssertionError(f"{pattern!r} is not to be seen in: {said}")


TELLING = ".st-key-telling-figure, .st-key-telling-turns"  # a picture, or what was said to a desk


def place(page) -> tuple[int, int]:
    """Top and height of what may be covered."""
    box = page.locator(TELLING).first.bounding_box()
    return round(box["y"]), round(box["height"])


ROUNDED, GROWS = (
    2,
    60,
)  # pixels: its top stays where it is; what is uncovered may be two lines taller


def stays(now: tuple[int, int], before: tuple[int, int]) -> bool:
    (top, height), (was, tall) = now, before
    return abs(top - was) <= ROUNDED and abs(height - tall) <= GROWS


def settled(page) -> tuple[int, int]:
    """The same once no figure is on its way to another size."""
    before = None
    while before != (now := place(page)):
        before = now
        page.wait_for_timeout(150)
    return now


def come(page, app, lesson: str, case: Asked, first: bool) -> None:
    """To the question: in a new visit, or as somebody does who goes on to the next part."""
    if first or case.address or case.place:
        if not first:  # this visitor comes for the first time
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
        opened(page, app.url + address(lesson, case))
        return
    name = PARTS[lesson][case.part][0]
    page.locator(".st-key-parts").get_by_text(name, exact=True).click()
    page.locator(f".st-key-predict-{case.key}-0 button").wait_for()
    drawn(page)


def show_it(page, case: Asked) -> None:
    """In the panel: go where the answer is seen, if that is not what is shown."""
    button = page.locator(f".st-key-predict-{case.key}-show button")
    with suppress(TimeoutError):  # no such button where the answer is on the screen
        button.click(timeout=5_000)


FOLD = {(1024, 768): 300, (1440, 900): 230}  # how far down a figure, or its question, may begin
# A click, and before Python can have heard of it: whether all that was covered is seen.
AT_ONCE = """(button) => {
  button.click();
  const places = [...document.querySelectorAll(".seal:is(.covered, .veiled)")]
    .map((seal) => seal.closest("[class*=st-key-telling-]"));
  const seen = (place) => getComputedStyle(place).getPropertyValue("--telling") !== "hidden"
    && [...place.querySelectorAll(":scope > :not(:has(.seal))")].every((one) => getComputedStyle(one).visibility === "visible")
    && [...place.querySelectorAll(".chart-veil")].every((one) => getComputedStyle(one).display === "none");
  return places.length > 0 && places.every(seen);
}"""
# Of each figure and chart that is covered: how much of its text is seen all the same.
FIGURES = """() => [...document.querySelectorAll(".st-key-telling-figure:has(.seal:is(.covered, .veiled))")]
  .flatMap((place) => [...place.querySelectorAll("[data-testid=stBidiComponentIsolated], .stPlotlyChart")])
  .filter((one) => one.getBoundingClientRect().height > 60)
  .map((one, number) => (one.setAttribute("data-figure", number), number))"""


def begins_above_the_fold(page, lesson: str, part: str) -> None:
    """On a small screen, and on a large one, which stays."""
    for (width, height), most in FOLD.items():
        page.set_viewport_size({"width": width, "height": height})
        with suppress(TimeoutError):  # a page that is drawn anew at another size takes a moment
            page.wait_for_function(f"innerWidth === {width} && ({BEGINS})() <= {most}")
        top = page.evaluate(BEGINS)
        assert top <= most, f"{lesson} {part} begins at {top} at {width} × {height}"


def is_drawn(page, case: Asked) -> None:
    """What is covered is no empty box: words, axes and controls of its figure are seen."""
    if case.wholly:  # the whole figure is hidden, with the hatching over its curves
        return
    for number in page.evaluate(FIGURES):
        assert len(visible(page, f"[data-figure='{number}']")) > 20, f"{case}: an empty box"
    for hatch in page.locator(".chart-veil").all():
        box = hatch.bounding_box()
        assert box and box["width"] > 30, f"{case}: its curves are seen before an answer"


@pytest.mark.parametrize("lesson", PARTS)
def test_each_part_begins_above_the_fold_and_its_veil_goes_with_the_answer(page, app, lesson):
    """Part by part: a figure is seen, without its answer; and an answer uncovers nothing of the next one."""
    page.set_viewport_size(NARROW)
    every = [case for case in questions(lesson) if case.tells]
    for part in PARTS[lesson]:
        if not any(
            case.part == part for case in every
        ):  # its answer is looked for elsewhere, or it asks nothing
            page.goto(app.url + address(lesson, Asked(None, part)))
            drawn(page)
            begins_above_the_fold(page, lesson, part)
    for case in every:
        if first := case is every[0]:
            page.set_viewport_size(NARROW)
        come(page, app, lesson, case, first)
        if first:
            question_is_above(page)
        begins_above_the_fold(page, lesson, case.part)
        page.locator(WAITS).wait_for()
        before = visible(page, WITHIN)
        assert not re.search(case.tells, before), f"{case}: told before an answer"
        assert (page.locator(COVERED).count() > 0) == case.covered, case
        is_drawn(page, case)
        if every.index(case) % 2:  # every second one is answered on a small screen
            page.set_viewport_size(NARROW)
            page.wait_for_function(f"innerWidth === {NARROW['width']}")
        where = settled(page) if case.covered else None
        before = visible(page, WITHIN)
        assert not re.search(case.tells, before), f"{case}: told at another size"
        button = page.locator(f".st-key-predict-{case.key}-0 button")
        assert button.evaluate(AT_ONCE) == case.covered, f"{case}: the veil waits for Python"
        page.locator(WAITS).wait_for(state="detached")
        if case.covered:
            expect(page.locator(COVERED)).to_have_count(0)
            for _ in range(50):  # a figure that is just painted finds its height in its own time
                if stays(place(page), where):
                    break
                page.wait_for_timeout(100)
            assert stays(place(page), where), f"{case}: {where} → {place(page)}: nothing jumps"
        if not re.search(case.tells, visible(page, WITHIN)):
            show_it(page, case)
        until(page, case.tells)


def test_show_it_uncovers_without_an_answer_and_so_does_a_teachers_link(page, app):
    case = next(c for c in questions("positions") if c.part == "score")
    opened(page, app.url + address("positions", case))
    page.get_by_role("button", name="Show it").click()
    until(page, case.tells)
    panel = page.locator(".st-key-predict")
    panel.get_by_role("button", name="✓").wait_for()
    assert "Yes." not in panel.inner_text() and "✗" not in panel.inner_text()
    opened(page, f"{app.url}{address('positions', case)}&answered=true")
    until(page, case.tells)
    assert "answered=true" in page.url, "a link that is copied says the same"


def test_a_training_tells_nothing_before_an_answer(page, app):
    """The floor while it trains; when a head of the finished one finds its words."""
    floor = r"floor 0\.594|0\.5937"
    opened(page, f"{app.url}/training?training-part=Train")
    page.get_by_role("button", name="Train", exact=True).click()
    page.locator(".st-key-training-curve").wait_for()
    until(page, r"Step \d+ of 300|Done")
    assert not re.search(floor, visible(page, WITHIN))
    expect(page.locator(COVERED)).to_have_count(1)
    page.locator(".st-key-predict-training-train--0 button").click()
    until(page, floor)
    both = "is on the aligned word for"
    opened(page, f"{app.url}/training?training-part=Recorded+run")
    expect(page.locator(COVERED)).to_have_count(1)
    assert both not in visible(page, WITHIN)
    page.locator("[class*=st-key-predict-training-film-] button").first.click()
    until(page, both)
    assert not re.search(r"floor \d", visible(page, WITHIN)), "another part asks for it"
    opened(page, f"{app.url}/training?training-part=Recorded+run&answered=true")
    until(page, r"floor \d")


def question_is_above(page) -> None:
    """On a small screen the question comes before the picture, and is seen without scrolling."""
    panel = page.locator(".st-key-predict").bounding_box()
    about = page.locator("[class*=st-key-telling-]").first
    top = about.bounding_box()["y"] if about.count() else 10_000
    assert panel["y"] + panel["height"] < top + 12, "it stands above what it is about"
    first = page.locator(".st-key-main [data-testid=stBidiComponentIsolated]").first.bounding_box()
    if panel["y"] < first["y"]:
        assert panel["y"] + panel["height"] < NARROW["height"]


def test_what_is_looked_for_would_be_found(browser):
    """A leak in a shadow root, in a label, or behind a child that is seen again; not what is covered."""
    page = browser.new_page()
    page.set_content("""
        <div id=host></div><p aria-label="a label told">x</p>
        <div style="visibility: hidden">covered <b style="visibility: visible">shown again</b></div>
        <details><summary>open me</summary>folded</details>
        <div class="st-key-predict">an option</div>
        <script>host.attachShadow({ mode: "open" }).innerHTML = "<svg><text>in a figure</text></svg>";</script>""")
    said = visible(page)
    for told in ("in a figure", "a label told", "shown again", "open me"):
        assert told in said
    for kept in ("covered", "folded", "an option", "attachShadow"):
        assert kept not in said
    page.close()


def test_enter_on_an_option_answers_the_question(page, app):
    """The figure of this part also has an action for Enter."""
    opened(page, f"{app.url}/heads?heads-part={quote_plus(PARTS['heads']['patch'][0])}")
    still(page)
    page.locator('[class*="st-key-predict-"] button').first.focus()
    page.keyboard.press("Enter")
    page.locator(".st-key-replied").wait_for()
