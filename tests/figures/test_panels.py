"""Figures that are said: what a panel names is checked when the figure is made, and drawn as it stands there."""

import numpy as np
import pytest
from matplotlib.figure import Figure as Paper

from lessons.figures.kit.bundle import bundle
from lessons.figures.kit.figure import Array
from lessons.figures.panels import (
    bars,
    by,
    choice,
    column,
    equation,
    lines,
    listing,
    matrix,
    picture,
    ranked,
    recompute,
    row,
    side,
    side_by_side,
    strip,
    strips,
    sums,
    table,
    text,
    tiles,
    unfold,
)

NUMBERS = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
ARRAYS = {
    f"{name}.w": Array(NUMBERS + 100 * k, "head row unit", "w") for k, name in enumerate("ab")
}
WORDS = {"title": "ranked", "weaker": "weaker", "stronger": "stronger"}
LAYER = choice("layer", "layer", ["one", "two"], paths=["a", "b"], keys="↑↓")
ROW = choice(
    "row", "row", by("layer", [["x", "y", "z"], ["u", "v"]]), control="tiles", keys="←→", first=0
)
HEAD = choice("head", "head", ["h1", "h2"], values=["left", "right"], keys="h", control="")
UNIT = choice(
    "unit", "unit", [*"1234"], values=[10, 20, 30, 40], numbered=True, control="slider", opens=30
)


def figure(*panels, choices=(LAYER, ROW, HEAD, UNIT), **more):
    return picture("said", "A figure", choices, panels, ARRAYS, **more)


WHOLE = (
    text("{layer}, {row}, {row_number}: {all}; {one}", all="{layer}.w[head, row, :]:1", one="{layer}.w[0, 1, 2]:0"),
    matrix("{layer}.w[head, :, :]", by("layer", [["x", "y", "z"]] * 2), [*"1234"], ("row", "unit")),
    row(
        [strips("{layer}.w[head, :, :]", "strips", [*"xyz"], amounts="{layer}.w[head, :, 0]:0")],
        [side_by_side("side", ["left", "right"], [
            strip("{layer}.w[side, row, :]", "beside", [*"1234"]), strip("{layer}.w[head, :, :]", "across"),
        ])],
        [bars("{layer}.w[head, row, :]", [*"12"], printed="{n} of", n="{layer}.w[head, row, :]:0")],
    ),
    lines([("line", "{layer}.w[head, row, :]"), ("alone", "{layer}.w[head, row, unit]")], "head"),
    table("name", [*"xyz"], [column("n", "{layer}.w[head, :, unit]:0")], best="{layer}.w[head, :, unit]"),
    side("{row}", "{unit}", text("inside")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ("w", "does not name an array"),
        ("c.w[0, 0, 0]", "there is no array called 'c.w'; the arrays are a.w, b.w"),
        ("{layer}.v[0, 0, 0]", "there is no array called 'a.v'"),
        ("{layer}.w[head, row]", r"has the axes \['head', 'row', 'unit'\]"),
        ("{layer}.w[head, row, word]", "'word' is not a choice in this figure"),
        ("{layer}.w[unit, row, :]", "a.w has 2 entries along head, but its choice has 4 values"),
    ],
)
def test_numbers_that_are_not_there_are_refused_when_the_figure_is_made(numbers, said):
    with pytest.raises(ValueError, match=said):
        figure(bars(numbers, [*"1234"]))


def test_it_opens_where_at_says_and_refuses_other_places():
    made = figure()
    assert made.header["start"] == {"layer": 1, "row": 0, "head": "left", "unit": 30}
    assert made.at(layer=2, row=1, head="right", unit=10).header["start"]["row"] == 1
    for wrong, said in (
        ({"row": 3}, "row must be a whole number from 0 to 2, got 3"),
        ({"layer": 2, "row": 2}, "from 0 to 1, got 2"),
        ({"layer": True}, "from 1 to 2, got True"),
        ({"head": "up"}, "head must be one of left, right, got 'up'"),
    ):
        with pytest.raises(ValueError, match=said):
            made.at(**wrong)


