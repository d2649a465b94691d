"""The lectures in `scenes/`, given with nothing but PageDown, at two sizes, one of them on a slow computer."""

import re
from urllib.parse import unquote_plus

import pytest

from lessons.kit import scenes
from tests.kit.browser import PATIENCE
from tests.kit.one_screen import HIDDEN
from tests.kit.type_sizes import SIZES, below

LECTURES = {"before": 45, "transformer": 45, "bert_gpt": 45, "open_day": 10}  # minutes
SCREENS = {(1024, 768): 4, (1920, 1080): 1}  # and how many times slower Chromium works there
SMALLEST = 16  # pixels
WORDS_A_MINUTE = 150
HATCHED = 30  # pixels of hatched ground that may be below the footer until a question is answered

# Keeps all visible text of the moment in which a title appears.
WATCH = (
    "() => { const texts = "
    + SIZES.replace(".slice(0, 40)", "")
    + """;
  globalThis.seenText = () => texts().map(([, text, where]) => `${where}: ${text}`).sort().join("\\n");
  const html = document.documentElement;
  let was = false;
  new MutationObserver(() => {
    const coming = html.classList.contains("coming");
    if (was && !coming) globalThis.firstSeen = seenText();
    was = coming;
  }).observe(html, { attributes: true, attributeFilter: ["class"] });
}"""
)
ARRIVED = """(at) => glassboxFigures.stage.at === at && !document.documentElement.classList.contains("coming")
  && document.querySelector("[data-test-script-state=notRunning]")"""
# Nothing has changed on the screen for a second in which Python had nothing to do.
SETTLED = """() => new Promise((done) => {
  let before = "", same = 0;
  const timer = setInterval(() => {
    const now = seenText() + document.querySelector("[data-testid=stApp]").dataset.testScriptState;
    same = now === before && now.endsWith("notRunning") ? same + 1 : 0;
    before = now;
    if (same > 4) done(clearInterval(timer));
  }, 200);
})"""
WAITS = """() => [...document.querySelectorAll(".seal:is(.covered, .veiled)")]
  .some((seal) => seal.closest('[class*="st-key-telling-"]').offsetParent)"""
REPLIES = "() => [...document.querySelectorAll('.st-key-replied')].filter((one) => one.offsetParent).map((one) => one.innerText)"
PALE = """() => [...document.querySelectorAll(".st-key-lesson :is([data-stale=true], [data-testid=stSkeleton])")]
  .filter((one) => one.checkVisibility({ opacityProperty: true })).length"""
PART = "() => document.querySelector('.st-key-parts [role=radio][aria-checked=true]')?.textContent.trim()"
TITLE = "() => document.querySelector('[data-present]').shadowRoot.querySelector('h1').textContent"


def lecture(name: str) -> list[scenes.Scene]:
    _, found, wrong = scenes.of_file(scenes.FOLDER / f"{name}.txt")
    assert wrong == []
    return found


@pytest.mark.parametrize("name", LECTURES)
def test_lectures_take_their_time_and_have_a_beginning_a_break_and_an_end(name):
    found = lecture(name)
    assert LECTURES[name] - 3 <= sum(scene.minutes for scene in found) <= LECTURES[name] + 1
    assert found[0].says and found[-1].says, "it opens and ends with sentences on the screen"
    assert all(scene.note for scene in found), "each scene says what to say"
    for scene in found:
        least = 1.5 * scene.asks  # a vote
        spoken = len(scene.note.split()) / WORDS_A_MINUTE
        assert scene.minutes >= max(least, spoken), scene.question
    if LECTURES[name] == 45:
        assert any(scene.question == "Break" for scene in found)
        told = " ".join(scene.note for scene in found)
        assert told.count("Bridge:") >= 4, "a sentence leads from lesson to lesson"
        without = [0.0]  # minutes without a question
        for scene in found:
            asks = scene.asks or re.search(r"\bAsk\b|\bvote", scene.note)
            without.append(0.0 if asks else without[-1] + scene.minutes)
        assert max(without) <= 6, "a question about every five minutes"


