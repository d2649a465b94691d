"""The attention map where people meet it: several on a page, the app, a script of their own, JupyterLab."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from lessons.figures.attention_map import attention_map
from tests.kit.app import free_port
from tests.kit.paths import ROOT
from transformer.weights import load


@pytest.fixture(scope="module")
def figure():
    return attention_map(load("reverse"), "a b c d e a")


@pytest.fixture
def tab(browser):
    """A tab in which no script may fail."""
    page, problems = browser.new_page(viewport={"width": 1440, "height": 1000}), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    page.close()
    assert problems == []


@contextmanager
def serving(module: str, *options: str, folder, answers: str, **environment):
    """A server of its own in that folder; its address, as soon as it answers there."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", *module.split(), *(o.format(port=port) for o in options)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        url, end = f"http://127.0.0.1:{port}", time.monotonic() + 180
        while True:  # not with the browser: its page about a failure costs more than the figure
            try:
                urllib.request.urlopen(f"{url}/{answers}", timeout=5)
                break
            except OSError:
                assert server.poll() is None and time.monotonic() < end, f"no answer of {module}"
                time.sleep(0.05)
        yield url
    finally:
        server.terminate()
        server.wait(60)


def test_two_figures_on_one_page_keep_their_keys_and_their_numbers(tab, figure):
    other = attention_map(load("reverse"), "c a b")
    # A notebook shows the HTML of each cell; running a cell again makes a second copy of the same.
    cells = figure._repr_html_() + other._repr_html_() + figure._repr_html_()
    tab.set_content(f"<!doctype html><p>text</p>{cells}")
    roots = tab.locator("[data-glassbox]")
    expect(roots).to_have_count(3)

    def steps() -> list[str]:
        step = "e => e.shadowRoot.querySelector('.step[aria-pressed=true]').textContent[0]"
        return roots.evaluate_all(f"(all) => all.map({step})")

    roots.nth(1).locator(".body").click(position={"x": 20, "y": 20})
    tab.keyboard.press("ArrowRight")
    assert steps() == ["4", "5", "4"]
    roots.nth(2).locator(".body").click(position={"x": 20, "y": 20})
    tab.keyboard.press("ArrowLeft")
    assert steps() == ["4", "5", "3"]
    roots.nth(0).locator(".body").hover(position={"x": 20, "y": 20})
    tab.locator("body > p").click()  # outside every figure, all keys belong to the notebook
    tab.keyboard.press("ArrowRight")
    assert steps() == ["4", "5", "3"]
    assert tab.url == "about:blank"  # a notebook's address is not the figure's


def test_in_the_app_the_drawing_is_fetched_once(app, tab):
    fetched = []
    tab.on("request", lambda r: fetched.append(r.url) if "/figures/" in r.url else None)
    tab.goto(f"{app.url}/attention?text=it+was+tired")
    tab.get_by_role("button", name="Recompute").click()
    tab.get_by_text(re.compile("✓ difference")).wait_for()
    assert sum("attention_map/draw.js?v=" in url for url in fetched) == 1
    assert len(fetched) == len(set(fetched))


