"""The attention map in a real browser: what is drawn, clicked, typed, linked, and safe."""

import base64
import re
from dataclasses import replace

import numpy as np
import pytest
import torch
from playwright.sync_api import expect

from lessons.figures.attention_map import attention_map
from lessons.figures.attention_map.paper import _colour
from lessons.figures.kit import palette
from lessons.figures.kit.figure import bundle
from tests.figures.test_figures import TYPED, Split, letters, untrained
from transformer.vocabulary import END
from transformer.weights import load


@pytest.fixture(scope="module")
def figure():
    return attention_map(load("reverse"), "a b c d e a")


@pytest.fixture(scope="module")
def at_once():
    """An untrained model would write on and on: here it says what it read."""

    def ended(model, source, *_, **__):
        return torch.cat((source, torch.tensor([[END]])), dim=1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("transformer.measure.answer.greedy", ended)
        yield


@pytest.fixture(scope="module")
def deep(at_once):
    """Two layers, three heads in self-attention and two across: numbers that cannot be confused."""
    return attention_map(untrained(3, 2, layers=2, d_model=24, d_ff=48), "a b c d")


@pytest.fixture(scope="module")
def tools(browser):
    """The drawing's own functions in an empty page."""
    page = browser.new_page()
    script = bundle("attention_map")
    page.add_script_tag(content=script + "\nglobalThis.tools = { floatsOf, bytesOf, arraysOf, product,"
                        " sequential, diverging, number, fixed, carried };")  # fmt: skip
    yield page
    page.close()


# ---- exactness ------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_browser_holds_the_tensors_bit_for_bit(tools, figure):
    encoded = base64.b64encode(figure.floats).decode()
    bits = tools.evaluate(
        "text => [...new Uint32Array(tools.floatsOf(tools.bytesOf(text)).buffer)]", encoded
    )
    assert np.array(bits, np.uint32).tobytes() == figure.floats
    header = figure.complete_header
    for name, array in figure.arrays.items():
        last = [size - 1 for size in array.values.shape]
        found = tools.evaluate(
            "([header, text, name, at]) => "
            "tools.arraysOf(header, tools.floatsOf(tools.bytesOf(text)))[name].at(...at)",
            [header, encoded, name, last],
        )
        assert np.float32(found) == array.values[tuple(last)], name


def test_products_in_the_browser_are_torchs(tools, figure):
    query = torch.from_numpy(
        figure.arrays["encoder.layers.0.self_attention.query"].values
    ).flatten()
    key = torch.from_numpy(figure.arrays["encoder.layers.0.self_attention.key"].values).flatten()
    found = tools.evaluate(
        "([a, b]) => a.map((x, i) => tools.product(x, b[i]))", [query.tolist(), key.tolist()]
    )
    assert np.array(found, np.float32).tobytes() == (query * key).numpy().tobytes()
    assert found == np.array(found, np.float32).astype(float).tolist()  # float32, not more


def test_screen_and_paper_have_the_same_colours(tools):
    for stage, value, scale in [
        ("weights", 0.3, 1.0),
        ("scores", -2.0, 5.0),
        ("head_output", 1.0, 3.0),
    ]:
        code = {
            "weights": "([p, v, s]) => tools.sequential(p)(v)",
            "scores": "([p, v, s]) => tools.diverging(p, p.weight_full, s)(v)",
            "head_output": "([p, v, s]) => tools.diverging(p, p.value_full, s)(v)",
        }[stage]
        screen = tools.evaluate(code, [palette.LIGHT, value, scale])
        paper = _colour(value, stage, scale, palette.LIGHT) * 255
        assert np.abs(np.array(screen) - paper).max() <= 1.5


# ---- every place shows the numbers of its own tensor ------------------------------------------------
# In one go: the buttons of a head and of each step are pressed, and what stands in the cells is read.
WALK = """((head) => {
  const pressed = (list) => [...root.querySelectorAll(list)].map((b) => b.ariaPressed === "true");
  const cells = () => [...root.querySelectorAll(".cells text")].map((t) => t.textContent);
  root.querySelectorAll(".thumb")[head].click();
  const heads = pressed(".thumb");
  const count = root.querySelectorAll(".step").length;
  const steps = [...Array(count).keys()].map((at) => {
    root.querySelectorAll(".step")[at].click();
    return [pressed(".step").indexOf(true), cells()];
  });
  return { heads, steps };
})(given)"""


def test_every_map_layer_head_and_step_shows_its_own_numbers(show, deep):
    shown = show(deep, width=1400)
    stages = ["scores", "scaled", "masked", "weights", "head_output"]
    for entry in deep.header["maps"]:
        shown.page.get_by_role("button", name=entry["title"], exact=True).click()
        for number, layer in enumerate(entry["layers"], start=1):
            layers = shown.page.get_by_label("layer", exact=True)
            layers.get_by_role("button", name=str(number)).click()
            for head in range(layer["heads"]):
                found = shown.run(WALK, head)
                assert found["heads"] == [h == head for h in range(layer["heads"])]
                assert [at for at, _ in found["steps"]] == list(range(len(stages)))
                for stage, (_, drawn) in zip(stages, found["steps"], strict=True):
                    values = deep.arrays[f"{layer['prefix']}.{stage}"].values[head]
                    expected = [printed(v, stage) for v in values.flatten()]
                    if stage == "weights":  # small ones are blank outside the locked row
                        assert all(d in ("", e) for d, e in zip(drawn, expected, strict=True))
                        assert drawn.count("") < len(drawn)
                    else:
                        hidden = np.isneginf(values).flatten()
                        expected = ["" if h else e for h, e in zip(hidden, expected, strict=True)]
                        assert drawn == expected, (entry["name"], number, head, stage)


def printed(value: float, stage: str) -> str:
    value = float(value)
    if stage == "weights":
        return re.sub(r"^0(?=\.)", "", f"{value:.2f}")
    text = f"{value:.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2}f}".replace("-", "−")
    return text.removeprefix("−") if re.fullmatch(r"−0\.?0*", text) else text


def test_masked_cells_are_hatched_and_others_are_not(show, figure):
    shown = show(figure, "#figure=decoder/1/1/3/2/1/1")
    fills = "[...root.querySelectorAll('.cells > rect')].map((r) => r.style.fill)"
    before = shown.run(fills)
    n = len(figure.header["maps"][1]["rows"])
    for i in range(n):
        for j in range(n):
            assert ("url(" in before[i * n + j]) == (j > i), (i, j)
    assert "hatched" in shown.text(".legend")
    shown.page.locator(".step").nth(0).click()  # before the mask every pair has its score
    assert not any("url(" in f for f in shown.run(fills))


def test_the_arithmetic_of_a_cell_adds_up_and_its_line_is_shown(show, figure):
    shown = show(figure, "#figure=encoder/1/2/4/3/5/1")
    parts = {
        n.rsplit(".", 1)[1]: a.values
        for n, a in figure.arrays.items()
        if n.startswith("encoder.layers.0")
    }
    panel = shown.text(".panel.cell")
    score, scaled, weight = (parts[s][1, 2, 4] for s in ("scores", "scaled", "weights"))
    for value in (score, scaled, weight, parts["exponentials"][1, 2, 4], parts["sums"][1, 2]):
        assert f"{value:.4f}".replace("-", "−") in panel
    line = figure.header["maps"][0]["layers"][0]["lines"]["weights"]
    place = f"{line['file']}:{line['number']}"
    for said in (place, line["code"], "(batch, head, query, key)", "(1, 4, 6, 6)"):
        assert said in shown.text(".line-panel")
    shown.page.get_by_text("all 16 products").click()
    shown.page.evaluate("new Promise((drawn) => new ResizeObserver(drawn).observe(document.body))")
    expect(shown.page.locator(".products table")).to_be_visible()  # though the figure has grown
    rows = shown.run(
        "[...root.querySelectorAll('.products tbody tr')].map((r) => [...r.cells].map((c) => c.textContent))"
    )
    numbers = [[float(cell.replace("−", "-")) for cell in row[1:]] for row in rows]
    assert len(numbers) == 16
    for c, (q, k, product) in enumerate(numbers):
        assert abs(q - parts["query"][1, 2, c]) < 6e-5 and abs(k - parts["key"][1, 4, c]) < 6e-5
        assert abs(q * k - product) < 1e-3
    assert abs(sum(n[2] for n in numbers) - score) < 1e-3

    shown.page.locator(".step").nth(4).click()
    shown.page.get_by_text("all 6 products").wait_for()  # it stays unfolded
    rows = shown.run(
        "[...root.querySelectorAll('.products tbody tr')].map((r) => r.cells[3].textContent)"
    )
    total = sum(float(cell.replace("−", "-")) for cell in rows)
    assert abs(total - parts["head_output"][1, 2, 0]) < 1e-3


# ---- hands and keys --------------------------------------------------------------------------------
def cell(shown, i: int, j: int, of: int = 6) -> dict[str, float]:
    box = shown.page.locator(".cells").bounding_box()
    return {"x": (j + 0.5) * box["width"] / of, "y": (i + 0.5) * box["height"] / of}


def test_pointing_reads_and_clicking_locks(show, figure):
    shown = show(figure)
    weights = figure.arrays["encoder.layers.0.self_attention.weights"].values[0]
    body = shown.page.locator(".body")
    body.hover(position=cell(shown, 1, 2))
    assert shown.text(".tip") == f"b → c   {weights[1, 2]:.4f}"
    assert f"“b” attends to “c” with weight {weights[1, 2]:.4f}." in shown.text(".reading")
    body.click(position=cell(shown, 1, 2))
    shown.page.mouse.move(5, 5)
    shown.at("encoder/1/1/4/2/3/1")
    assert shown.run("root.querySelector('.lefts .on').textContent") == "bb"  # its title, its text
    assert shown.run("root.querySelector('.tops .on').textContent") == "cc"
    assert f"{weights[1, 2]:.4f}" in shown.text(".reading")
    assert shown.run("root.querySelector('.unseen').textContent") == shown.text(".reading span")

    shown.page.get_by_role("button", name="unlock").click()
    shown.at("encoder/1/1/4")
    assert "Click a cell" in shown.text(".panel")
    body.click(position=cell(shown, 5, 0))
    shown.page.keyboard.press("Escape")
    shown.at("encoder/1/1/4")
    body.click(position=cell(shown, 5, 0))
    shown.at("encoder/1/1/4/6/1/1")
    body.click(position=cell(shown, 5, 0))  # the same cell again
    shown.at("encoder/1/1/4")


def test_who_points_at_a_cell_that_goes_reads_the_locked_one(show, figure):
    """The output of a head has 16 columns; in the step before it there are six."""
    shown = show(figure, "#figure=encoder/1/1/5/2/3/4")
    locked = shown.text(".reading")
    box = shown.page.locator(".cells").bounding_box()
    shown.page.locator(".body").hover(position={"x": box["width"] - 4, "y": 4})
    assert shown.text(".reading").startswith("Component 16 of what “a₁” receives")
    shown.page.keyboard.press("ArrowLeft")
    shown.at("encoder/1/1/4/2/3/4")
    assert (
        shown.text(".reading").startswith("“b” attends to “c” with weight")
        and "Component 4" in locked
    )


def test_what_is_locked_goes_with_its_word_to_a_new_sentence(tools):
    def maps(source: str, target: str) -> list[dict]:
        axes = {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}
        labels = {n: [[{"label": w} for w in axis] for axis in both] for n, both in axes.items()}
        return [
            {"name": n, "rows": r, "columns": c, "lock": opened} for n, (r, c) in labels.items()
        ]

    nothing = {"row": None, "column": 0, "dimension": 0}
    opened = {"row": 1, "column": 1}  # the cell that each map opened with
    locks = {
        "encoder": {"row": 1, "column": 2, "dimension": 3},  # b looks at c
        "decoder": nothing,
        "cross": {"row": 0, "column": 0, "dimension": 0},  # the d that is written looks at a
    }
    before, after = maps("abcd", "dcba"), maps("eabc", "cbae")
    found = tools.evaluate("(given) => tools.carried(...given)", [locks, before, after])
    assert found == {"encoder": {"row": 2, "column": 3, "dimension": 3}, "decoder": nothing}
    unmoved = {"encoder": {**opened, "dimension": 0}}  # the new sentence opens at its own cell
    assert tools.evaluate("(given) => tools.carried(...given)", [unmoved, before, after]) == {}


def test_keys_step_and_switch(show, deep):
    shown = show(deep, "#figure=encoder/1/1/4/2/3/1")
    keys = shown.page.keyboard
    for key, where in [
        ("ArrowRight", "encoder/1/1/5/2/3/1"),
        ("ArrowRight", "encoder/1/1/5/2/3/1"),  # the last step stays the last
        ("ArrowLeft", "encoder/1/1/4/2/3/1"),
        ("H", "encoder/1/2/4/2/3/1"),
        ("h", "encoder/1/3/4/2/3/1"),
        ("h", "encoder/1/1/4/2/3/1"),  # after the last one the first
        ("Shift+ArrowDown", "encoder/1/1/4/3/3/1"),
        ("Shift+ArrowRight", "encoder/1/1/4/3/4/1"),
        ("Shift+ArrowRight", "encoder/1/1/4/3/4/1"),  # the edge
        ("Escape", "encoder/1/1/4"),
    ]:
        keys.press(key)
        shown.at(where)


def test_play_walks_to_the_last_step_and_space_stops_it(show, figure):
    shown = show(figure, "#figure=encoder/1/1/1/2/3/1")
    spot = cell(shown, 1, 1)
    shown.page.locator(".body").hover(position=spot)  # who was touched gets the space bar
    shown.page.keyboard.press(" ")
    shown.later(1400)
    shown.at("encoder/1/1/2/2/3/1")
    shown.page.keyboard.press(" ")
    shown.later(5000)
    shown.at("encoder/1/1/2/2/3/1")
    shown.page.get_by_role("button", name="play").click()
    for step in (3, 4, 5):
        expect(shown.page.get_by_role("button", name="pause")).to_be_visible()
        shown.later(1300)
        shown.at(f"encoder/1/1/{step}/2/3/1")
    expect(
        shown.page.get_by_role("button", name="play")
    ).to_be_visible()  # it has stopped by itself


def test_typing_belongs_to_the_text_box(show, figure):
    shown = show(figure)
    shown.page.evaluate("document.body.prepend(document.createElement('input'))")
    shown.at("encoder/.*")
    before = shown.where()
    shown.page.locator("input").focus()
    for key in ("h", "l", "ArrowLeft", " "):
        shown.page.keyboard.press(key)
    shown.later()
    assert shown.where() == before
    assert shown.page.locator("input").input_value() == "h l"  # the arrow went to the left of l


def test_the_address_brings_back_the_view(show, deep):
    shown = show(deep)
    shown.page.get_by_role("button", name="Cross-attention").click()
    for key in ("l", "h", "ArrowLeft"):
        shown.page.keyboard.press(key)
    shown.at(r"cross/2/2/3/\d+/\d+/1")
    left = shown.where()
    shown.page.reload()
    shown.page.locator(".body").wait_for()
    assert shown.where() == left and shown.pressed("step").startswith("3 ·")


def test_copy_link_puts_the_address_on_the_clipboard(show, figure):
    shown = show(figure)
    shown.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown.page.get_by_role("button", name="Copy link").click()
    shown.page.get_by_text("Copied").wait_for()
    shown.later()
    assert shown.page.evaluate("navigator.clipboard.readText()") == shown.page.url
    assert "#figure=encoder/1/1/4/" in shown.page.url


def test_present_fills_the_screen_and_comes_back(show, figure):
    shown = show(figure)
    shown.page.get_by_role("button", name="Present").click()
    shown.wait(lambda: shown.run("root.fullscreenElement !== null"))
    expect(shown.page.locator(".panel.cell")).to_be_visible()
    shown.page.evaluate("document.exitFullscreen()")
    shown.wait(lambda: shown.run("root.fullscreenElement === null"))


# ---- sizes, themes, words ---------------------------------------------------------------------------
@pytest.mark.slow
def test_from_2_to_80_words_and_1_to_16_heads(show, at_once):
    for heads, words, scrolls in ((16, 2, False), (2, 64, False), (1, 80, True)):
        figure = attention_map(untrained(heads, heads), letters(words))
        shown = show(figure, f"#figure=encoder/1/{heads}/4/2/2/1")
        expect(shown.page.locator(".thumb")).to_have_count(heads)
        assert shown.run("root.querySelectorAll('.lefts text').length") == words
        assert ("scroll inside" in shown.texts(".scroll-note")[0]) == scrolls
        assert shown.run("root.querySelector('.scroller').classList.contains('scrolls')") == scrolls
        if words > 60:
            a_large_map_reads_the_right_cell_on_its_canvas(shown, figure, heads, words)
        # Nothing sticks out to the side of the page, whatever the map.
        for title in ("Cross-attention", "Decoder masked self-attention"):
            shown.page.get_by_role("button", name=title).click()
            for step in (3, 4):
                shown.page.locator(".step").nth(step).click()
                shown.fits(1240)
        painted = "[...root.querySelectorAll('.thumb canvas')].every((c) => c.width * c.height > 0)"
        assert shown.run(painted)


def a_large_map_reads_the_right_cell_on_its_canvas(shown, figure, heads, words):
    weights = figure.arrays["encoder.layers.0.self_attention.weights"].values[heads - 1]
    assert shown.run("root.querySelector('.cells').tagName") == "CANVAS"
    shown.page.locator(".body").click(position=cell(shown, 40, 17, of=words))
    shown.at(f"encoder/1/{heads}/4/41/18/1")
    assert f"{weights[40, 17]:.4f}" in shown.text(".panel.cell")


def test_a_row_of_unequal_length_is_not_square(show, figure):
    shown = show(figure, "#figure=cross/1/1/4/7/6/1")
    assert shown.run("root.querySelectorAll('.lefts text').length") == 7  # ⟨start⟩ and six words
    assert shown.run("root.querySelectorAll('.tops text').length") == 6
    assert "⟨end⟩" in shown.run("root.querySelector('.lefts text:last-child').textContent")


def test_dark_and_light_follow_the_system_at_once(show, figure):
    shown = show(figure)
    for dark, colours in ((False, palette.LIGHT), (True, palette.DARK), (False, palette.LIGHT)):
        shown.fits(420 if dark else 700, dark)
        for selector, name, of in ((".gb", "color", "ink"), (".lefts .on", "fill", "query_text")):
            wanted = f"rgb{tuple(int(colours[of][at : at + 2], 16) for at in (1, 3, 5))}"
            found = f"getComputedStyle(root.querySelector('{selector}')).{name}"
            shown.wait(lambda found=found, wanted=wanted: shown.run(found) == wanted)


def test_what_was_typed_is_text_everywhere(show, at_once):
    """Markup, other scripts, emoji."""
    text = f"{TYPED} שלום 🙂 naïve 漢字"
    figure = attention_map(replace(untrained(), task=Split()), text)
    shown = show(figure, "#figure=encoder/1/1/4/2/3/1")
    assert shown.run("root.querySelectorAll('img, script').length") == 0
    (lefts,) = shown.texts(".lefts")
    for word in ("<img", "$x$ ⟨?⟩", "שלום", "🙂", "漢字"):
        assert word in lefts
    assert "</script>" in shown.text(".reading") and "</script>" in shown.text(".panel.cell")
    assert shown.page.title() == f"Attention on “{text}”"


def test_a_number_that_is_none_is_called_so(show, figure):
    name = "encoder.layers.0.self_attention.weights"
    values = figure.arrays[name].values.copy()
    values[0, 2] = np.nan
    broken = {**figure.arrays, name: replace(figure.arrays[name], values=values)}
    shown = show(replace(figure, arrays=broken), "#figure=encoder/1/1/4/3/1/1")
    assert shown.texts(".cells text")[12:18] == ["NaN"] * 6
    assert "NaN" in shown.text(".reading")
