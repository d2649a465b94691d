"""The embedding map in a real browser: picked, turned, played, linked; in a file and in the app."""

import re

import pytest
from playwright.sync_api import expect

from lessons.embeddings import TRANSLATOR, results
from lessons.embeddings.figures.embedding_map import agreement_map, embedding_map, training_map
from lessons.figures.kit.choices import places
from lessons.models.shipped import SENTENCE
from transformer.weights import film as films
from transformer.weights import load

GRAPH = "document.querySelector('.js-plotly-plot')"
OVERLAPS = f"""(() => {{
  const seen = [...{GRAPH}.querySelectorAll('.textpoint text')].filter((t) => t.style.visibility !== 'hidden');
  const boxes = seen.map((t) => t.getBoundingClientRect());
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
    a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom)).length;
}})()"""
NAMES = f"""[...{GRAPH}.querySelectorAll('.textpoint text')].filter(
  (t) => t.textContent && t.style.visibility !== 'hidden').length"""


def drawn(shown, axis="x") -> dict[str, list]:
    """Return the parts of speech of a chart that has come, each with its numbers along an axis."""
    shown.wait(
        lambda: (
            shown.later(100)
            or shown.page.locator(".js-plotly-plot .legend, .gl-container canvas").count()
        )
    )
    return shown.page.evaluate(
        f"(a) => Object.fromEntries({GRAPH}.data.filter((t) => t.name).map((t) => [t.name, t[a]]))",
        axis,
    )


def clicked(shown, number: int) -> None:
    """Return a click on the mark of a word, as Plotly tells of it; `test_in_the_app…` clicks with a mouse."""
    shown.later(500)  # what was chosen before is drawn
    shown.page.evaluate(
        f"(row) => {GRAPH}.emit('plotly_click', {{points: [{{customdata: row}}]}})", number
    )


def head(shown):
    return shown.page.locator(".word-head h2")


@pytest.fixture(scope="module")
def trained():
    return load(TRANSLATOR)


@pytest.fixture(scope="module")
def film(trained):
    return training_map(trained, films.load(TRANSLATOR), "street")


@pytest.fixture(scope="module")
def figure(trained):
    return embedding_map(trained, "source", SENTENCE.split())


def opened(figure) -> int:
    """Return the row of the word that is chosen at first."""
    return places(figure.header)["word"]


def words(figure, rows) -> list[str]:
    return [figure.header["points"][int(row)]["label"] for row in rows]


def test_a_word_is_picked_in_picture_sentence_list_and_table(show, figure):
    shown = show(figure)
    row = opened(figure)
    near = words(figure, figure.arrays["near"].values[row])
    seen = words(figure, figure.arrays["seen2"].values[row])
    expect(head(shown)).to_have_text("tired")
    assert shown.page.locator(".word-row bdi").all_inner_texts() == near + seen
    both = len(set(near) & set(seen))
    expect(shown.page.locator(".word-sum")).to_have_text(
        f"{both} of {len(near)} words are in both lists."
    )
    cosines = shown.page.locator(".word-row i").all_inner_texts()
    assert cosines == [f"{c:.2f}" for c in figure.arrays["cosines"].values[row]]
    bold = shown.page.locator(".word-row.both bdi").all_inner_texts()
    assert sorted(bold) == sorted([word for word in near + seen if word in near and word in seen])
    expect(shown.page.locator(".word-table bdi")).to_have_text("tired =", use_inner_text=True)
    # the sentence
    shown.page.get_by_role("button", name="street").click()
    expect(head(shown)).to_have_text("street")
    # the picture
    x = figure.arrays["points"].values[:, 0]
    drawn(shown)
    clicked(shown, int(x.argmax()))
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


@pytest.mark.parametrize(
    ("place", "width"),
    [
        ("2d/30", 400),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (("2d/30", 1240), ("2d/0", 400), ("2d/0", 1240))
        ),
    ],
)
def test_names_do_not_overlap(show, figure, place, width):
    shown = show(figure, f"#figure={place}", width=width)
    drawn(shown)
    shown.later(500)
    assert shown.page.evaluate(NAMES) >= 4 and shown.page.evaluate(OVERLAPS) == 0