def test_every_panel_shows_the_numbers_of_the_chosen_place(show):
    shown = show(figure(*WHOLE).at(layer=2, row=1, head="right"))
    here = NUMBERS[1] + 100  # (row, unit): layer b, head 2

    def numbers(selector: str) -> list[float]:
        return [float(text) for text in shown.texts(selector)]

    assert shown.text(".read") == "two, v, 2: 116.0, 117.0, 118.0, 119.0; 106"
    assert numbers(".cells text") == here.ravel().tolist()
    assert numbers(".strips.rows i") == here[:, 0].tolist()
    assert shown.texts(".bars .amount") == ["116 of", "117 of"]
    assert numbers(".lines-table td") == [*here[1], here[1, 2]]
    assert numbers(".told-table td") == here[:, 2].tolist()
    assert shown.text(".best th") == "z" and shown.texts(".panel h2") == ["v3"]
    canvas = shown.page.locator(".strips:not(.rows) canvas")
    for k, said in enumerate(("left · 1: 104", "right · 1: 116", "across, number 1, 1: 112")):
        canvas.nth(k).hover(position={"x": 3, "y": 2})
        assert shown.text(".pointed").startswith(said)
    canvas.first.hover(position={"x": 3, "y": 2})
    shown.page.mouse.move(0, 0)
    assert shown.text(".pointed") == "Point to a number to read it."


def test_clicks_keys_and_links_lead_to_the_same_places(show):
    shown = show(figure(*WHOLE))
    shown.page.locator(".tile").nth(2).click()
    shown.at("1/2/left/3")
    assert shown.run("root.activeElement.textContent") == "z", "the button keeps the focus"
    shown.page.keyboard.press("ArrowDown")
    shown.at("2/1/left/3")  # the other layer has two rows
    assert shown.texts(".tile[aria-pressed=true]") == ["v"]
    shown.page.keyboard.press("h")
    shown.drag("unit", 3)
    shown.at("2/1/right/4")
    shown.page.locator(".body").click(position={"x": 3, "y": 3})
    shown.at("2/0/right/1")
    show(figure(*WHOLE), "#figure=2/9/up/2")
    assert shown.text(".read").startswith("two, v, 2")
    assert shown.text(".said-dial b") == "2" and shown.text(".lines-table .on th") == "line"


def test_one_is_ranked_led_on_and_played(show):
    order = NUMBERS[0, 0].copy()
    order[:] = [3, 1, 4, 2]
    arrays = {"w": Array(order, "unit", "w")}
    choices = [
        choice("unit", "unit", [*"1234"], control=ranked("w[:]", WORDS), keys="←→"),
        choice("rule", "rule", ["old", "new"], leads={"step": 3}),
        choice("step", "step", [*"abcd"], control="step"),
    ]
    shown = show(picture("said", "Ranked", choices, [text("{unit}")], arrays, plays="step"))
    for key, unit in (("s", "3"), ("s", "3"), ("w", "1"), ("w", "4")):
        shown.page.keyboard.press(key)
        assert shown.text(".read") == unit
    shown.page.get_by_role("button", name="new").click()
    shown.at("4/2/3")
    shown.page.get_by_role("button", name="play").click()
    shown.later(60_000)
    shown.at("4/2/4")
    assert shown.page.get_by_role("button", name="step ▶").is_disabled()


def test_on_paper_stand_the_same_numbers(tmp_path):
    drawn = figure(*WHOLE).at(layer=2, row=1, head="right").save(tmp_path / "x.svg").read_text()
    for said in (
        "A figure; layer: two, row: v",
        "116.0, 117.0, 118.0",
        ">118<",
        ">119.00<",
        ">across<",
    ):
        assert said in drawn, said


def test_long_names_of_columns_end_above_the_caption(tmp_path, monkeypatch):
    heights = []

    def measured(sheet, *ignored, **look):
        sheet.draw_without_rendering()
        lowest = min(name.get_window_extent().y0 for name in sheet.axes[0].get_xticklabels())
        heights.append((lowest, max(line.get_window_extent().y1 for line in sheet.texts)))

    monkeypatch.setattr(Paper, "savefig", measured)
    panel = matrix("a.w[0, :, :]", [*"uvw"], ["a name of nearly thirty letters", *"xyz"])
    picture("panels", "A figure", [], [panel], ARRAYS).save(tmp_path / "x.svg")
    ((names, caption),) = heights
    assert names > caption


SOURCE = ["    def first(self):", "        return 1"]
STEPS = by(
    "open",
    [["one", {"label": "two", "full": "two", "off": "not yet"}, "three"], ["one", "two", "three"]],
)


