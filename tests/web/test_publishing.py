"""What surrounds the pages of the site: search, links to headings, previews, versions, a page for lost addresses."""

import json
import re
import zipfile
from collections import Counter
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

from lessons import LESSONS
from tests.web.unpacked import unpacked
from web import preview, search
from web.headings import marked
from web.publish import lost, sitemap
from web.stamp import stamp

slow = pytest.mark.slow
INDEX = 60_000  # bytes of the search's index
NEWER = "A new version of this site was published. Reload the page."


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
def test_a_link_to_a_heading_holds_while_the_figures_are_drawn(page, address):
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


@slow
def test_on_a_phone_the_search_covers_no_link_of_the_bar(page, address):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{address}attention/index.html")
    page.locator("[data-drawn]").wait_for()
    after = page.locator(".st-key-after a").bounding_box()
    assert after["x"] + after["width"] <= page.locator(".find").bounding_box()["x"]


# ---- previews ---------------------------------------------------------------------------------------------------
@slow
def test_each_page_has_its_sentence_and_its_picture(site):
    said = Counter()
    for file in (site / "index.html", *site.glob("*/*.html")):
        tags = dict(
            re.findall(
                r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', file.read_text("utf-8")
            )
        )
        said[tags["description"]] += 1
        assert tags["og:description"] == tags["description"] and tags["twitter:card"]
        picture = (file.parent / tags["og:image"]).read_bytes()
        assert picture[:4] == b"\x89PNG" and len(picture) <= 30_000, file
    assert max(said.values()) == 1


def test_an_address_makes_links_whole(tmp_path):
    tags = preview.tags("T", "A “b” & c", "https://x.org/course/heads/", "notebook.html")
    assert (
        'og:image" content="https://x.org/course/heads/preview.png"' in tags and "&amp; c" in tags
    )
    assert '<link rel="canonical" href="https://x.org/course/heads/notebook.html">' in tags
    (tmp_path / "heads").mkdir()
    for name in ("index.html", "404.html", "heads/index.html"):
        (tmp_path / name).touch()
    listed = sitemap("https://x.org/course/", tmp_path)
    assert re.findall("<loc>(.*)</loc>", listed) == [
        "https://x.org/course/heads/",
        "https://x.org/course/",
    ]
    written = {}
    lost(SimpleNamespace(host="https://x.org/course/", policy="", write=written.__setitem__))
    assert '<base href="/course/">' in written["404.html"]


@pytest.mark.parametrize("name", ["course", *(lesson.name for lesson in LESSONS)])
def test_a_picture_is_small(name):
    assert 5_000 < len(preview.picture(name)) <= 30_000


# ---- lost addresses, lost files -----------------------------------------------------------------------------------
@slow
def test_a_lost_address_at_any_depth_names_the_lessons_and_offers_search(page, site, address):
    body = (site / "404.html").read_text("utf-8")
    answer = {"status": 404, "content_type": "text/html; charset=utf-8", "body": body}
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    for path in ("nothing", "attention/lost/deep.html", "attention/lost/"):
        page.route(address + path, lambda route: route.fulfill(**answer))
        page.goto(address + path)
        links = page.get_by_role("listitem").get_by_role("link")
        assert links.count() == len(LESSONS)
        assert links.first.evaluate("link => link.href") == f"{address}{LESSONS[0].name}/index.html"
        page.get_by_role("button", name="Search").click()
        page.keyboard.type("softmax")
        expect(page.locator(".search li a").first).to_be_visible()
        assert page.locator(".search li a").first.evaluate("link => link.href").startswith(address)
    page.unroute_all()
    assert not wrong


@slow
def test_a_page_says_whether_a_newer_version_was_published(page, address):
    page.goto(f"{address}attention/index.html")
    page.locator("[data-drawn]").wait_for()
    page.route("**/data/*z.js", lambda route: route.fulfill(status=404))
    page.get_by_role("radio", name="In a model").click()
    expect(page.locator(".python")).to_contain_text("Check the network.")
    page.route("**/version.js*", lambda route: route.fulfill(body='glassbox.published = "other";'))
    page.get_by_role("radio", name="Check a slide").click()
    expect(page.locator(".python span")).to_have_text(NEWER)
    page.unroute_all()


def test_code_gets_a_new_name_with_new_content(tmp_path):
    def built(text):
        (tmp_path / "code").mkdir(exist_ok=True)
        (tmp_path / "heads").mkdir(exist_ok=True)
        (tmp_path / "code/part.js").write_text(text)
        (tmp_path / "code/load.js").write_text("glassbox.names;")
        page = '<html lang="en"><script src="../code/load.js"></script><a href="../code/none.js">'
        (tmp_path / "heads/index.html").write_text(page)
        version = stamp(tmp_path)
        (name,) = re.findall(r"code/load\.\w{12}\.js", (tmp_path / "heads/index.html").read_text())
        assert version in (tmp_path / "version.js").read_text()
        return name, version, (tmp_path / name).read_text()

    first, again, other = built("1"), built("1"), built("2")
    assert first == again and first[0] != other[0] and first[1] != other[1]
    (known,) = re.findall(r'"code/part\.js": "([^"]+)"', other[2])
    assert (tmp_path / known).read_text() == "2"
    assert "code/none.js" in (tmp_path / "heads/index.html").read_text()  # a link to nothing stays


# ---- without a network --------------------------------------------------------------------------------------------
@slow
def test_the_downloaded_course_opens_without_a_network(browser, site, address, tmp_path):
    context = browser.new_context(accept_downloads=True)
    page = context.new_page()
    page.goto(f"{address}index.html")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the course").click()
    file = tmp_path / "course.zip"
    download.value.save_as(file)
    expect(page.locator(".offline [role=status]")).to_contain_text("Unpack the ZIP file")
    with zipfile.ZipFile(file) as packed:
        assert packed.testzip() is None
        packed.extractall(tmp_path)
    copy = tmp_path / "glassbox-transformer"
    apart = {"404.html", "files.js"}
    files = {one.relative_to(site).as_posix() for one in site.rglob("*") if one.is_file()} - apart
    assert {one.relative_to(copy).as_posix() for one in copy.rglob("*") if one.is_file()} == files
    context.set_offline(True)
    page.goto(f"{copy.as_uri()}/index.html")
    expect(page.get_by_role("button", name="Download the course")).to_have_count(
        0
    )  # it is the copy
    page.locator(".st-key-card-attention a").click()
    page.get_by_role("radio", name="In a model").click()
    page.locator(".st-key-figure .gb").wait_for()
    assert page.locator(".python").count() == 0
    context.close()
