"""The attention map in a real browser: what is drawn, clicked, typed, linked, and safe."""

import base64
import json
import os
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch

from lessons.figures.attention_map import attention_map
from lessons.figures.attention_map.paper import _colour
from lessons.figures.kit import palette
from lessons.figures.kit.figure import bundle
from tests.figures.test_figures import HOSTILE, Split, letters, untrained
from tests.kit.app import free_port
from tests.kit.places import ROOT
from transformer.vocabulary import END
from transformer.weights import load

# In the page of a saved file the figure sits in the shadow root of its only element.
ROOT_OF = "const root = document.querySelector('[data-glassbox]').shadowRoot;"


class Shown:
    """A saved figure, opened with networking off. `close()` fails on any error or request."""

    def __init__(self, browser, path, *, width=1240, dark=False):
        scheme = "dark" if dark else "light"
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme
        )
        self.context.set_offline(True)
        self.page, self.problems = self.context.new_page(), []
        self.page.on(
            "console", lambda m: self.problems.append(m.text) if m.type == "error" else None
        )
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("dialog", lambda dialog: self.problems.append("a dialog opened"))
        self.page.on(
            "request", lambda r: None if r.url.startswith("file:") else self.problems.append(r.url)
        )
        self.path = path

    def open(self, address=""):
        self.page.goto(f"file://{self.path}{address}")
        self.page.locator(".body").wait_for()
        return self

    def run(self, code: str):
        """Evaluate an expression over `root`, the figure's shadow root."""
        return self.page.evaluate(f"() => {{ {ROOT_OF} return {code}; }}")

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    def cells(self) -> list[str]:
        return self.run("[...root.querySelectorAll('.cells text')].map((t) => t.textContent)")

    def pressed(self, group: str) -> str:
        return self.text(f"[aria-label='{group}'] [aria-pressed=true]")

    def where(self) -> str:
        return self.page.url.partition("#")[2]

    def at(self, place: str):
        """The address is written when the hand rests."""
        self.wait(lambda: self.where() == f"figure={place}")

    def wait(self, happened, seconds=8):
        """Ask until it is so. (Playwright's own way needs eval, which the saved page forbids.)"""
        for _ in range(seconds * 20):
            if happened():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"did not happen; the address is {self.where()}")

    def close(self):
        assert self.problems == []
        self.context.close()


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
def figure():
    return attention_map(load("reverse"), "a b c d e a")


