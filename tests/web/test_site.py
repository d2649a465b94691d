"""The site in a browser, from a server and from a disk: what was built needs no Python and asks no other host."""

import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

from benchmarks.site import packed
from lessons.kit.scenes import of_lesson
from tests.kit.axe import show_in_theme, violations
from tests.kit.paths import ROOT
from tests.web.unpacked import unpacked

pytestmark = pytest.mark.slow


class Links(HTMLParser):
    """What a page names: links, scripts, style sheets, pictures; and its policy."""

    def __init__(self, text):
        super().__init__()
        self.found, self.policy, self.inline = [], "", 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        has = dict(attrs)
        self.found += [has[name] for name in ("href", "src") if has.get(name)]
        self.inline += tag == "script" and "src" not in has
        if has.get("http-equiv") == "Content-Security-Policy":
            self.policy = has["content"]


def test_every_link_leads_somewhere_and_every_page_has_its_policy(site):
    from lessons import LESSONS

    later = {f"{lesson.name}/index.html" for lesson in LESSONS}  # two of them are built here
    wrong = []
    for page in sorted(site.rglob("*.html")):
        links = Links(page.read_text(encoding="utf-8"))
        assert "script-src 'self'" in links.policy and "unsafe-eval'" not in links.policy.replace("wasm-unsafe-eval'", "")  # fmt: skip
        # What asks no host may ask none.
        # Beside the script that each page begins with, 404.html has one that finds the folder of the site.
        assert links.inline == 1 + (page.name == "404.html") and "https" not in links.policy, page
        for link in links.found:
            where = urlsplit(link)
            if where.scheme == "data" or not where.path:
                continue
            there = (page.parent / unquote(where.path)).resolve()
            known = there.exists() or there.relative_to(site).as_posix() in later
            if where.scheme or not known:
                wrong.append(f"{page.relative_to(site)}: {link}")
    assert not wrong, wrong


def test_every_view_has_its_files_and_what_opens_first_is_not_packed(site):
    data, told = own_script(site / "attention")
    assert told["first"]["address"] in told["views"] and len(told["views"]) >= 8
    names = {told["pieces"], *told["replies"].values()} | data_in(told)
    for name in [one["at"] for one in told["views"].values()]:
        names |= data_in(unpacked(site / f"data/{name}.js")[0].decode())
    missing = [name for name in names - {*data} if not (site / f"data/{name}.js").exists()]
    assert not missing and len(names) > 20, missing
    for page in (site / "index.html", site / "attention/index.html"):
        links = Links(page.read_text(encoding="utf-8")).found
        assert not [link for link in links if link.endswith("z.js")]
    shown = told["first"]["components"].values()
    assert {one["figure"] for one in shown if "figure" in one} <= {*data}


@pytest.mark.parametrize("lesson", ["attention", "machine"])
def test_a_slow_line_carries_what_the_first_figure_needs_at_one_time(site, lesson):
    """Six files, which a host sends as less than 150 kB; the fonts, Python, and most of a large figure come after."""
    page = (site / lesson / "index.html").read_text(encoding="utf-8")
    files = [one for one in Links(page).found if one.endswith((".js", ".css"))]
    # It waits for no style sheet.
    assert len(files) <= 6 and page.index("<script>") < page.index("stylesheet")
    small = [gzip.compress((site / lesson / file).read_bytes()) for file in files]
    assert sum(map(len, small)) < 150_000
    assert "@font-face" not in next((site / "code").glob("look.*.css")).read_text(encoding="utf-8")


def test_the_rest_of_a_large_figure_changes_none_of_its_first_numbers(page, site, address):
    data, told = own_script(site / "machine")
    (large,) = [one for one in told["first"]["components"].values() if "early" in one]
    page.goto(f"{address}machine/index.html")
    page.locator(".gb").first.wait_for()
    read = """async ({ early, figure }) => {
      const [some, all] = await Promise.all([early, figure].map(glassbox.read));
      const [part, whole] = [some, all].map(({ bytes }) => glassbox.modules["kit/core.js"].floatsOf(bytes));
      const has = part.reduce((count, value) => count + !Number.isNaN(value), 0);
      const wrong = part.findIndex((value, n) => !Number.isNaN(value) && !Object.is(value, whole[n]));
      return [part.length === whole.length, has > 0 && has < part.length / 2, wrong];
    }"""
    assert page.evaluate(read, large) == [True, True, -1]


