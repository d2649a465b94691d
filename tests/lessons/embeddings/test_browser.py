"""The embedding map in a real browser: picked, turned, played, linked; in a file and in the app."""

import re

import pytest
from playwright.sync_api import expect

from lessons.embeddings import TRANSLATOR, results
from lessons.figures.embedding_map import agreement_map, embedding_map, training_map
from lessons.trainings.shipped import SENTENCE
from transformer.weights import film as films
from transformer.weights import load

INSIDE = "document.querySelector('[data-glassbox]').shadowRoot"
OVERLAPS = """() => {
  const boxes = [...ROOT.querySelectorAll('.names text')].map((t) => t.getBoundingClientRect());
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
    a.left + 2 < b.right && b.left + 2 < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom)).length;
}""".replace("ROOT", INSIDE)


class Shown:
    """A saved figure with networking off; `close` fails on any error or request."""

    def __init__(self, browser, path, **options):
        self.context = browser.new_context(viewport={"width": 1200, "height": 1000}, **options)
        self.context.set_offline(True)
        self.page, self.problems, self.path = self.context.new_page(), [], path
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("dialog", lambda dialog: self.problems.append("a dialog opened"))
        self.page.on(
            "console", lambda m: self.problems.append(m.text) if m.type == "error" else None
        )
        self.page.on(
            "request", lambda r: None if r.url.startswith("file:") else self.problems.append(r.url)
        )

    def open(self, address=""):
        self.page.goto("about:blank")
        self.page.goto(f"file://{self.path}{address}")
        self.page.locator(".word-plot .marks path").first.wait_for()
        return self

    def marks(self) -> list[str]:
        return self.page.evaluate(
            f"() => [...{INSIDE}.querySelectorAll('.marks path')].map((m) => m.getAttribute('transform').split(') ')[0])"
        )

    def spot(self, i: int) -> tuple[float, float]:
        box = self.page.locator(".word-plot").bounding_box()
        x, y = map(float, re.findall(r"-?[\d.]+", self.marks()[i])[:2])
        return box["x"] + x, box["y"] + y

    def titles(self) -> list[str]:
        return self.page.locator(".word-plot .titles text").all_text_contents()

    def head(self):
        return self.page.locator(".word-head h3")

    def close(self):
        self.context.close()
        assert self.problems == []


@pytest.fixture
def show(browser, tmp_path):
    opened = []

    def function(figure, address="", **options) -> Shown:
        path = figure.save(tmp_path / f"figure{len(opened)}.html")
        opened.append(Shown(browser, path, **options).open(address))
        return opened[-1]

    yield function
    for shown in opened:
        shown.close()


@pytest.fixture(scope="module")
def trained():
    return load(TRANSLATOR)


@pytest.fixture(scope="module")
def figure(trained):
    return embedding_map(trained, "source", SENTENCE.split())


def words(figure, rows) -> list[str]:
    return [figure.header["points"][int(row)]["label"] for row in rows]


def test_a_word_is_picked_in_picture_sentence_list_and_table(show, figure):
    shown = show(figure)
    row = figure.header["start"]["word"]
    near = words(figure, figure.arrays["near"].values[row])
    seen = words(figure, figure.arrays["seen2"].values[row])
    expect(shown.head()).to_have_text("tired")
    assert shown.page.locator(".word-row bdi").all_inner_texts() == near + seen
    both = len(set(near) & set(seen))
    expect(shown.page.locator(".word-sum")).to_have_text(
        f"{both} of {len(near)} are in both lists."
    )
    cosines = shown.page.locator(".word-row i").all_inner_texts()
    assert cosines == [f"{c:.2f}" for c in figure.arrays["cosines"].values[row]]
    bold = shown.page.locator(".word-row.both bdi").all_inner_texts()
    assert sorted(bold) == sorted([word for word in near + seen if word in near and word in seen])
    assert shown.page.locator(".word-table bdi").inner_text() == "tired ="
    # the sentence
    shown.page.get_by_role("button", name="street").click()
    expect(shown.head()).to_have_text("street")
    # the picture: the mark that lies farthest to the right has no other near it
    x = figure.arrays["points"].values[:, 0]
    shown.page.mouse.click(*shown.spot(int(x.argmax())))
    expect(shown.head()).to_have_text(words(figure, [x.argmax()])[0])
    # a neighbour in the list
    first = words(figure, figure.arrays["near"].values[x.argmax()])[0]
    shown.page.locator(".word-row").first.click()
    expect(shown.head()).to_have_text(first)
    # the table: the row above the chosen one
    table = shown.page.locator("[role=listbox]")
    table.press("ArrowUp")
    above = [p["label"] for p in figure.header["points"]].index(first) - 1
    expect(shown.head()).to_have_text(words(figure, [above])[0])
    expect(shown.page).to_have_url(re.compile(f"figure=2d/{above + 1}$"))
    shown.page.keyboard.press("Escape")
    expect(shown.page.locator(".word-empty")).to_be_visible()