@pytest.mark.slow
def test_it_is_seen_in_two_dimensions_and_in_three(show, figure):
    """Every mark is a number of the arrays, and the axes say what share of the variance they show."""
    points, share = figure.arrays["points"].values, figure.arrays["share"].values
    rows = {part["title"]: [n for n, p in enumerate(figure.header["points"]) if p["part"] == k]
            for k, part in enumerate(figure.header["parts"])}  # fmt: skip
    shown = show(figure, "#figure=2d/30")
    for place, axes in (("2d", "xy"), ("3d", "xyz")):
        for number, axis in enumerate(axes):
            for name, values in drawn(shown, axis).items():
                assert values == pytest.approx(points[rows[name], number], rel=1e-6)
        layout = shown.page.evaluate(f"{GRAPH}.layout")
        titles = [(layout.get("scene") or layout)[f"{axis}axis"]["title"]["text"] for axis in axes]
        assert titles == [
            f"axis {n + 1}: {100 * share[n]:.1f}% of the variance" for n in range(len(axes))
        ]
        expect(head(shown)).to_have_text(words(figure, [29])[0])
        if place == "2d":
            near = figure.arrays["near"].values[29].astype(int)
            ends = shown.page.evaluate(
                f"{GRAPH}.data.find((t) => t.x.length === 24 && t.mode === 'lines').x"
            )
            assert ends[1::3] == pytest.approx(points[near, 0], rel=1e-6), (
                "lines lead to the true neighbours"
            )
            shown.page.keyboard.press("d")
    shown.at("3d/30")


@pytest.mark.slow
def test_the_film_says_how_little_it_shows(show, film):
    shown = show(film.at(frame=1))
    share, lists = film.arrays["share"].values, shown.page.locator(".word-row bdi")
    row, caption = opened(film), shown.page.locator(".caption").first
    first = drawn(shown)
    assert lists.all_inner_texts() == words(film, film.arrays["near"].values[0, row])
    expect(caption).to_contain_text(f"{100 * share[0].sum():.1f}%")
    last = 15  # from 0
    shown.page.evaluate("(n) => void Plotly.animate(document.querySelector('.js-plotly-plot'), [n], { mode: 'immediate', "
                        "transition: { duration: 0 }, frame: { duration: 0, redraw: false } })", str(last))  # fmt: skip
    shown.wait(lambda: shown.later(50) or "After 1500 of 1500 steps" in caption.inner_text())
    assert lists.all_inner_texts() == words(film, film.arrays["near"].values[15, row])
    assert drawn(shown) != first
    shown.at(f"{last + 1}/{row + 1}")
    shown.page.keyboard.press("ArrowLeft")
    expect(caption).to_contain_text("After 1000 of 1500 steps")
    caption.hover()  # the figure that was touched last has the keys
    shown.page.keyboard.press("Space")  # Plotly's own button: it plays to the end
    shown.wait(lambda: shown.later(50) or "After 1500 of 1500 steps" in caption.inner_text())


@pytest.mark.slow
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
    panel = shown.page.locator(".word-say")
    expect(panel).to_contain_text(f"→ “{pairs[wrong]['found']}”")
    expect(panel).to_contain_text(f"has rank {pairs[wrong]['place']}")


def test_in_the_app_a_typed_word_is_picked_and_the_address_keeps_it(page, app):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{app.url}/embeddings?answered=true")  # the question is about guitar
    picked = page.locator(".word-head h2")
    expect(picked).to_have_text("tired")
    box = page.get_by_label("Sentence")
    box.fill("my guitar")
    box.press("Enter")
    expect(picked).to_have_text("guitar")
    near = results.map_figure(TRANSLATOR, "source", results.encode(TRANSLATOR, "my guitar"))
    row = opened(near)
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
    # A click in Plotly's chart is heard by Python (on_select), which tells the drawing.
    box.fill("the guitar")
    box.press("Enter")
    expect(picked).to_have_text("guitar")
    where = page.locator(".js-plotly-plot").evaluate("""(graph) => {
      const { left, top } = graph.querySelector(".nsewdrag").getBoundingClientRect(), { xaxis, yaxis } = graph._fullLayout;
      const verbs = graph.data.find((one) => one.name === "verb"), most = Math.max(...verbs.x), k = verbs.x.indexOf(most);
      return [left + xaxis.l2p(most), top + yaxis.l2p(verbs.y[k]), verbs.customdata[k]];
    }""")
    page.mouse.move(where[0] - 2, where[1])
    page.mouse.click(*where[:2])
    expect(picked).to_have_text(words(near, [where[2]])[0])
    page.wait_for_url(re.compile(rf"=2d/{where[2] + 1}\b"))
    width = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
    assert width <= 1440
    assert errors == []