@pytest.fixture(scope="module")
def deep():
    """Two layers, three heads in self-attention and two across: numbers that cannot be confused."""

    def ended(model, source, **_):  # an untrained model would go on and on
        return torch.cat((source, torch.tensor([[END]])), dim=1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("transformer.measure.answer.greedy", ended)
        return attention_map(untrained(3, 2, layers=2, d_model=24, d_ff=48), "a b c d")


@pytest.fixture
def tools(browser):
    """The drawing's own functions in an empty page."""
    page = browser.new_page()
    script = bundle("attention_map")
    page.add_script_tag(content=script + "\nglobalThis.tools = { floatsOf, bytesOf, arraysOf, product,"
                        " sequential, diverging, number, fixed };")  # fmt: skip
    yield page
    page.close()


# ---- exactness ------------------------------------------------------------------------------------
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
def test_every_map_layer_head_and_step_shows_its_own_numbers(show, deep):
    shown = show(deep, width=1400)
    stages = ["scores", "scaled", "masked", "weights", "head_output"]
    for m, title in enumerate(entry["title"] for entry in deep.header["maps"]):
        shown.page.get_by_role("button", name=title, exact=True).click()
        for layer in (1, 2):
            shown.page.get_by_label("layer", exact=True).get_by_role(
                "button", name=str(layer)
            ).click()
            heads = deep.header["maps"][m]["layers"][layer - 1]["heads"]
            assert shown.page.locator(".thumb").count() == heads
            for head in range(heads):
                shown.page.locator(".thumb").nth(head).click()
                chosen = "[...root.querySelectorAll('.thumb')].map((t) => t.ariaPressed)"
                assert shown.run(chosen) == ["true" if h == head else "false" for h in range(heads)]
                for step, stage in enumerate(stages):
                    shown.page.locator(".step").nth(step).click()
                    prefix = deep.header["maps"][m]["layers"][layer - 1]["prefix"]
                    values = deep.arrays[f"{prefix}.{stage}"].values[head]
                    expected = [printed(v, stage) for v in values.flatten()]
                    if stage == "weights":  # small ones are blank outside the locked row
                        drawn = shown.cells()
                        assert all(d in ("", e) for d, e in zip(drawn, expected, strict=True))
                        assert drawn.count("") < len(drawn)
                    else:
                        hidden = np.isneginf(values).flatten()
                        expected = ["" if h else e for h, e in zip(hidden, expected, strict=True)]
                        assert shown.cells() == expected, (title, layer, head, stage)


def printed(value: float, stage: str) -> str:
    value = float(value)
    if stage == "weights":
        return re.sub(r"^0(?=\.)", "", f"{value:.2f}")
    text = f"{value:.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2}f}".replace("-", "−")
    return text.removeprefix("−") if re.fullmatch(r"−0\.?0*", text) else text


def test_masked_cells_are_hatched_and_others_are_not(show, figure):
    shown = show(figure, "#figure=decoder/1/1/3/2/1/1")
    fills = shown.run("[...root.querySelectorAll('.cells > rect')].map((r) => r.style.fill)")
    n = len(figure.header["maps"][1]["rows"])
    for i in range(n):
        for j in range(n):
            assert ("url(" in fills[i * n + j]) == (j > i), (i, j)
    assert "hatched" in shown.text(".legend")
    shown.page.locator(".step").nth(0).click()  # before the mask every pair has its score
    assert not any(
        "url(" in f
        for f in shown.run("[...root.querySelectorAll('.cells > rect')].map((r) => r.style.fill)")
    )


def test_the_arithmetic_of_a_cell_adds_up(show, figure):
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
    shown.page.get_by_text("all 16 products").click()
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


def test_the_source_line_is_shown(show, figure):
    shown = show(figure)
    line = figure.header["maps"][0]["layers"][0]["lines"]["weights"]
    panel = shown.text(".line-panel")
    for part in (
        f"{line['file']}:{line['number']}",
        line["code"],
        "(batch, head, query, key)",
        "(1, 4, 6, 6)",
    ):
        assert part in panel


# ---- hands and keys --------------------------------------------------------------------------------
def cell(shown: Shown, i: int, j: int, of: int = 6) -> dict[str, float]:
    box = shown.page.locator(".cells").bounding_box()
    return {"x": (j + 0.5) * box["width"] / of, "y": (i + 0.5) * box["height"] / of}


def test_pointing_reads_and_clicking_locks(show, figure):
    shown = show(figure)
    weights = figure.arrays["encoder.layers.0.self_attention.weights"].values[0]
    body = shown.page.locator(".body")
    body.hover(position=cell(shown, 1, 2))
    assert shown.text(".tip") == f"b → c   {weights[1, 2]:.4f}"
    assert f"“b” looks at “c” with weight {weights[1, 2]:.4f}." in shown.text(".reading")
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


def test_keys_step_and_switch(show, deep):
    shown = show(deep, "#figure=encoder/1/1/4/2/3/1")
    keys = shown.page.keyboard
    for key, where in [
        ("ArrowRight", "encoder/1/1/5/2/3/1"),
        ("ArrowRight", "encoder/1/1/5/2/3/1"),  # the last step stays the last
        ("ArrowLeft", "encoder/1/1/4/2/3/1"),
        ("ArrowLeft", "encoder/1/1/3/2/3/1"),
        ("ArrowLeft", "encoder/1/1/2/2/3/1"),
        ("ArrowRight", "encoder/1/1/3/2/3/1"),
        ("ArrowRight", "encoder/1/1/4/2/3/1"),
        ("h", "encoder/1/2/4/2/3/1"),
        ("H", "encoder/1/3/4/2/3/1"),
        ("h", "encoder/1/1/4/2/3/1"),
        ("l", "encoder/2/1/4/2/3/1"),
        ("L", "encoder/1/1/4/2/3/1"),
        ("Shift+ArrowDown", "encoder/1/1/4/3/3/1"),
        ("Shift+ArrowRight", "encoder/1/1/4/3/4/1"),
        ("Shift+ArrowRight", "encoder/1/1/4/3/4/1"),  # the edge
        ("Escape", "encoder/1/1/4"),
    ]:
        keys.press(key)
        shown.at(where)


def test_play_walks_to_the_last_step_and_space_stops_it(show, figure):
    shown = show(figure, "#figure=encoder/1/1/1/2/3/1")
    shown.page.locator(".body").hover(
        position=cell(shown, 1, 1)
    )  # who was touched gets the space bar
    shown.page.keyboard.press(" ")
    shown.wait(lambda: shown.where().startswith("figure=encoder/1/1/2"))
    shown.page.keyboard.press(" ")
    shown.page.wait_for_timeout(1600)
    assert shown.where() == "figure=encoder/1/1/2/2/3/1"
    shown.page.get_by_role("button", name="play").click()
    shown.wait(lambda: shown.where().startswith("figure=encoder/1/1/5"))
    assert shown.page.get_by_role("button", name="play").is_visible()  # it has stopped by itself


def test_typing_belongs_to_the_text_box(show, figure):
    shown = show(figure)
    shown.page.evaluate("document.body.prepend(document.createElement('input'))")
    shown.wait(lambda: "/" in shown.where())
    before = shown.where()
    shown.page.locator("input").focus()
    for key in ("h", "l", "ArrowLeft", " "):
        shown.page.keyboard.press(key)
    shown.page.wait_for_timeout(300)
    assert shown.where() == before
    assert shown.page.locator("input").input_value() == "h l"  # the arrow went to the left of l


def test_the_address_brings_back_the_view(show, deep):
    shown = show(deep)
    shown.page.get_by_role("button", name="Cross-attention").click()
    shown.page.keyboard.press("l")
    shown.page.keyboard.press("h")
    shown.page.keyboard.press("ArrowLeft")
    shown.wait(lambda: re.fullmatch(r"figure=cross/2/2/3/\d+/\d+/1", shown.where()))
    left = shown.where()
    shown.page.reload()
    shown.page.locator(".body").wait_for()
    assert shown.where() == left and shown.pressed("step").startswith("3 ·")
    shown.open("#figure=nonsense/99/99/99/99/99/99")  # a link that somebody mistyped
    assert shown.page.locator(".panel.cell").is_visible()


def test_copy_link_puts_the_address_on_the_clipboard(show, figure):
    shown = show(figure)
    shown.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown.page.get_by_role("button", name="Copy link").click()
    shown.page.get_by_text("Copied").wait_for()
    assert shown.page.evaluate("navigator.clipboard.readText()") == shown.page.url
    assert "#figure=encoder/1/1/4/" in shown.page.url


def test_present_fills_the_screen_and_comes_back(show, figure):
    shown = show(figure)
    shown.page.get_by_role("button", name="Present").click()
    shown.wait(lambda: shown.run("root.fullscreenElement !== null"))
    assert shown.page.locator(".panel.cell").is_visible()
    shown.page.evaluate("document.exitFullscreen()")
    shown.wait(lambda: shown.run("root.fullscreenElement === null"))


# ---- sizes, themes, words ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("heads", "words", "scrolls"),
    [(1, 2, False), (16, 5, False), (8, 24, False), (2, 64, False), (1, 80, True)],
)
def test_from_2_to_80_words_and_1_to_16_heads(show, heads, words, scrolls):
    shown = show(
        attention_map(untrained(heads, heads), letters(words)), "#figure=encoder/1/1/4/2/2/1"
    )
    assert shown.page.locator(".thumb").count() == heads
    assert shown.run("root.querySelectorAll('.lefts text').length") == words
    assert (
        "scroll inside" in shown.run("root.querySelector('.scroll-note').textContent")
    ) == scrolls
    assert shown.run("root.querySelector('.scroller').classList.contains('scrolls')") == scrolls
    # Nothing sticks out to the side of the page, whatever the map.
    for title in ("Cross-attention", "Decoder masked self-attention"):
        shown.page.get_by_role("button", name=title).click()
        for step in (3, 4):
            shown.page.locator(".step").nth(step).click()
            assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    painted = shown.run(
        "[...root.querySelectorAll('.thumb canvas')].every((c) => c.width > 0 && c.height > 0)"
    )
    assert painted


