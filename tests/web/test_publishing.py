"""What surrounds the pages of the site: previews, versions, a page for lost addresses, a copy to keep."""

import re
import zipfile
from collections import Counter
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from lessons import LESSONS
from web import preview
from web.publish import lost, sitemap
from web.stamp import stamp

slow = pytest.mark.slow
NEWER = "A new version of this site was published. Reload the page."


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