INSIDE = "#machine-figure-model=3/6"  # a box whose numbers the first picture does not show


def large_in(folder):
    """The first file of a large figure, and the file of its numbers."""
    shown = own_script(folder)[1]["first"]["components"].values()
    (figure,) = [one["figure"] for one in shown if "early" in one]
    return figure.split(".")


def test_a_page_loads_all_numbers_of_a_large_figure_when_a_reader_opens_a_box(page, site, address):
    requested, numbers = [], f"{address}data/{large_in(site / 'machine')[1]}.js"
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{address}machine/index.html")
    page.locator("[data-drawn]").wait_for()
    page.wait_for_load_state("networkidle")
    assert numbers not in requested and packed(site.parent, address[:-6], requested) < 330_000
    page.evaluate(f"location.hash = '{INSIDE}'")
    page.locator(".gb .panes canvas").first.wait_for()
    assert numbers in requested
    assert re.search(r"\d\.\d", page.locator(".gb .view .cell").inner_text())
    assert "NaN" not in page.locator(".gb .view").inner_text()


def test_a_link_into_a_large_figure_opens_the_box(page, address):
    page.goto(f"{address}machine/index.html{INSIDE}")
    page.locator(".gb .panes canvas").first.wait_for()
    assert "NaN" not in page.locator(".gb .view").inner_text()


def test_a_large_figure_says_that_its_numbers_did_not_come(page, site, address):
    file = f"**/{large_in(site / 'machine')[1]}.js"
    page.route(file, lambda route: route.abort())
    page.goto(f"{address}machine/index.html{INSIDE}")
    expect(page.locator(".python")).to_contain_text("could not be loaded")
    page.unroute(file)
    page.locator(".gb").first.press("ArrowRight")
    page.locator(".gb .panes canvas").first.wait_for()


def own_script(folder):
    """What a page's own script has: the data of the first view, and what is told of all."""
    (file,) = folder.glob("built.*.js")
    data, built = file.read_text(encoding="utf-8").rstrip(";\n").split(";\nglassbox.built = ")
    return json.loads(data.removeprefix("glassbox.data = ")), json.loads(built)


def data_in(told):
    """The names of data in what was written; many numbers are in a second file."""
    text = told if isinstance(told, str) else json.dumps(told, separators=(",", ":"))
    listed = re.findall(r'"(?:at|figure)":"([0-9a-f]{12}z?)(?:\.([0-9a-f]{12}z))?"', text)
    return {name for names in listed for name in names if name}


def test_what_an_earlier_build_left_goes(tmp_path):
    code = "import sys; from pathlib import Path; from web.build import tidy; tidy(Path(sys.argv[1]), 1000.0)"
    for name in (
        "data/old.js",
        "data/new.js",
        "code/old.1.js",
        "heads/views/old.js",
        "mine/old.js",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0) if "old" in name else (1001, 1001))
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, check=True)
    left = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.js")}
    assert left == {"data/new.js", "mine/old.js"}, "nothing of anybody else's"