def test_a_large_map_reads_the_right_cell_on_its_canvas(show):
    figure = attention_map(untrained(2, 2), letters(64))
    shown = show(figure, "#figure=encoder/1/2/4/1/1/1")
    weights = figure.arrays["encoder.layers.0.self_attention.weights"].values[1]
    assert shown.run("root.querySelector('.cells').tagName") == "CANVAS"
    shown.page.locator(".body").click(position=cell(shown, 40, 17, of=64))
    shown.at("encoder/1/2/4/41/18/1")
    assert f"{weights[40, 17]:.4f}" in shown.text(".panel.cell")


@pytest.mark.parametrize("width", [1440, 1024, 700, 420])
def test_fits_into_narrow_pages(show, figure, width):
    shown = show(figure, width=width)
    assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_row_of_unequal_length_is_not_square(show, figure):
    shown = show(figure, "#figure=cross/1/1/4/7/6/1")
    assert shown.run("root.querySelectorAll('.lefts text').length") == 7  # ⟨start⟩ and six words
    assert shown.run("root.querySelectorAll('.tops text').length") == 6
    assert "⟨end⟩" in shown.run("root.querySelector('.lefts text:last-child').textContent")


def test_dark_and_light_follow_the_system(show, figure):
    grounds = []
    for dark in (False, True):
        shown = show(figure, dark=dark)
        ink = shown.run("getComputedStyle(root.querySelector('.gb')).color")
        query = shown.run("getComputedStyle(root.querySelector('.lefts .on')).fill")
        grounds.append((ink, query))
    colours = [
        tuple(int(p[name][at : at + 2], 16) for at in (1, 3, 5))
        for p in (palette.LIGHT, palette.DARK)
        for name in ("ink", "query")
    ]
    assert [f"rgb{c}" for c in colours] == [*grounds[0], *grounds[1]]