def sums_and_sources():
    """A figure of the panels that say how a number comes about."""
    arrays = {name: Array(NUMBERS, "head row unit", name) for name in ("w", "v")}
    arrays["size"] = Array(np.array([40, 80], np.float32), "head", "size")
    choices = [
        choice("step", "step", STEPS, paths=["w", "v", "w"], linked="paths", keys="←→"),
        choice("row", "row", [*"xyz"], control="", keys="⇧↑↓", stays=True),
        choice("head", "head", ["h1", "h2"], keys="h", control="", stays=True),
        choice("open", "open", ["no", "yes"], values=[False, True], control="switch"),
    ]
    cell = "w[head, row, 1]:0"
    maps = {"title": "", "from": "w[head, :, :]", "signs": ["", "="], "value": cell, "full": "size[head]",
            "names": [{"label": "h1"}, {"label": "h2"}]}  # fmt: skip
    panels = [
        text("**query|{n}** and e^({n})", follows=True, n=cell),
        equation(
            matrix("w[head, :, :]:0", "row", [*"1234"], ("row", ""), title="**left**", legend="none"), "=",
            by("open", [text("closed", "label"), matrix("v[head, :, :]:0", "row", [*"1234"], ("row", ""), full="size[head]")]),
        ),
        tiles([maps], ("", "head")),
        sums([("a", "", cell), ("b", "+", None)], mark="head"),
        listing("here:{line}", 7, SOURCE, by("open", [None, 8]), {8: "(1)"}),
        unfold("More", text("inside", "caption")),
        side("This cell", "{row}", recompute("row", "head")),
    ]  # fmt: skip
    return picture("said", "Sums", choices, panels, arrays)


def test_what_is_not_there_yet_is_passed_over_and_refused(show):
    made = sums_and_sources()
    with pytest.raises(ValueError, match="step 2: not yet"):
        made.at(step=2)
    assert made.at(step=2, open=True).header["start"]["step"] == 2
    shown = show(made)
    assert shown.texts("[aria-label=step] button:disabled") == ["two"]
    shown.page.keyboard.press("ArrowRight")
    assert shown.pressed("step") == "three"
    shown.page.keyboard.press("ArrowLeft")
    shown.page.get_by_label("open").check()
    shown.page.keyboard.press("ArrowRight")
    shown.at("v/1/1/1")
    show(made, "#figure=v/2/2/0")
    assert shown.pressed("step") == "three", "off, in this address: the next one"


def test_panels_say_how_a_number_comes_about(show, tmp_path):
    shown = show(sums_and_sources())
    assert shown.text(".read") == "1 and e1" and shown.texts(".read sup") == ["1"]
    assert shown.texts(".label") == ["left", "closed"] and len(shown.texts(".legend")) == 1
    assert shown.page.locator(".panel-listing").count() == 0
    shown.page.get_by_text("More").click()
    shown.page.get_by_label("open").check()
    assert shown.page.get_by_text("inside").is_visible(), "it stays open"
    # Of the second only the titles, for who points at them.
    assert shown.texts(".equation .lefts text") == ["xx", "yy", "zz", "x", "y", "z"]
    assert shown.text(".panel-listing .label") == "here:8"
    assert shown.text(".panel-listing .now").split() == ["8", "return", "1", "(1)"]
    shown.page.locator(".body").first.hover(position={"x": 3, "y": 70})
    assert shown.text(".read") == "9 and e9", "it follows who points"
    shown.page.mouse.move(0, 0)
    assert shown.text(".read") == "1 and e1"
    shown.page.locator(".thumb").nth(1).click()
    assert shown.texts(".thumb b") == ["1", "13"] and shown.texts(".sum .now") == ["b+–"]
    assert shown.texts(".sum .amount") == ["13", "–"]
    assert shown.text(".call") == "figure.recompute(row=1, head=2)"
    assert sums_and_sources().save(tmp_path / "x.svg").stat().st_size > 3000


def test_what_stays_is_where_it_was_under_other_numbers(browser):
    """The same title: other numbers of the same thing. What does not stay begins anew."""
    shown = sums_and_sources().at(step=3, row=2)
    page = browser.new_page()
    page.add_script_tag(content=f"{bundle('panels')}\nglobalThis.draw = draw;")
    data = [
        [one.complete_header, list(np.frombuffer(one.floats, "<f4").tolist())]
        for one in (sums_and_sources(), shown)
    ]
    found = page.evaluate("""([one, other]) => {
      const root = document.createElement("div").attachShadow({ mode: "open" });
      const figure = draw(root, one[0], new Float32Array(one[1]), { home: "notebook" });
      const at = () => [root.querySelector("[aria-pressed=true]").textContent, root.querySelector("h2 .which").textContent];
      const before = at();
      figure.update(other[0], new Float32Array(other[1]));
      const same = at();
      figure.update({ ...other[0], title: "Others" }, new Float32Array(other[1]));
      return [before, same, at()];
    }""", data)  # fmt: skip
    page.close()
    assert found == [["one", "x"], ["three", "x"], ["three", "y"]]