PAGE = """
import streamlit as st
from lessons.figures.attention_map import attention_map
from lessons.figures.kit.showing import show_panel
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


@pytest.mark.slow
def test_in_a_script_of_ones_own(tab, tmp_path):
    """`streamlit run some_script.py`: no server of ours, the panel in another column, recomputing."""
    (tmp_path / "page.py").write_text(PAGE)
    options = [
        "--server.port={port}",
        "--server.headless=true",
        "--server.address=127.0.0.1",
        "--server.fileWatcherType=none",  # nobody edits this page
        "--browser.gatherUsageStats=false",
    ]
    with serving(
        "streamlit run page.py", *options, folder=tmp_path, answers="_stcore/health"
    ) as url:
        tab.goto(f"{url}/?lesson=1#map=decoder/1/2/4/3/2/1")
        left, right = (tab.locator("[data-testid=stColumn]").nth(n) for n in (0, 1))
        right.get_by_text("This cell").wait_for()
        expect(left.get_by_text("This cell")).to_have_count(0)
        assert tab.url.endswith("/?lesson=1#map=decoder/1/2/4/3/2/1")

        again = tab.get_by_role("button", name="Recompute")
        for step in ("5 ·", "1 ·"):
            tab.get_by_role("button", name=step).click()
            again.click()
            tab.get_by_text(re.compile("✓ difference")).wait_for()
        again.click()  # once more for the same cell
        tab.get_by_text("computing").wait_for(state="detached")
        again.wait_for()
        tab.keyboard.press("h")
        expect(tab.get_by_text("✓ difference")).to_have_count(0)  # the answer was for another cell
        tab.keyboard.press("ArrowRight")

        tab.get_by_label("sentence").fill("f e d c b a a b")
        tab.keyboard.press("Enter")
        left.get_by_text("b₂").first.wait_for(state="attached")
        tab.wait_for_url(re.compile("#map=decoder/1/3/2/"))  # head and step stay

        tab.get_by_text("panel here").click()
        left.get_by_text("This cell").wait_for()  # back under the figure
        tab.get_by_text("panel here").click()
        right.get_by_text("This cell").wait_for()


CELL = """
from lessons.figures.attention_map import attention_map
from transformer.weights import load
attention_map(load("reverse"), "a b c d e a")
"""
# What a figure has nothing to do with, and what takes its time to start.
ELSEWHERE = ("jupyter_lsp", "jupyter_server_terminals", "jupytext")


@contextmanager
def jupyterlab(folder, *sources: str):
    """The address of a notebook with these cells in a real JupyterLab."""
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [cell | {"id": f"cell-{n}", "source": text.strip()} for n, text in enumerate(sources)]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "figure.ipynb").write_text(json.dumps(notebook))
    options = [
        "--port={port}",
        "--ip=127.0.0.1",
        "--no-browser",
        "--allow-root",
        "--ServerApp.token=",
        *(f"--ServerApp.jpserver_extensions={name}=False" for name in ELSEWHERE),
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    places = {f"JUPYTER_{kind}_DIR": str(folder / kind) for kind in ("CONFIG", "RUNTIME", "DATA")}
    with serving("jupyterlab", *options, folder=folder, answers="api", **places) as url:
        yield f"{url}/lab/tree/figure.ipynb"


@pytest.mark.slow
def test_in_jupyterlab(tab, tmp_path):
    """A real JupyterLab: the cell is run in the browser, its figure steps, twice over."""
    with jupyterlab(tmp_path, CELL) as url:
        tab.goto(url)
        editor, drawn = (
            tab.locator(".jp-CodeCell .jp-InputArea-editor"),
            tab.locator("[data-glassbox]"),
        )
        editor.click()
        tab.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        tab.keyboard.press("Control+Enter")
        drawn.locator(".body").wait_for()
        drawn.evaluate("(before) => (before.id = 'before')")
        editor.click()
        tab.keyboard.press("Control+Enter")  # running a cell again draws it again
        tab.locator("[data-glassbox]:not(#before) .body").wait_for()
        drawn.locator(".body").click(position={"x": 20, "y": 20})
        for key, step in (("ArrowRight", "5"), ("ArrowLeft", "4"), ("ArrowLeft", "3")):
            tab.keyboard.press(key)
            assert drawn.locator(".step[aria-pressed=true]").inner_text()[0] == step
        tab.keyboard.press("Shift+L")  # JupyterLab's own key for line numbers: ours while inside
        tab.keyboard.press("b")  # "new cell below" in JupyterLab, nothing in a figure
        tab.keyboard.press("ArrowRight")
        assert drawn.locator(".step[aria-pressed=true]").inner_text()[0] == "4"
        tab.evaluate("() => new Promise((painted) => requestIdleCallback(painted))")
        expect(tab.locator(".jp-InputArea-editor .cm-lineNumbers")).to_have_count(0)
        expect(tab.locator(".jp-CodeCell")).to_have_count(1)


LIVE = """
from lessons.figures.attention_map import attention_map
from transformer.weights import load
picture = attention_map(load("reverse"), "a b c d e a").live()
picture
"""
HEARD = "print('heard', *picture.chosen.values())"


@pytest.mark.slow
def test_in_jupyterlab_python_hears_what_is_chosen(tab, tmp_path, figure):
    """A cell of the map is clicked, and the next cell of the notebook knows it; "Recompute" is answered."""
    pytest.importorskip(
        "anywidget", reason="anywidget is not installed: pip install -r requirements.txt"
    )
    words = figure.header["maps"][0]["rows"]
    with jupyterlab(tmp_path, LIVE, HEARD) as url:
        tab.goto(url)
        tab.locator(".jp-CodeCell .jp-InputArea-editor").first.click()
        tab.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        tab.keyboard.press("Shift+Enter")  # and goes to the next cell
        drawn = tab.locator("[data-glassbox=live]")
        cells = drawn.locator(".cells")
        box = cells.bounding_box()
        wide, high = box["width"] / len(words), box["height"] / len(words)
        cells.click(position={"x": 1.5 * wide, "y": 4.5 * high}, force=True)  # row 5, column 2
        tab.keyboard.press("ArrowLeft")  # to step 3
        drawn.get_by_role("button", name="Recompute").click()
        drawn.get_by_text(re.compile("✓ difference")).wait_for()
        tab.locator(".jp-CodeCell .jp-InputArea-editor").nth(1).click()
        tab.keyboard.press("Control+Enter")
        expect(tab.get_by_text("heard encoder 1 1 3 5 2")).to_be_visible()
