"""Nothing that is shown answers an open question: every part of every page, in a real browser, looked
through for the numbers and words of the answer before the click, and again after it."""

import importlib
import re
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote_plus

import pytest

import lessons
from lessons import LESSONS
from lessons.attention import CHANGED
from lessons.decoding import results as decoding
from lessons.embeddings import results as embeddings
from lessons.machine import results as machine
from lessons.positions import results as positions
from lessons.tokens import results as tokens
from tests.kit.app import still
from tests.kit.visible import visible

NARROW = {"width": 1024, "height": 768}
WITHIN = ".st-key-lesson"  # below it are the source and the lesson's text
COVER = "Answer the question first, or show it."
ANSWERED = "Answer first; then you see."  # stands there until somebody does
PARTS = {
    lesson.name: getattr(importlib.import_module(f"lessons.{lesson.name}"), "PARTS", {"": ()})
    for lesson in LESSONS
}
# Parts without a question, and those whose figures have tests of their own: a training in the next test,
# the covered columns in tests/lessons/ablations/test_browser.py.
ELSEWHERE = {
    *(("embeddings", "scores"), ("decoding", "sampling"), ("decoding", "drafting")),
    *(("decoding", "bleu"), ("ablations", ""), ("attention", "hand"), ("scores", "head")),
    *(("training", part) for part in ("train", "film", "compare")),
    ("your_layer", "compare"),  # what is asked about is shown nowhere
}


@dataclass(frozen=True)
class Case:
    """A part with its question, and what tells its answer: a pattern."""

    lesson: str
    part: str
    key: str  # of the question
    tells: str
    covered: bool = True  # whether something is covered while it is open
    address: str = ""  # of what shows the answer, where that is not what the part opens with
    place: str = ""  # in the figure, named by a link, where the answer stands


@cache
def cases() -> list[Case]:
    """Lesson by lesson. What tells is taken from the answers, which are computed."""
    model = "english_french"
    asked = {part: positions.predict(part).reason for part in PARTS["positions"]}
    asked |= {
        part: found.reason
        for part in PARTS["embeddings"]
        if (found := embeddings.predict(part, model))
    }

    def told(part: str, pattern: str) -> str:
        return re.search(pattern, asked[part])[1]

    one, two = re.search(r"nearest to \*guitar\* are (\w+) \S+, (\w+)", asked["map"]).groups()
    rotary, spread = told("length", r"rotary (\d+)%"), told("score", r"content–content (\d\.\d\d)")
    change, place = told("why", r"is (\d)\.\de-07"), told("sum", r"position (\d\.\d\d)")
    hits, step = told("pairs", r"^(\d+ of \d+)"), embeddings.predict("film", model).right[5:]
    ties = tokens.learned(lessons.tokens.OPENING, "first_seen", "characters", "own").merges[0].ties
    film = embeddings.predict("film", model).sentence.replace("film:", "embeddings-film=")
    differ = re.search(r"“it” by (\d+\.\d\d)", machine.predict("model").reason)[1]
    it, beam = "“it” looks (most )?at “street”", decoding.predict().sentence
    return [
        Case("machine", "model", "machine-model", rf"\b{differ}\b"),
        Case("machine", "writing", "machine-writing", r"words to mend: \d"),
        Case("attention", "model", model, it, covered=False),
        Case("attention", "model", model, it, address=f"text={quote_plus(CHANGED)}"),
        Case("tokens", "", "tokens", f"{ties} pairs tie", covered=False),
        Case("tokens", "", "tokens", "Merge 1 ?:", covered=False, place="tokens-player=1"),
        Case("embeddings", "map", "embeddings-map", rf"{one} 0\.\d+ {two} 0\.\d+", covered=False),
        Case("embeddings", "film", "embeddings-film", f"After {step} of", covered=False, place=film),
        Case("embeddings", "pairs", "embeddings-pairs", f"{hits} right"),
        Case("embeddings", "sum", "embeddings-sum", rf"\b{place}\b"),
        Case("positions", "why", "positions-why", rf"\b{change}\.\d+e−7"),
        Case("positions", "lab", "positions-lab", told("lab", r"= (0\.\d{4})")),
        Case("positions", "slides", "positions-slides", r"\b0\.0100\b", covered=False),
        Case("positions", "score", "positions-score", rf"\b{spread}\b"),
        Case("positions", "length", "positions-length", f"rotary {rotary} %"),
        Case("masks", "paint", "masks-paint", "we may look at: we, sing, ⟨pad⟩", covered=False),
        Case("masks", "leak", "masks-leak", "The mask in layer 1", address="masks-letter=mask+B"),
        Case("masks", "cheat", "masks-cheat", r"5\.\d+ bits a letter without a mask"),
        Case("heads", "roles", "heads-roles", r"\d of 18 heads have a clear pattern"),
        Case("heads", "patch", "heads-patch", "from 7.59 to −7.41", place="heads-patch=source/1/3/9/written"),
        Case("heads", "copying", "heads-copying", "2 layers, periods by lot, 99 % right"),
        Case("block", "stream", "block-stream", "2 cross-attention"),
        Case("block", "norm", "block-hand", r"11\.1803", place="block-figure-hand=2/1/6"),
        Case("block", "norm", "block-depth", "words alike", address="block-view=2+to+24+layers"),
        Case("block", "units", "block-units", "14 of 256 units"),
        Case("scores", "functions", "scores-functions", r"answer: 4115\.1"),
        Case("scores", "root", "scores-root", "It vanishes"),
        Case("your_layer", "write", "your_layer-write", "no future leak"),
        Case("your_layer", "source", "your_layer-source", "They part at query", address="your_layer-name=rotary"),
        Case("training", "adam", "training-adam-", "step 1 of 40", covered=False, place="training-adam=run/1"),
        Case("decoding", "tree", "decoding", f"Beam search for “{beam}”", covered=False),
        Case(*("decoding", "tree", "decoding", "rank 1: kept"), address=f"decoding-text={quote_plus(beam)}"),
    ]  # fmt: skip