def test_typed_markup_is_text_everywhere(show):
    figure = attention_map(replace(untrained(), task=Split()), HOSTILE)
    shown = show(figure, "#figure=encoder/1/1/4/2/3/1")
    assert shown.run("root.querySelectorAll('img, script').length") == 0
    assert "<img" in shown.run("root.querySelector('.lefts').textContent")
    assert "</script>" in shown.text(".reading") and "</script>" in shown.text(".panel.cell")
    assert "$x$ ⟨?⟩" in shown.run("root.querySelector('.lefts').textContent")
    assert shown.page.title() == f"Attention on “{HOSTILE}”"


def test_words_of_other_scripts_and_emoji_are_drawn(show):
    shown = show(attention_map(replace(untrained(), task=Split()), "שלום 🙂 naïve 漢字 a"))
    assert "🙂" in shown.run("root.querySelector('.lefts').textContent")


def test_a_number_that_is_none_is_called_so(show, figure):
    name = "encoder.layers.0.self_attention.weights"
    values = figure.arrays[name].values.copy()
    values[0, 2] = np.nan
    broken = {**figure.arrays, name: replace(figure.arrays[name], values=values)}
    shown = show(replace(figure, arrays=broken), "#figure=encoder/1/1/4/3/1/1")
    assert shown.cells()[12:18] == ["NaN"] * 6
    assert "NaN" in shown.text(".reading")


# ---- the homes --------------------------------------------------------------------------------------
def test_two_figures_on_one_page_keep_their_keys_and_their_numbers(browser, figure, deep):
    page = browser.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    # A notebook shows the HTML of each cell; running a cell again makes a second copy of the same.
    cells = figure._repr_html_() + deep._repr_html_() + figure._repr_html_()
    page.set_content(f"<!doctype html><p>text</p>{cells}")
    roots = page.locator("[data-glassbox]")
    assert roots.count() == 3
    step = "e => e.shadowRoot.querySelector('.step[aria-pressed=true]').textContent[0]"
    roots.nth(1).locator(".body").click(position={"x": 20, "y": 20})
    page.keyboard.press("ArrowRight")
    assert [roots.nth(i).evaluate(step) for i in range(3)] == ["4", "5", "4"]
    roots.nth(2).locator(".body").click(position={"x": 20, "y": 20})
    page.keyboard.press("ArrowLeft")
    assert [roots.nth(i).evaluate(step) for i in range(3)] == ["4", "5", "3"]
    roots.nth(0).locator(".body").hover(position={"x": 20, "y": 20})
    page.locator("p").click()  # outside every figure, all keys belong to the notebook
    page.keyboard.press("ArrowRight")
    assert [roots.nth(i).evaluate(step) for i in range(3)] == ["4", "5", "3"]
    assert page.url == "about:blank"  # a notebook's address is not the figure's
    assert problems == []
    page.close()


PAGE = """
import streamlit as st
from lessons.figures.attention_map import attention_map
from lessons.figures.kit.figure import show_panel
from transformer.weights import load

st.set_page_config(layout="wide")
left, right = st.columns([1, 0.4])
with left:
    text = st.text_input("sentence", "a b c d e a")
    attention_map(load("reverse"), text).show("map")
with right:
    st.write("the other column")
    if st.checkbox("panel here", True):
        show_panel("map")
"""


def test_in_the_app_the_drawing_is_fetched_once(app, browser):
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    fetched = []
    page.on(
        "request", lambda request: fetched.append(request.url) if "/figures/" in request.url else 0
    )
    page.goto(f"{app.url}/?text=it+was+tired")
    page.get_by_role("button", name="Recompute").click()
    page.get_by_text(re.compile("✓ difference")).wait_for()
    assert sum("attention_map/draw.js?v=" in url for url in fetched) == 1
    assert len(fetched) == len(set(fetched))
    page.close()