def test_lectures_are_all_lists_that_come_along():
    ignored = (scenes.FOLDER.parent / ".gitignore").read_text(encoding="utf-8")
    assert {*LECTURES, "example"} == set(re.findall(r"^!/scenes/(\w+)\.txt$", ignored, re.M))


@pytest.mark.parametrize("name", LECTURES)
def test_lectures_are_given_with_pagedown_alone(browser, app, name):
    found, pages, errors = lecture(name), [], []
    for (width, height), slower in SCREENS.items():
        page = browser.new_context(viewport={"width": width, "height": height}).new_page()
        page.set_default_timeout(5 * PATIENCE)  # also for the slow one
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{app.url}/{found[0].address.partition('?')[0]}")
        page.wait_for_function("globalThis.glassboxFigures?.stage")
        page.evaluate("Element.prototype.requestFullscreen = undefined")
        page.evaluate(WATCH)
        chromium = page.context.new_cdp_session(page)
        chromium.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        pages.append(page)
    for page in pages:
        page.evaluate(f"glassboxFigures.stage.enter('file-{name}', 0)")
    for number, scene in enumerate(found):
        told = "\n".join(shown(page, number, scene) for page in pages)
        numbers = set(re.findall(r"\d+\.\d+", scene.note))
        invented = [one for one in numbers if one not in told]
        assert not invented, f"{scene.question}: the note says {invented}, the page does not"
        for page in pages:
            page.keyboard.press("PageDown")
    assert errors == []
    for page in pages:
        page.context.close()


def shown(page, number: int, scene: scenes.Scene) -> str:
    """All that this scene shows at this size, when it has been looked at and what it asks is answered."""
    page.wait_for_function(ARRIVED, arg=number)
    where = f"{scene.question} at {page.viewport_size['width']}"
    page.evaluate(SETTLED)
    text, first = page.evaluate("seenText()"), page.evaluate("globalThis.firstSeen")
    assert page.evaluate(TITLE) == scene.question and scene.question in text, where
    if not scene.says:
        before, after = set(first.split("\n")), set(text.split("\n"))
        late, gone = sorted(after - before)[:8], sorted(before - after)[:8]
        assert not late and not gone, f"{where}: the title came before {late}, and with {gone}"
        named, part = re.search(r"-part=([^&#]+)", scene.address), page.evaluate(PART)
        assert not (named and part) or part == unquote_plus(named[1]), where
    assert not page.evaluate(PALE), f"{where}: something is pale"
    assert len(text.split("\n")) >= 4, f"{where}: nothing is there"
    assert below(page.evaluate(SIZES), SMALLEST) == [], where
    assert page.evaluate(REPLIES) == [], f"{where}: answered before it was asked"
    assert scene.says or page.evaluate(WAITS) == scene.asks, (
        f"{where}: what is hatched is not asked"
    )
    assert scene.says or fits(page, HATCHED if scene.asks else 0), (
        f"{where}: {page.evaluate(HIDDEN)}"
    )
    if not scene.asks:
        return text
    page.keyboard.press("PageDown")
    page.wait_for_function(f"!({WAITS})() && ({REPLIES})().length")
    page.evaluate(SETTLED)
    assert fits(page, 0), f"{where}, answered: {page.evaluate(HIDDEN)}"
    assert page.evaluate("glassboxFigures.stage.at") == number, where
    assert below(page.evaluate(SIZES), SMALLEST) == [], f"{where}, answered"
    return f"{text}\n{page.evaluate('seenText()')}"


def fits(page, below_the_footer: int) -> bool:
    """Whether all of the scene is on the screen, at the latest when its figures have followed a new size."""
    for _ in range(100):
        low, wide, scrolled = page.evaluate(HIDDEN)
        if low <= below_the_footer and not (wide or scrolled):
            return True
        page.wait_for_timeout(250)
    return False