@pytest.mark.parametrize("kind", ["server", "disk"])
def test_attention_without_python(kind, page, site, address):
    """The figure is alive, an example changes it, the question is answered, two scenes are presented."""
    base, wrong = address if kind == "server" else f"{site.as_uri()}/", []
    page.on("console", lambda said: said.type in ("error", "warning") and wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: asked.url.startswith((base, "data:", "blob:")) or wrong.append(asked.url))  # fmt: skip
    page.goto(f"{base}index.html")
    page.locator(".st-key-card-attention a").click()
    page.locator("[data-drawn]").wait_for()
    page.get_by_role("radio", name="In a model").click()
    reading = page.locator(".st-key-figure .reading")
    page.locator(".st-key-figure .gb").wait_for()
    opened = reading.inner_text()
    page.locator(".st-key-figure .gb").focus()
    page.keyboard.press("h")  # another head
    expect(reading).not_to_have_text(opened)
    first = reading.inner_text()
    assert "attention-part=In+a+model" in page.url
    page.get_by_role("button", name="Examples").click()
    page.get_by_role("menuitem", name="the european economic area", exact=True).click()
    box = page.get_by_role("textbox", name="Sentence")
    expect(box).to_have_value("the european economic area")
    assert "text=the+european+economic+area" in page.url and reading.inner_text() != first
    page.get_by_role("button", name="Examples").click()
    page.get_by_role("menuitem", name="because it was too tired").click()
    expect(box).to_have_value(re.compile("tired$"))
    page.locator('.st-key-asked [class*="st-key-predict-"] button').first.click()
    page.locator(".st-key-replied").wait_for()
    assert page.locator(".seal:is(.covered, .veiled)").count() == 0
    kept = json.loads(page.evaluate("localStorage.getItem('glassbox-progress')"))
    assert list(kept["lessons"]) == ["attention"] and "predicted" in kept["lessons"]["attention"]
    box.fill("<b>my own words</b>")
    box.press("Enter")
    assert "Python" in page.locator(".python").inner_text()  # none was built in here
    assert page.locator(".stMain b").filter(has_text="my own words").count() == 0

    page.goto(f"{base}attention/index.html?x=1#present=attention/1")
    page.locator("html.present .st-key-lesson").wait_for()
    for number in (2, 3):
        page.keyboard.press("PageDown")
        expect(page).to_have_url(re.compile(f"present=attention/{number}"))
        page.locator("html:not(.coming)").wait_for(state="attached")
    page.locator(".st-key-figure .gb").wait_for()
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Notes", exact=True).click()
    opened.value.on("console", lambda said: wrong.append(said.text))
    scenes = of_lesson("attention")
    expect(opened.value.locator("#question")).to_have_text(scenes[2].question)
    opened.value.get_by_role("button", name="Previous").click()
    expect(opened.value.locator("#question")).to_have_text(scenes[1].question)
    expect(page).to_have_url(re.compile("present=attention/2"))
    assert not wrong, wrong


def test_a_chart_of_any_part_goes_to_one_place_after_the_other_without_python(page, address):
    page.goto(f"{address}cost/index.html")
    page.locator("[data-drawn]").wait_for()
    page.get_by_role("radio", name="Cost by length").click()
    page.locator(".js-plotly-plot").wait_for()
    for choice, drawn in (
        ("as printed", 16 * 16 * 64),
        ("32", 16 * 16 * 32),
        ("both products", 2 * 16 * 16 * 32),
    ):
        page.get_by_role("button", name=choice, exact=True).click()
        for _ in range(100):
            shown = page.evaluate("document.querySelector('.js-plotly-plot').data[0].y[0]")
            if shown == drawn / 1e6:
                break
            page.wait_for_timeout(100)
        assert shown == drawn / 1e6, choice
    assert page.locator(".python").count() == 0


@pytest.mark.parametrize("lesson", ["attention", "cost"])  # with attention maps, with charts
def test_a_notebook_breaks_no_rule_of_axe(lesson, page, address):
    page.goto(f"{address}{lesson}/notebook.html")
    page.locator("section.cell").first.wait_for()
    for theme in ("light", "dark"):
        show_in_theme(page, theme)
        assert violations(page) == [], theme


@pytest.mark.parametrize("count", [0, 2])
def test_a_figure_has_its_numbers_packed_or_not(count, page, address):
    told = b'{"header":{"arrays":[{"offset":0,"shape":[%d]}]}}' % count
    name = hashlib.sha256(told + bytes(4 * count)).hexdigest()[:12]
    page.goto(f"{address}index.html")
    read = "async (name) => (await glassbox.read(name)).bytes.length"
    packed = page.evaluate(read, f"{name}z")
    page.evaluate("(file) => glassbox.load(file)", f"opens_{count}.js")
    assert packed == page.evaluate(read, name) == 4 * count


def test_a_browser_that_cannot_unpack_shows_the_first_view_and_says_why_no_other(browser, address):
    page = browser.new_page()  # of its own: what is taken from it stays taken
    page.add_init_script("delete globalThis.DecompressionStream")
    page.goto(f"{address}attention/index.html")
    page.locator("[data-drawn]").wait_for()
    page.locator(".gb").first.wait_for()
    page.get_by_role("radio", name="In a model").click()
    expect(page.locator(".python")).to_contain_text("cannot unpack")
    page.goto(f"{address}attention/notebook.html")
    assert page.locator("section.cell").count() > 10