# Only when a test runs: every process of `pytest -n` reads this file, and one computes the answers.
ASKED = [name for name, parts in PARTS.items() if any((name, p) not in ELSEWHERE for p in parts)]


def address(case: Case) -> str:
    """Where the part is."""
    place = "" if case.lesson == getattr(lessons, "FRONT", "") else case.lesson
    part = PARTS[case.lesson][case.part]
    chosen = [f"{case.lesson}-part={quote_plus(part[0])}"] if part else []
    hash = f"#{case.place}" if case.place else ""
    return f"/{place}?{'&'.join([*chosen, *filter(None, [case.address])])}{hash}"


def opened(page, url: str) -> None:
    """Open an address, and wait until all that belongs to it is drawn, covered or not."""
    page.goto(url)
    page.get_by_text("Predict first", exact=True).wait_for()
    drawn(page)


def drawn(page) -> None:
    page.wait_for_function(
        "[...document.querySelectorAll('.st-key-main [data-testid=stBidiComponentIsolated]')]"
        ".every((place) => place.getBoundingClientRect().height > 60)"
    )
    still(page)


def until(page, pattern: str) -> None:
    """Wait until somebody can read it."""
    for _ in range(120):
        if re.search(pattern, said := visible(page, WITHIN)):
            return
        page.wait_for_timeout(250)
    raise AssertionError(f"{pattern!r} is not to be seen in: {said}")


def place(page) -> tuple[int, int]:
    """Top and height of what may be covered."""
    box = page.locator(".st-key-telling-figure").first.bounding_box()
    return round(box["y"]), round(box["height"])


def settled(page) -> tuple[int, int]:
    """The same once no figure is on its way to another size."""
    before = None
    while before != (now := place(page)):
        before = now
        page.wait_for_timeout(150)
    return now


def come(page, app, case: Case, first: bool) -> None:
    """To the question: in a new visit, or as somebody does who goes on to the next part."""
    if first or case.address or case.place:
        if not first:  # this visitor comes for the first time
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
        opened(page, app.url + address(case))
        return
    name = PARTS[case.lesson][case.part][0]
    page.locator(".st-key-parts").get_by_text(name, exact=True).click()
    page.locator(f".st-key-predict-{case.key}-0 button").wait_for()
    drawn(page)


def show_it(page, case: Case) -> None:
    """In the panel: go where the answer is seen, if that is not what is shown."""
    button = page.locator(f".st-key-predict-{case.key}-show button")
    if button.count():
        button.click()


@pytest.mark.slow
def test_every_part_is_looked_at():
    named = {(case.lesson, case.part) for case in cases()} | ELSEWHERE
    assert named == {(lesson, part) for lesson, parts in PARTS.items() for part in parts}


