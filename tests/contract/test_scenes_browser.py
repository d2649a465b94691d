"""Every scene of every lesson, as a teacher goes through them: what its note promises is there, large, and on one
screen."""

import re

import pytest
from playwright.sync_api import expect

from lessons import LESSONS
from lessons.kit.scenes import of_lesson
from tests.kit.app import go_on
from tests.kit.one_screen import HIDDEN
from tests.kit.type_sizes import SIZES, below

SMALLEST = [((1920, 1080), 18), ((1024, 768), 16)]  # pixels of a letter that a room reads
# No other screen is on its way.
STILL = "() => document.querySelector('[data-test-script-state=notRunning]') !== null"
# Something on the screen waits for an answer.
WAITS = """() => [...document.querySelectorAll(".seal:is(.covered, .veiled)")]
  .some((seal) => seal.closest('[class*="st-key-telling-"]').offsetParent)"""
REFUSED = "Element.prototype.requestFullscreen = undefined"  # a full screen cannot be made smaller
PLACE = (
    "document.querySelector('[data-present]').shadowRoot.querySelector('.line span')?.textContent"
)


WHOLE = SIZES.replace(".slice(0, 40)", "")
# (lesson, scene, width) → pixels that still are below the screen's edge: less of them, or none, and never another.
OVER: dict[tuple[str, int, int], int] = {}


@pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])
def test_a_demonstration_keeps_what_its_notes_promise(page, app, lesson):
    errors, misfits = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    scenes = of_lesson(lesson)
    minutes = sum(scene.minutes for scene in scenes)
    assert 4 <= len(scenes) <= 9 and 9 <= minutes <= 16, (
        f"lessons/{lesson}/scenes.py has {len(scenes)} scenes of together {minutes} minutes; a demonstration "
        "has 4 to 9 of them, and 9 to 16 minutes (docs/contributing/lesson.md)"
    )
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{app.url}/{lesson}")
    page.evaluate(REFUSED)
    page.get_by_role("button", name="present these").first.click()
    for number, scene in enumerate(scenes, start=1):
        page.wait_for_function(f"{PLACE} === '{number} / {len(scenes)}'")
        assert scene.finds, "give the scene `finds`: words of its note that are in the figure"
        title = page.locator("[data-present] h1.title")
        expect(title).to_have_text(scene.question)
        shown, waits, numbers = False, 0, re.findall(r"\d+\.\d+", scene.note)
        for _ in range(400):  # other programs may be at work
            sizes = page.evaluate(WHOLE)
            text = " ".join(text for _, text, _ in sizes)
            if all(found in text for found in (*scene.finds, *numbers)):
                break
            waits = waits + 1 if page.evaluate(STILL) and page.evaluate(WAITS) else 0
            if scene.asks and waits == 4 and not shown:  # the first PageDown uncovers the answer
                go_on(page)
                shown = True
            page.wait_for_timeout(250)
        missing = [found for found in scene.finds if found not in text]
        assert not missing, (
            f"{scene.question} finds {missing}, which are not on the screen. A scene shows the figure; its caption and the "
            f"texts below it only with below=True. On the screen: {text}"
        )
        invented = [number for number in numbers if number not in text]
        assert not invented, f"{scene.question} the note says {invented}, the page does not: {text}"
        # The next scene comes in the size that this one ends with: half as often is all laid out anew.
        for (width, height), least in SMALLEST[:: 1 if number % 2 else -1]:
            if page.viewport_size["width"] != width:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_function(f"innerWidth === {width}")
                page.wait_for_timeout(100)  # a picture of before, scaled, would say nothing
                sizes = page.evaluate(SIZES)
            over = OVER.get((lesson, number, width), 0)
            for _ in range(300):  # figures follow a new size in their own time
                (low, wide, scrolled), small = page.evaluate(HIDDEN), below(sizes, least)
                if low <= over and not (wide or scrolled or small):
                    break
                page.wait_for_timeout(100)
                sizes = page.evaluate(SIZES)
            seen = f"{scene.question} at {width}: {low} px below, {wide} px beside, {scrolled}, {small}"
            if low > over or wide or scrolled or small:
                misfits.append(seen)
            elif over and not low:
                misfits.append(f"{seen}: it fits, and can go from OVER")
        page.wait_for_function(f"location.hash.includes('present={lesson}/{number}')")
        if scene.asks and not shown and page.evaluate(WAITS):
            go_on(page)
            page.wait_for_timeout(100)
        go_on(page)
    page.keyboard.press("PageUp")
    page.wait_for_function(f"{PLACE} === '{len(scenes) - 1} / {len(scenes)}'")
    page.wait_for_function(f"location.hash.includes('present={lesson}/{len(scenes) - 1}')")
    assert (errors, misfits) == ([], [])
