"""Nothing on the screen answers a question before it is asked.

Every part of every page, and every scene that asks, is opened in a real browser and left unanswered. What can
be read there (titles, subtitles, figures, tables, captions; not what is hatched, not the question's own box) is
searched for the words and numbers of the right option, which *Show it* tells afterwards.
"""

import re
from importlib import import_module
from urllib.parse import quote_plus

import pytest

from lessons import LESSONS
from lessons.kit.scenes import of_lesson
from tests.kit.giveaways import Open, giveaways, spellings, telling_numbers
from tests.kit.lesson_texts import plain
from tests.kit.questions import module, questions
from tests.kit.visible import visible

NAMES = [lesson.name for lesson in LESSONS]
QUICK = ("alignment",)  # in `make test`; the others are slow
AROUND = ".st-key-head, .st-key-lesson, [data-present]"
# What may be read all the same: lesson, the words or number, and why this tells nothing.
TELLS_NOTHING: dict[str, dict[str, str]] = {
    "ablations": {
        "99.8%": "the whole model's score, with which the hatched columns are compared",
        "99.9%": "the whole model's score on the other task, of which this part is shown, too",
    },
    "alignment": {
        "83%": "the weights as used; the question is about the other column, which is hatched",
        "98.7%": "right translations of the model as it is, before the change",
    },
    "pictures": {
        "98%": "of the captioner that has seen drawings by hand, not of the one asked about",
        "1,500": "steps of the longer training, named in the list of models",
    },
    "embeddings": {
        "5.66": "the length of a position; that of a fresh row, which decides, is hatched"
    },
    "bert": {"98.4%": "of the model that looks both ways, of which the question itself tells it"},
    "finetuning": {
        "109,568": "parameters of the body; the head's size, which is asked for, is hatched"
    },
}
# What readers of the pages found there before an answer, where no word of an option gives it away.
FOUND_BY_READERS = {
    ("sequences", "time"): (r"(?<!\d)0?\.0074",),
    ("pictures", "hard"): (r"gives no gradient",),
    ("memory", "hops"): (r"half right need not", r"As many looks as facts"),
    ("cost", "operators"): (r"whatever stands there", r"By distance, by content"),
    ("cost", "paths"): (r"One place further with each layer", r"\b15\b until the last"),
    ("training", "adam"): (r"about one learning rate", r"however steep"),
    ("masks", "cheat"): (r"has seen (it|the answer)",),
    ("positions", "lab"): (r"repeats every 6\.3",),
}
ASKED = """() => {
  const box = document.querySelector(":is(.st-key-asked, .st-key-replied)");
  const said = box.querySelector("[data-testid=stMarkdown]");
  const buttons = [...box.querySelectorAll('[class*="st-key-predict-"]:not([class*="-show"]) button')];
  return { said: said.innerText, options: buttons.map((button) => button.innerText.trim()) };
}"""
SHOW = "document.querySelector('[class*=st-key-show-] button').click()"
# Everything that belongs to the view is drawn, and a scene has come with its title.
DRAWN = """() => document.querySelector("[data-test-script-state=notRunning]")
  && !document.documentElement.classList.contains("coming")
  && [...document.querySelectorAll(".st-key-main [data-testid=stBidiComponentIsolated]")]
    .filter((place) => place.checkVisibility()).every((place) => place.getBoundingClientRect().height > 20)"""


def views(lesson: str) -> list[tuple[str, str]]:
    """What is opened: the name of a part, or “scene 3”, and its address."""
    parts = getattr(import_module(f"lessons.{lesson}"), "PARTS", {"": ("", "")})
    opened = [
        (part, f"{lesson}?{lesson}-part={quote_plus(title)}" if part else lesson)
        for part, (title, _) in parts.items()
    ]
    for number, scene in enumerate(of_lesson(lesson), start=1):
        if scene.asks and "answered=true" not in scene.address:
            address, _, place = f"{lesson}{scene.address}".partition("#")
            places = "&".join(filter(None, [place, f"present={lesson}/{number}"]))
            opened.append((f"scene {number}", f"{address}#{places}"))
    return opened


def open_view(page, url: str) -> None:
    """Open an address as a new visitor, and wait for all that is drawn there."""
    if page.url.startswith("http"):
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
    page.goto("about:blank")
    page.goto(url)
    page.locator(".st-key-lesson").wait_for(state="attached")
    settled(page)


def settled(page) -> None:
    """Wait until all is drawn, and what can be read stays the same."""
    before, same = "", 0
    while same < 3:
        page.wait_for_function(DRAWN)
        page.wait_for_timeout(150)
        now = visible(page, f"{AROUND}, .st-key-predict")
        before, same = now, same + 1 if now == before else 0


