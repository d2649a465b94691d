"""The search of the site, and the links to its headings."""

import json
import re
from collections import Counter
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

from lessons import LESSONS
from tests.web.unpacked import unpacked
from web import search
from web.headings import marked

slow = pytest.mark.slow
INDEX = 60_000  # bytes of the search's index


def near_the_top(page, heading):
    """Wait until a heading is directly below the bar, or as high as the end of the page allows."""
    at = """(heading) => {
      const main = document.querySelector(".stMain") ?? document.documentElement;
      const { top } = heading.getBoundingClientRect(), { scrollTop, clientHeight, scrollHeight } = main;
      return top >= 0 && (top < 70 || scrollTop + clientHeight > scrollHeight - 2);
    }"""
    page.wait_for_function(at, arg=heading.element_handle())


# ---- search -----------------------------------------------------------------------------------------------------
def told(site):
    """The index of a site, as its pages read it."""
    (script,) = (site / "code").glob("search.*.js")
    (name,) = re.findall(r'glassbox\.index = "(\w+)"', script.read_text("utf-8"))
    file = site / f"data/{name}.js"
    return json.loads(unpacked(file)[0]), file.stat().st_size


@slow
def test_the_index_is_small_and_each_of_its_addresses_exists(site):
    index, size = told(site)
    assert size <= INDEX
    checked = 0
    for lesson, title, address, _ in index["entries"]:
        name, where = index["lessons"][lesson][0], urlsplit(address)
        page = site / name / where.path
        if not page.exists():
            continue  # a lesson that is not built here
        checked += 1
        if where.fragment:
            assert f'id="{where.fragment}"' in page.read_text("utf-8"), (name, title)
        for key, part in parse_qsl(where.query):
            (built,) = (site / name).glob("built.*.js")
            names = json.loads(re.search(r"glassbox\.built = (.*);", built.read_text("utf-8"))[1])[
                "names"
            ]
            assert part in names[key], (name, part)
    assert checked > 20
    terms = {term: entry for term, _, entry in index["terms"]}
    assert index["entries"][terms["causal mask"]][0] == [one.name for one in LESSONS].index("masks")


@slow
@pytest.mark.parametrize("kind", ["server", "disk"])
def test_a_reader_finds_a_section_by_keyboard(kind, page, site, address):
    base = address if kind == "server" else f"{site.as_uri()}/"
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{base}cost/index.html")
    page.locator("[data-drawn]").wait_for()
    name = search_data(site)
    assert not [url for url in asked if name in url]  # nothing is loaded before it is needed
    page.keyboard.press("Control+k")
    box = page.get_by_role("dialog", name="Search lessons and glossary")
    page.keyboard.type("deck prints code")
    expect(box.get_by_role("status")).to_have_text(re.compile(r"\d+ results?"))
    link = box.get_by_role("link", name="What the decks print, and what the code says")
    expect(link).to_contain_text("Attention · notebook")
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)  # hidden from the accessibility tree
    button = page.get_by_role("button", name="Search")
    button.click()
    page.keyboard.type("<img src=x> softmax")  # words are text
    expect(box.get_by_role("status")).to_have_text(re.compile("No results|result"))
    assert box.locator("img").count() == 0
    page.keyboard.press("Control+a")
    page.keyboard.type("what the decks print")
    expect(link).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(box.get_by_role("link").first).to_be_focused()
    for _ in range(30):
        if link.evaluate("link => link === document.activeElement"):
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("attention/notebook.html#"))
    near_the_top(page, page.get_by_role("heading", name="What the decks print"))


def search_data(site):
    (script,) = (site / "code").glob("search.*.js")
    return re.findall(r'glassbox\.index = "(\w+)"', script.read_text("utf-8"))[0]


def test_every_lesson_can_be_searched():
    index = search.index()
    entries = Counter(lesson for lesson, *_ in index["entries"])
    assert min(entries[n] for n in range(len(LESSONS))) >= 5
    assert search.words_of("The café’s Softmax, W_Q") == {"the", "cafe", "softmax", "w_q"}


# ---- headings ---------------------------------------------------------------------------------------------------
def test_ids_are_made_of_words_and_are_unique():
    html = [
        "<h2>Run · 9 min</h2>",
        "<p>x</p><h3>Run</h3>",
        "<summary><h3>Run</h3></summary>",
        "<h1>√d_k?</h1>",
    ]
    drawn = "".join(marked(html))
    assert re.findall(r'<h\d id="([^"]*)"', drawn) == ["run", "run-2", "run-3", "d_k"]
    assert re.findall(r'href="#([^"]*)" aria-label="([^"]*)"', drawn) == [
        ("run", "Link to “Run”"),
        ("run-2", "Link to “Run”"),
    ]  # a summary is itself something to click, and the page has its own address


@slow
def test_each_heading_of_each_page_has_its_own_id(site):
    for file in site.glob("*/*.html"):
        html = file.read_text("utf-8")
        ids = re.findall(r'<h[1-6][^>]*? id="([^"]+)"', html)
        assert len(ids) == len(re.findall(r"<h[1-6]\b", html)) >= 4, file
        assert not [
            name
            for name, count in Counter(re.findall(r'\bid="([^"]+)"', html)).items()
            if count > 1
        ], file


@slow
def test_a_link_to_a_heading_holds_while_the_figures_are_drawn(browser, address):
    page = browser.new_page(viewport={"width": 1440, "height": 960})
    sheet = """addEventListener("DOMContentLoaded", () => {
      document.head.append(Object.assign(document.createElement("style"), { textContent: "* { overflow-anchor: none }" }));
    });"""
    page.add_init_script(sheet)  # as in Safari: what grows above moves what is below
    page.goto(f"{address}attention/index.html?attention-part=In+a+model#write-it-yourself")
    heading = page.locator("#write-it-yourself")
    page.locator(".st-key-figure .gb").wait_for()
    expect(page).to_have_url(re.compile("figure="))  # the figure has written its place
    near_the_top(page, heading)
    mark = page.get_by_role("link", name="Link to “Code for attention”")
    mark.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#code-for-attention$"))
    page.locator(".st-key-figure").get_by_role("button", name="softmax").click()
    expect(page).to_have_url(re.compile(r"#figure=[^#]*$"))  # the figure's place alone
    page.close()


@slow
def test_on_a_phone_the_search_covers_no_link_of_the_bar(page, address):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{address}attention/index.html")
    page.locator("[data-drawn]").wait_for()
    after = page.locator(".st-key-after a").bounding_box()
    assert after["x"] + after["width"] <= page.locator(".find").bounding_box()["x"]
