"""The embedding map in a real browser: picked, turned, played, linked; in a file and in the app."""

import re

import pytest
from playwright.sync_api import expect

from lessons.embeddings import TRANSLATOR, results
from lessons.figures.embedding_map import agreement_map, embedding_map, training_map
from lessons.models.shipped import SENTENCE
from transformer.weights import film as films
from transformer.weights import load

OVERLAPS = """(() => {
  const boxes = [...root.querySelectorAll('.names text')].map((t) => t.getBoundingClientRect());
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
    a.left + 2 < b.right && b.left + 2 < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom)).length;
})()"""
MARKS = """[...root.querySelectorAll('.marks path')].map(
  (mark) => mark.getAttribute('transform').split(') ')[0])"""
TITLES = ".word-plot .titles text"


def at(mark: str) -> tuple[float, float]:
    """Where it lies in the picture."""
    x, y = re.findall(r"-?[\d.]+", mark)[:2]
    return float(x), float(y)


def spot(shown, i: int) -> tuple[float, float]:
    """Where mark i lies on the page."""
    box = shown.page.locator(".word-plot").bounding_box()
    x, y = at(shown.run(MARKS)[i])
    return box["x"] + x, box["y"] + y


def head(shown):
    return shown.page.locator(".word-head h3")


@pytest.fixture(scope="module")
def trained():
    return load(TRANSLATOR)


@pytest.fixture(scope="module")
def film(trained):
    return training_map(trained, films.load(TRANSLATOR), "street")


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
    expect(head(shown)).to_have_text("tired")
    assert shown.page.locator(".word-row bdi").all_inner_texts() == near + seen
    both = len(set(near) & set(seen))
    expect(shown.page.locator(".word-sum")).to_have_text(
        f"{both} of {len(near)} are in both lists."
    )
    cosines = shown.page.locator(".word-row i").all_inner_texts()
    assert cosines == [f"{c:.2f}" for c in figure.arrays["cosines"].values[row]]
    bold = shown.page.locator(".word-row.both bdi").all_inner_texts()
    assert sorted(bold) == sorted([word for word in near + seen if word in near and word in seen])
    expect(shown.page.locator(".word-table bdi")).to_have_text("tired =", use_inner_text=True)
    # the sentence
    shown.page.get_by_role("button", name="street").click()
    expect(head(shown)).to_have_text("street")
    # the picture: the mark that lies farthest to the right has no other near it
    x = figure.arrays["points"].values[:, 0]
    shown.page.mouse.click(*spot(shown, int(x.argmax())))
    expect(head(shown)).to_have_text(words(figure, [x.argmax()])[0])
    # a neighbour in the list
    first = words(figure, figure.arrays["near"].values[x.argmax()])[0]
    shown.page.locator(".word-row").first.click()
    expect(head(shown)).to_have_text(first)
    # the table: the row above the chosen one
    table = shown.page.locator("[role=listbox]")
    table.press("ArrowUp")
    above = [p["label"] for p in figure.header["points"]].index(first) - 1
    expect(head(shown)).to_have_text(words(figure, [above])[0])
    shown.at(f"2d/{above + 1}")
    shown.page.keyboard.press("Escape")
    expect(shown.page.locator(".word-empty")).to_be_visible()


def test_names_do_not_overlap_in_two_and_three_dimensions(show, figure):
    shown = show(figure, "#figure=3d/30")
    assert len(shown.texts(TITLES)) == 3 and shown.run(OVERLAPS) == 0
    share = figure.arrays["share"].values
    assert shown.texts(TITLES)[2] == f"axis 3: {100 * share[2]:.1f} % of the variance"
    expect(head(shown)).to_have_text(words(figure, [29])[0])
    before, (x, y) = shown.run(MARKS), spot(shown, 0)
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    shown.page.mouse.move(x + 120, y + 40, steps=6)
    shown.page.mouse.up()
    assert shown.run(MARKS) != before, "it turns"
    assert shown.run(OVERLAPS) == 0
    expect(head(shown)).to_have_text(words(figure, [29])[0])  # turning is not picking
    shown.page.keyboard.press("d")
    assert len(shown.texts(TITLES)) == 2 and shown.run(OVERLAPS) == 0