def waiting(page) -> Open | None:
    """The question of the open view; None where it asks nothing."""
    if not page.locator(".st-key-asked").count():
        return None
    box = page.evaluate(ASKED)
    return Open(box["said"], tuple(box["options"]), visible(page, AROUND))


def of_each_column(page, lesson: str, asked: Open) -> list[tuple[Open, str, str]]:
    """The questions of a page that asks one for each column: each with its right option and the reason."""
    box = plain(page.locator(".st-key-asked").inner_text())
    here = [one.prediction for one in questions(lesson) if plain(one.prediction.question) in box]
    return [
        (Open(one.question, tuple(one.options), asked.visible), one.right, one.reason)
        for one in here
    ]


def answer(page) -> tuple[str, str]:
    """The right option and its reason, as *Show it* gives them."""
    page.evaluate(SHOW)
    page.locator(".st-key-asked").wait_for(state="detached")
    settled(page)
    box = page.evaluate(ASKED)
    (right,) = (option for option in box["options"] if option.startswith("✓"))
    return right.removeprefix("✓").strip(), box["said"]


def without_question(lesson: str, view: str) -> bool:
    """Whether the lesson's own list of questions says so."""
    return getattr(module(lesson), "ELSEWHERE", {}).get(view) == "it asks nothing"


def told(lesson: str, view: str, asked: Open, right: str, reply: str) -> list[str]:
    """What gives the answer away in a view, without what is known to tell nothing."""
    known = TELLS_NOTHING.get(lesson, {})
    by_words = [piece for piece in giveaways(asked, right, reply) if piece not in known]
    patterns = FOUND_BY_READERS.get((lesson, view), ())
    return by_words + [pattern for pattern in patterns if re.search(pattern, asked.visible)]


@pytest.mark.parametrize(
    "lesson",
    [pytest.param(n, marks=pytest.mark.always if n in QUICK else ()) for n in NAMES],
)
def test_nothing_answers_a_question_before_it_is_asked(lesson, page, app):
    leaks, page_asks = [], False
    page.set_viewport_size({"width": 1440, "height": 900})
    for view, address in views(lesson):
        open_view(page, f"{app.url}/{address}")
        asked = waiting(page)
        if asked is None:
            assert without_question(lesson, view), f"{lesson} › {view} asks nothing"
            continue
        page_asks = True
        assert len(asked.visible) > 200, f"{lesson} › {view} is empty: {asked.visible}"
        several = of_each_column(page, lesson, asked) if not asked.options else []
        for case in several or [(asked, *answer(page))]:
            leaks += [
                f"{lesson} › {view}: {case[0].question}\n  {case[0].options}\n  gives away: {piece}"
                for piece in told(lesson, view, *case)
            ]
    assert page_asks and not leaks, "\n".join(["", *leaks])


PLANTED = """
<div class="st-key-head">A subtitle: fewer than one in twenty rows survive</div>
<div class="st-key-lesson">
  <div id=host></div><table><tr><td>row</td><td>0.34</td></tr></table>
  <div style="visibility: hidden">under a cover, 71.2%</div>
  <div class="st-key-predict">about one in three</div>
</div>
<script>host.attachShadow({ mode: "open" }).innerHTML = "<svg><text>at place 47.5</text></svg>"</script>"""


def test_a_planted_giveaway_is_found(browser):
    """In a subtitle, in the shadow root of a figure, in a table cell; not under a cover, not in the question."""
    page = browser.new_page()
    page.set_content(PLANTED)
    options = ("fewer than one in twenty", "about one in three", "more than nine in ten")
    asked = Open("How many of 10 letters?", options, visible(page, AROUND))
    page.close()
    right, reply = options[0], "It copies 34% of 8 letters, 47.5 of 71.2% and 3.1 more."
    assert giveaways(asked, right, reply) == [right, "34%", "47.5"]
    assert giveaways(asked, options[1], "Measured: 71.2%.") == []


def test_a_word_or_number_that_others_share_tells_nothing():
    words = Open(
        "Where does it look?", ("the", "european", "economic"), "the european economic area"
    )
    assert giveaways(words, "economic", "It gets 1.00 of the weight.") == []
    counted = Open("How many numbers?", ("fewer", "just as many", "more"), "12 words, 4 rows, 192")
    assert giveaways(counted, "just as many", "Each has 192 numbers.") == []
    assert telling_numbers("3.5 and 12% of 1,536, or 10", "12% of what?") == ["3.5", "1,536"]
    assert spellings("12.5%") == {"12.5%", "0.125", ".125"}
    rows = " ".join(f"0.{share}" for share in range(10, 50))
    for numbers, by_chance in (("0.37 0.38", False), (rows, True)):
        filled = Open("How much?", ("little", "much"), numbers)
        assert giveaways(filled, "much", "It gets 0.37.") == ([] if by_chance else ["0.37"])
