"""The running app in a real browser: what a teacher and a class see."""

import socket
import sys
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect

from lessons import LESSONS
from lessons.attention import CHANGED, SENTENCE, results
from lessons.host import patches
from lessons.host.source import FOLDERS
from tests.kit.app import still
from tests.kit.paths import ROOT

FITS = """() => { const main = document.querySelector('.stMain');
    return main.scrollWidth <= main.clientWidth && document.documentElement.scrollWidth <= innerWidth; }"""
SIDES = """beside => { const [main, aside] = ['figure', 'aside'].map(
        key => document.querySelector(`.st-key-${key}`)?.getBoundingClientRect());
    return main && aside && main.right <= innerWidth && (aside.left > main.right) === beside; }"""
READING = ".st-key-figure .reading"  # the figure's sentence about the locked cell


def translated(text: str) -> str:
    """What the page says that the model writes."""
    reading = results.encode("english_french", text)
    return results.facts("english_french", reading).translation


class Tab:
    """A page of the app that remembers what went wrong in it."""

    def __init__(self, page, app):
        self.page, self.app = page, app
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self.heard)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def heard(self, message) -> None:
        """Streamlit looks for its server under the page's own address first, and does not find it."""
        if message.type == "error" and "/_stcore/" not in message.location["url"]:
            self.errors.append(message.text)

    def open(self, address: str = "/attention?attention-part=In+a+model") -> "Tab":
        self.page.goto(self.app.url + address)
        self.page.locator(READING).wait_for()
        return self

    def type(self, text: str) -> None:
        box = self.page.get_by_label("Sentence")
        box.fill(text)
        box.press("Enter")

    def says(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()

    def holds(self, text: str) -> None:
        """What stands in the box for the sentence."""
        expect(self.page.get_by_label("Sentence")).to_have_value(text)


@pytest.fixture
def tab(page, app):
    tab = Tab(page, app)
    yield tab
    assert tab.errors == []


def test_the_first_picture_needs_no_other_machine(tab):
    tab.open()
    tab.says("What the model writes")
    tab.page.wait_for_timeout(500)  # anything that loads late
    outside = [u for u in tab.requests if not u.startswith((tab.app.url, "data:", "blob:"))]
    assert outside == []
    assert any("/lessons/figures/attention_map/draw.js" in url for url in tab.requests)
    expect(tab.page.locator(READING)).to_contain_text("animal", use_inner_text=True)
    assert tab.page.title().startswith("Attention")
    if sys.platform == "linux":  # which lists what a process watches
        folders = [p for name in FOLDERS for p in (ROOT / name).rglob("*") if p.is_dir()]
        assert 0 < watched_folders(tab.app.pid) <= len(folders) + len(FOLDERS)


def watched_folders(pid: int) -> int:
    """Streamlit would watch an environment in .venv too, which costs every visitor more than the page itself."""
    watched = 0
    for file in Path(f"/proc/{pid}/fdinfo").iterdir():
        with suppress(FileNotFoundError):  # closed since it was listed
            watched += file.read_text().count("inotify wd:")
    return watched


def test_it_opens_by_hand_and_an_old_address_opens_the_model(tab):
    """An address with a sentence, a model or the place of the map is older than the part by hand."""
    worked, page = tab.page.locator(".st-key-by-hand .sum-of"), tab.page
    page.goto(f"{tab.app.url}/attention")
    worked.wait_for()
    expect(page.locator(".st-key-predict"), "nothing is asked, nothing answered").to_have_count(0)
    for old in ("?text=it+was+tired", "?model=Reverse", "#figure=encoder/2/1/4/9/7/1"):
        page.goto("about:blank")
        page.goto(f"{tab.app.url}/attention{old}")
        page.locator(READING).wait_for(state="attached")  # covered, where it answers a question
    expect(page.locator(READING)).to_contain_text("“it” attends to", use_inner_text=True)
    tab.type("he hit me with a pie")
    tab.says(translated("he hit me with a pie"))
    page.get_by_text("By hand", exact=True).click()
    worked.wait_for()
    still(page)  # the page has noted what stood in the box
    page.get_by_text("In a model", exact=True).click()
    page.locator(READING).wait_for()
    tab.holds("he hit me with a pie")


def test_the_address_holds_the_sentence_and_the_model(tab):
    tab.open()
    tab.type("he hit me with a pie")
    tab.says(translated("he hit me with a pie"))
    assert "text=he+hit+me+with+a+pie" in tab.page.url
    tab.page.get_by_role("combobox").click()
    tab.page.get_by_role("option", name="Reverse").click()
    tab.holds("a b c d e f")
    still(tab.page)
    tab.type("d a b c")  # not the sentence of the question, whose answer is covered
    tab.says("c b a d")
    link = tab.page.url.split("#")[0]
    tab.page.evaluate("localStorage.clear(), sessionStorage.clear()")  # somebody else's browser
    tab.page.goto("about:blank")
    tab.page.goto(link)
    tab.says("c b a d")
    tab.holds("d a b c")


def test_it_fits_and_follows_the_theme(tab):
    for scheme in ("light", "dark"):  # each as it opens: which theme, Streamlit decides then
        tab.page.emulate_media(color_scheme=scheme)
        tab.open()
        for width in (1440, 1024):
            tab.page.set_viewport_size({"width": width, "height": 900})
            tab.page.wait_for_function(FITS)
            tab.page.wait_for_function(SIDES, arg=width == 1440)  # narrow: one below the other
        background = tab.page.evaluate(
            "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
        )
        brightness = sum(int(v) for v in background[4:-1].split(","))
        assert (brightness > 600) == (scheme == "light")
        ink = tab.page.locator(".st-key-panel-attention-notice p").first
        assert contrast(ink.evaluate("e => getComputedStyle(e).color"), background) > 4.5


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two CSS colours (WCAG 2.1, section 1.4.3)."""

    def luminance(colour: str) -> float:
        parts = [int(v) / 255 for v in colour[colour.index("(") + 1 : -1].split(",")[:3]]
        linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_what_cannot_be_read_leaves_the_picture(tab):
    tab.open()
    before = tab.page.locator(READING).inner_text()
    tab.type("")
    tab.says("There is no word in this text")
    expect(tab.page.locator(READING)).to_have_text(before, use_inner_text=True)
    tab.type("animal " * 500)
    tab.says("The text has 500 words")
    expect(tab.page.locator(READING)).to_have_text(before, use_inner_text=True)
    tab.holds("animal " * 500)
    tab.type(SENTENCE)
    tab.page.get_by_text("The text has 500 words").wait_for(state="detached")
    expect(tab.page.locator(READING)).to_have_text(before, use_inner_text=True)

    # Typed markup is shown and never run.
    tab.type("<img src=x onerror=window.hit=1> the $x^2$ **animal** 🐘 שלום")
    tab.says("which no training sentence used")
    tab.page.wait_for_timeout(500)
    assert tab.page.evaluate("window.hit") is None
    expect(tab.page.locator("img[src=x]")).to_have_count(0)
    expect(tab.page.locator(".katex")).to_have_count(0)
    expect(tab.page.get_by_text("“<img” is not among").first).to_be_visible()  # also announced
    assert tab.page.locator(".st-key-figure").inner_html().count("onerror") == 0
    expect(tab.page.locator(READING)).to_be_visible()


def test_predict_then_see_and_take_home(tab):
    tab.open()
    prediction = results.prediction("english_french")
    number = next(n for n, o in enumerate(prediction.options) if o != prediction.right)
    expect(tab.page.get_by_text("Measured in layer")).to_have_count(0)
    tab.page.locator(f".st-key-predict-english_french-{number} button").click()
    tab.says("Measured in layer")
    expect(tab.page.get_by_role("button", name=f"✓ {prediction.right}")).to_be_visible()
    tab.page.get_by_role("button", name="Show it").click()
    tab.holds(CHANGED)
    tab.says(translated(CHANGED))
    taken_home(tab)


FORMATS = {"PNG": b"\x89PNG", "SVG": b"<?xml", "PDF": b"%PDF", "HTML": b"<!doctype"}


def taken_home(tab) -> None:
    """The figure and the notebook."""
    still(tab.page)
    tab.page.get_by_role("button", name="Save figure").click()
    for title, begins in FORMATS.items():
        with tab.page.expect_download() as download:
            tab.page.get_by_role("button", name=title).click()
        content = download.value.path().read_bytes()
        assert content.startswith(begins) and len(content) > 10_000
        assert download.value.suggested_filename == f"attention.{title.lower()}"
    tab.page.keyboard.press("Escape")
    tab.page.get_by_role("button", name="Notebook", exact=True).click()
    number = [lesson.name for lesson in LESSONS].index("attention") + 1
    tab.says(f"jupyter lab notebooks/{number:02}_attention.ipynb")
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Download notebook").click()
    assert download.value.suggested_filename == f"{number:02}_attention.ipynb"


INSIDE = [
    "kit/figure.py",
    "kit/draw.js",
    "kit/core.js",
    "ablation/words.py",
    "../host/server.py",
    "..%2fhost%2fserver.py",
    *("%2e%2e/%2e%2e/app.py", "..%2ffigures%2fablation/draw.js", "no/draw.js"),
    f"{'a' * 300}/draw.js",
]


def test_only_drawings_and_runs_are_handed_out(app):
    inside = [*(f"figures/{path}" for path in INSIDE), f"runs/{'a' * 300}/events", "runs/no/events"]
    for path in inside:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{app.url}/lessons/{path}").read()
        assert refused.value.code in (400, 404), path


def test_drawings_are_kept_by_the_browser_under_their_version(app):
    def kept(path: str) -> str:
        return urllib.request.urlopen(f"{app.url}/lessons/figures/{path}").headers["Cache-Control"]

    assert "immutable" in kept("attention_map/draw.js?v=1")
    assert kept("attention_map/draw.js") == "no-cache"


def test_answers_are_sent_at_once():
    """Without this, the rest of an answer waits 40 ms for the browser to confirm its beginning."""
    with socket.socket() as listening:  # as Streamlit makes it: without naming the protocol
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        patches.send_at_once()
        with socket.create_connection(listening.getsockname()):
            connection, _ = listening.accept()
            with connection:
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