def test_the_wheel_belongs_to_the_page_until_the_picture_is_clicked(show, figure):
    shown = show(figure)
    box = shown.page.locator(".word-plot").bounding_box()
    before, middle = shown.run(MARKS), (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    shown.page.mouse.move(*middle)
    shown.page.mouse.wheel(0, 200)
    shown.wait(lambda: shown.page.evaluate("scrollY") > 0)
    assert shown.run(MARKS) == before
    shown.page.evaluate("scrollTo(0, 0)")
    shown.page.mouse.click(*middle)
    shown.page.mouse.wheel(0, -200)
    shown.wait(lambda: shown.run(MARKS) != before)
    assert shown.page.evaluate("scrollY") == 0
    shown.page.get_by_role("button", name="Whole picture").click()
    assert shown.run(MARKS) == before


def test_marks_are_where_the_projection_puts_them_and_a_part_of_speech_can_be_brought_out(
    show, figure
):
    """One scale for both axes, and the second axis upwards."""
    shown = show(figure)
    places = [at(mark) for mark in shown.run(MARKS)]
    points = figure.arrays["points"].values
    for i, j in ((10, 300), (50, 200)):
        dx, dy = (b - a for a, b in zip(places[i], places[j], strict=True))
        px, py = points[j, :2] - points[i, :2]
        assert dx / px == pytest.approx(-dy / py, rel=0.02)

    shown.page.get_by_role("button", name=re.compile("^verb")).click()
    opacity = "[...root.querySelectorAll('.marks path')].map((m) => m.getAttribute('opacity'))"
    faint = [float(value) < 0.2 for value in shown.run(opacity)]
    verb = next(n for n, part in enumerate(figure.header["parts"]) if part["title"] == "verb")
    for point, pale in zip(figure.header["points"], faint, strict=True):
        assert not (pale and point["part"] == verb), point["label"]
    assert sum(faint) > 200


def test_the_film_plays_and_says_how_little_it_shows(show, film):
    shown = show(film.at(frame=1), still=True)
    share = film.arrays["share"].values
    assert shown.texts(TITLES)[0] == f"axis 1: {100 * share[0, 0]:.1f} % of the variance"
    lists = shown.page.locator(".word-row bdi")
    row = film.header["start"]["word"]
    assert lists.all_inner_texts() == words(film, film.arrays["near"].values[0, row])
    first = shown.run(MARKS)
    shown.page.locator("input[type=range]").fill("16")
    assert shown.texts(TITLES)[0] == f"axis 1: {100 * share[15, 0]:.1f} % of the variance"
    assert lists.all_inner_texts() == words(film, film.arrays["near"].values[15, row])
    assert shown.run(MARKS) != first
    expect(shown.page.locator(".caption")).to_contain_text("After 1500 of 1500 steps")
    shown.page.keyboard.press("ArrowLeft")
    expect(shown.page.locator(".word-film b")).to_have_text("step 1000")
    shown.page.locator("input[type=range]").fill("1")
    shown.page.get_by_role("button", name="play").click()
    shown.later(3000)
    expect(shown.page.locator(".word-film b")).not_to_have_text("step 0")
    shown.page.get_by_role("button", name="pause").click()


def test_marks_glide_between_frames_and_end_where_they_belong(show, film):
    end = show(film, "#figure=9/0", still=True).run(MARKS)
    shown = show(film.at(frame=8))
    begun = shown.run(MARKS)
    shown.page.keyboard.press("ArrowRight")
    assert shown.run(MARKS) == begun != end
    shown.later(100)
    between = shown.run(MARKS)
    shown.later(100)
    assert shown.run(MARKS) not in (begun, between, end), "they go on"
    assert between not in (begun, end), "they do not jump"
    shown.later(2000)
    assert shown.run(MARKS) == end


def test_every_pair_is_shown_with_its_answer(show, trained):
    figure = agreement_map(trained)
    shown, pairs = show(figure), figure.header["pairs"]
    rows = shown.page.locator(".pair-scroll tbody tr")
    assert len(pairs) == figure.header["score"]["count"]
    expect(rows).to_have_count(len(pairs))
    expect(rows.locator("td:nth-child(2).right")).to_have_count(figure.header["score"]["hits"])
    expect(rows.locator("td:nth-child(3).right")).to_have_count(figure.header["score"]["baseline"])
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


def test_in_the_app_a_typed_word_is_picked_and_the_address_keeps_it(page, app):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{app.url}/embeddings?answered=true")  # the question is about guitar
    picked = page.locator(".word-head h3")
    expect(picked).to_have_text("tired")
    box = page.get_by_label("Sentence")
    box.fill("my guitar")
    box.press("Enter")
    expect(picked).to_have_text("guitar")
    near = results.map(TRANSLATOR, "source", results.reading(TRANSLATOR, "my guitar"))
    row = near.header["start"]["word"]
    neighbour = int(near.arrays["near"].values[row][0])
    first = words(near, [neighbour])[0]
    expect(page.locator(".word-row bdi").first).to_have_text(first)
    page.locator(".word-row").first.click()
    expect(picked).to_have_text(first)
    page.wait_for_url(re.compile(rf"=2d/{neighbour + 1}\b"))
    page.reload()  # what a link holds
    expect(picked).to_have_text(first)
    box.fill("xqz")
    box.press("Enter")
    page.get_by_text("“xqz” is not among").wait_for()
    expect(page.locator(".word-empty")).to_be_visible()
    width = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
    assert width <= 1440
    assert errors == []