def test_names_do_not_overlap_in_two_and_three_dimensions(show, figure):
    shown = show(figure, "#figure=3d/30")
    assert len(shown.titles()) == 3 and shown.page.evaluate(OVERLAPS) == 0
    share = figure.arrays["share"].values
    assert shown.titles()[2] == f"axis 3: {100 * share[2]:.1f} % of the variance"
    expect(shown.head()).to_have_text(words(figure, [29])[0])
    before, (x, y) = shown.marks(), shown.spot(0)
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    shown.page.mouse.move(x + 120, y + 40, steps=6)
    shown.page.mouse.up()
    assert shown.marks() != before, "it turns"
    assert shown.page.evaluate(OVERLAPS) == 0
    expect(shown.head()).to_have_text(words(figure, [29])[0])  # turning is not picking
    shown.page.keyboard.press("d")
    assert len(shown.titles()) == 2 and shown.page.evaluate(OVERLAPS) == 0


def test_the_wheel_belongs_to_the_page_until_the_picture_is_clicked(show, figure):
    shown = show(figure)
    box = shown.page.locator(".word-plot").bounding_box()
    before, middle = shown.marks(), (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    shown.page.mouse.move(*middle)
    shown.page.mouse.wheel(0, 200)
    shown.page.wait_for_timeout(150)
    assert shown.page.evaluate("scrollY") > 0 and shown.marks() == before
    shown.page.evaluate("scrollTo(0, 0)")
    shown.page.mouse.click(*middle)
    shown.page.mouse.wheel(0, -200)
    shown.page.wait_for_timeout(150)
    assert shown.page.evaluate("scrollY") == 0 and shown.marks() != before
    shown.page.get_by_role("button", name="Whole picture").click()
    assert shown.marks() == before


def test_marks_are_where_the_projection_puts_them(show, figure):
    """One scale for both axes, and the second axis upwards."""
    shown = show(figure)
    at = [tuple(map(float, re.findall(r"-?[\d.]+", m)[:2])) for m in shown.marks()]
    points = figure.arrays["points"].values
    for i, j in ((10, 300), (50, 200)):
        (dx, dy), (px, py) = (
            (b - a for a, b in zip(at[i], at[j], strict=True)),
            points[j, :2] - points[i, :2],
        )
        assert dx / px == pytest.approx(-dy / py, rel=0.02)


def test_a_part_of_speech_can_be_brought_out(show, figure):
    shown = show(figure)
    shown.page.get_by_role("button", name=re.compile("^verb")).click()
    faint = shown.page.evaluate(
        f"() => [...{INSIDE}.querySelectorAll('.marks path')].map((m) => Number(m.getAttribute('opacity')) < 0.2)"
    )
    verb = next(n for n, part in enumerate(figure.header["parts"]) if part["title"] == "verb")
    for point, pale in zip(figure.header["points"], faint, strict=True):
        assert not (pale and point["part"] == verb), point["label"]
    assert sum(faint) > 200


def test_the_film_plays_and_says_how_little_it_shows(show, trained):
    film = training_map(trained, films.load(TRANSLATOR), "street").at(frame=1)
    shown = show(film, reduced_motion="reduce")
    share = film.arrays["share"].values
    assert shown.titles()[0] == f"axis 1: {100 * share[0, 0]:.1f} % of the variance"
    lists = shown.page.locator(".word-row bdi")
    row = film.header["start"]["word"]
    assert lists.all_inner_texts() == words(film, film.arrays["near"].values[0, row])
    first = shown.marks()
    shown.page.locator("input[type=range]").fill("16")
    assert shown.titles()[0] == f"axis 1: {100 * share[15, 0]:.1f} % of the variance"
    assert lists.all_inner_texts() == words(film, film.arrays["near"].values[15, row])
    assert shown.marks() != first
    expect(shown.page.locator(".caption")).to_contain_text("After 1500 of 1500 steps")
    shown.page.keyboard.press("ArrowLeft")
    expect(shown.page.locator(".word-film b")).to_have_text("step 1000")
    shown.page.locator("input[type=range]").fill("1")
    shown.page.get_by_role("button", name="play").click()
    expect(shown.page.locator(".word-film b")).not_to_have_text("step 0")
    shown.page.get_by_role("button", name="pause").click()


def test_marks_glide_between_frames_and_end_where_they_belong(show, trained):
    film = training_map(trained, films.load(TRANSLATOR), "street").at(frame=8)
    moving, still = show(film), show(film, "#figure=9/0", reduced_motion="reduce")
    begun, end = moving.marks(), still.marks()
    for _ in range(20):  # a busy machine may draw nothing while they glide
        moving.page.keyboard.press("ArrowRight")
        seen = []
        while end not in seen[-1:] and len(seen) < 2000:
            seen.append(moving.marks())
        assert seen[-1] == end
        if any(marks not in (begun, end) for marks in seen):
            return
        moving.page.keyboard.press("ArrowLeft")
        moving.page.wait_for_timeout(1000)
    raise AssertionError("nobody saw the marks between two frames: they jump")


def test_every_pair_is_shown_with_its_answer(show, trained):
    figure = agreement_map(trained)
    shown, pairs = show(figure), figure.header["pairs"]
    rows = shown.page.locator(".pair-scroll tbody tr")
    assert rows.count() == len(pairs) == figure.header["score"]["count"]
    assert rows.locator("td:nth-child(2).right").count() == figure.header["score"]["hits"]
    assert rows.locator("td:nth-child(3).right").count() == figure.header["score"]["baseline"]
    wrong = next(n for n, pair in enumerate(pairs) if not pair["right"])
    rows.nth(wrong).click()
    said = shown.page.locator(".word-say")
    expect(said).to_contain_text(f"→ “{pairs[wrong]['found']}”")
    expect(said).to_contain_text(f"comes at place {pairs[wrong]['place']}")


def test_hostile_words_stay_text(show, trained):
    shown = show(embedding_map(trained, "source", ["<img src=x onerror=alert(1)>", "the"]))
    chips = shown.page.locator(".word-sentence bdi").all_inner_texts()
    assert chips[0].startswith("<img␣src=x") and shown.page.locator("img").count() == 0
    assert shown.page.locator(".word-sentence button").first.is_disabled()


def test_in_the_app_a_typed_word_is_picked_and_the_address_keeps_it(browser, app):
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{app.url}/embeddings")
    head = page.locator(".word-head h3")
    expect(head).to_have_text("tired", timeout=30_000)
    box = page.get_by_label("Sentence")
    box.fill("my guitar")
    box.press("Enter")
    expect(head).to_have_text("guitar", timeout=10_000)
    near = results.map(TRANSLATOR, "source", results.reading(TRANSLATOR, "my guitar"))
    row = near.header["start"]["word"]
    first = words(near, near.arrays["near"].values[row])[0]
    expect(page.locator(".word-row bdi").first).to_have_text(first)
    page.locator(".word-row").first.click()
    expect(head).to_have_text(first)
    page.wait_for_timeout(300)
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator(".word-head h3")).to_have_text(first, timeout=30_000)
    box.fill("xqz")
    box.press("Enter")
    page.get_by_text("“xqz” is not among").wait_for()
    expect(page.locator(".word-empty")).to_be_visible()
    width = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
    assert width <= 1440
    context.close()
    assert errors == []