def test_in_a_script_of_ones_own(browser, tmp_path):
    """`streamlit run some_script.py`: no server of ours, the panel in another column, recomputing."""
    (tmp_path / "page.py").write_text(PAGE)
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "page.py", f"--server.port={port}"]
    options = [
        "--server.headless=true",
        "--server.address=127.0.0.1",
        "--browser.gatherUsageStats=false",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(
        [*command, *options], cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL
    )
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    try:
        for _ in range(100):
            try:
                page.goto(f"http://127.0.0.1:{port}/?lesson=1#map=decoder/1/2/4/3/2/1")
                break
            except Exception:
                page.wait_for_timeout(200)
        columns = page.locator("[data-testid=stColumn]")
        columns.nth(1).get_by_text("This cell").wait_for()
        assert columns.nth(0).get_by_text("This cell").count() == 0
        assert page.url.endswith("/?lesson=1#map=decoder/1/2/4/3/2/1")

        for step in ("4 ·", "5 ·", "3 ·", "1 ·"):
            page.get_by_role("button", name=step).click()
            page.get_by_role("button", name="Recompute").click()
            page.get_by_text(re.compile("✓ difference")).wait_for()
        page.get_by_role("button", name="Recompute").click()  # once more for the same cell
        page.get_by_text("computing").wait_for(state="detached")
        page.get_by_role("button", name="Recompute").wait_for()
        page.keyboard.press("h")
        assert page.get_by_text("✓ difference").count() == 0  # the answer was for another cell
        page.keyboard.press("ArrowRight")

        page.get_by_label("sentence").fill("f e d c b a a b")
        page.keyboard.press("Enter")
        columns.nth(0).get_by_text("b₂").first.wait_for(state="attached")
        page.wait_for_timeout(400)
        assert "#map=decoder/1/3/2/" in page.url  # head and step stay

        page.get_by_text("panel here").click()
        columns.nth(0).get_by_text("This cell").wait_for()  # back under the figure
        page.get_by_text("panel here").click()
        columns.nth(1).get_by_text("This cell").wait_for()
        assert problems == []
    finally:
        page.close()
        server.terminate()
        server.wait(10)


def test_in_jupyterlab(browser, tmp_path, figure):
    """A real JupyterLab: the cell is run in the browser, its figure steps, twice over."""
    code = (
        "from lessons.figures.attention_map import attention_map\n"
        "from transformer.weights import load\n"
        'attention_map(load("reverse"), "a b c d e a")'
    )
    cell = {
        "cell_type": "code",
        "id": "one",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        "source": code,
    }
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook = {"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "figure.ipynb").write_text(json.dumps(notebook))
    port = free_port()
    own = {f"JUPYTER_{kind}_DIR": str(tmp_path / kind) for kind in ("CONFIG", "RUNTIME", "DATA")}
    environment = {**os.environ, **own, "PYTHONPATH": str(ROOT)}
    options = [
        f"--port={port}",
        "--ip=127.0.0.1",
        "--no-browser",
        "--allow-root",
        "--ServerApp.token=",
    ]
    options += [
        f"--ServerApp.root_dir={tmp_path}",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *options],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    try:
        for _ in range(150):
            try:
                page.goto(f"http://127.0.0.1:{port}/lab/tree/figure.ipynb")
                break
            except Exception:
                page.wait_for_timeout(200)
        page.locator(".jp-CodeCell .jp-InputArea-editor").click()
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        drawn = page.locator("[data-glassbox]")
        for _ in range(2):  # running a cell again draws it again
            page.locator(".jp-CodeCell .jp-InputArea-editor").click()
            page.keyboard.press("Control+Enter")
            page.wait_for_timeout(200)
            drawn.locator(".body").wait_for()
        drawn.locator(".body").click(position={"x": 20, "y": 20})
        for key, step in (("ArrowRight", "5"), ("ArrowLeft", "4"), ("ArrowLeft", "3")):
            page.keyboard.press(key)
            assert drawn.locator(".step[aria-pressed=true]").inner_text()[0] == step
        page.keyboard.press("Shift+L")  # JupyterLab's own key for line numbers: ours while inside
        assert page.locator(".jp-InputArea-editor .cm-lineNumbers").count() == 0
        page.keyboard.press("b")  # "new cell below" in JupyterLab, nothing in a figure
        page.wait_for_timeout(300)
        assert page.locator(".jp-CodeCell").count() == 1
        assert problems == []
    finally:
        page.close()
        server.terminate()
        server.wait(20)