@pytest.mark.parametrize("lesson", ASKED)
def test_the_answer_is_seen_only_after_an_answer(page, app, lesson):
    """Part by part: an answer to one question uncovers nothing of the next."""
    page.set_viewport_size(NARROW)
    for case in (every := [case for case in cases() if case.lesson == lesson]):
        come(page, app, case, first := case is every[0])
        if first:
            question_is_above(page)
            page.set_viewport_size({"width": 1440, "height": 960})
            page.wait_for_function("innerWidth === 1440")
        page.get_by_text(ANSWERED).wait_for()
        before = visible(page, WITHIN)
        assert not re.search(case.tells, before), f"{case}: told before an answer"
        assert (COVER in before) == case.covered, case
        where = settled(page) if case.covered else None
        page.locator(f".st-key-predict-{case.key}-0 button").click()
        page.get_by_text(ANSWERED).wait_for(state="detached")
        if case.covered:
            page.get_by_text(COVER).wait_for(state="detached")
            for _ in range(50):  # a figure that is just painted finds its height in its own time
                if place(page) == pytest.approx(where, abs=3):
                    break
                page.wait_for_timeout(100)
            assert place(page) == pytest.approx(where, abs=3), f"{case}: nothing jumps"
        if not re.search(case.tells, visible(page, WITHIN)):
            show_it(page, case)
        until(page, case.tells)


def test_show_it_uncovers_without_an_answer_and_so_does_a_teachers_link(page, app):
    case = next(c for c in cases() if c.key == "positions-score")
    opened(page, app.url + address(case))
    page.get_by_role("button", name="Show it").click()
    until(page, case.tells)
    panel = page.locator(".st-key-panel-predict")
    panel.get_by_role("button", name="✓").wait_for()
    assert "Yes." not in panel.inner_text() and "✗" not in panel.inner_text()
    opened(page, f"{app.url}{address(case)}&answered=true")
    until(page, case.tells)
    assert "answered=true" in page.url, "a link that is copied says the same"


def test_a_training_tells_nothing_before_an_answer(page, app):
    """The floor while it trains; when a head of the finished one finds its words."""
    floor = r"floor 0\.594|0\.5937"
    opened(page, f"{app.url}/training?training-part=Train")
    page.get_by_role("button", name="Train", exact=True).click()
    page.locator(".st-key-training-curve").wait_for()
    until(page, r"Step \d+ of 300|Done")
    assert not re.search(floor, visible(page, WITHIN)) and COVER in visible(page, WITHIN)
    page.locator(".st-key-predict-training-train--0 button").click()
    until(page, floor)
    both = "looks most at the right word for"
    opened(page, f"{app.url}/training?training-part=Film")
    assert COVER in visible(page, WITHIN) and both not in visible(page, WITHIN)
    page.locator("[class*=st-key-predict-training-film-] button").first.click()
    until(page, both)
    assert not re.search(r"floor \d", visible(page, WITHIN)), "another part asks for it"
    opened(page, f"{app.url}/training?training-part=Film&answered=true")
    until(page, r"floor \d")


def question_is_above(page) -> None:
    """On a small screen the question comes before the picture, and is seen without scrolling."""
    panel = page.locator(".st-key-panel-predict").bounding_box()
    figures = page.locator(".st-key-main [data-testid=stBidiComponentIsolated]")
    tops = [figures.nth(n).bounding_box()["y"] for n in range(figures.count())]
    assert panel["y"] + panel["height"] < min(tops, default=10_000)
    assert panel["y"] + panel["height"] < NARROW["height"]


@pytest.mark.parametrize("name", sorted(set(PARTS) - set(ASKED)))
def test_the_question_stands_above_where_nothing_else_is_asked(page, app, name):
    page.set_viewport_size(NARROW)
    opened(page, app.url + address(Case(name, "", "", "")))
    question_is_above(page)


def test_what_is_looked_for_would_be_found(browser):
    """A leak in a shadow root, in a label, or behind a child that is seen again; not what is covered."""
    page = browser.new_page()
    page.set_content("""
        <div id=host></div><p aria-label="a label told">x</p>
        <div style="visibility: hidden">covered <b style="visibility: visible">shown again</b></div>
        <details><summary>open me</summary>folded</details>
        <div class="st-key-panel-predict">an option</div>
        <script>host.attachShadow({ mode: "open" }).innerHTML = "<svg><text>in a figure</text></svg>";</script>""")
    said = visible(page)
    for told in ("in a figure", "a label told", "shown again", "open me"):
        assert told in said
    for kept in ("covered", "folded", "an option", "attachShadow"):
        assert kept not in said
    page.close()
