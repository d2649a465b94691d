"""Python in a tab of a browser: first with a Worker that holds no Python, then with Pyodide, of which $PYODIDE names a
folder, or `../shared/tools/pyodide` makes one.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from lessons.attention.tests.mutants import solution
from tests.kit.paths import ROOT
from tests.kit.served import served
from tests.web.test_tab import wheel
from web.tab import pack

pytestmark = pytest.mark.slow

# ---- in a browser, with a Worker that holds no Python -------------------------------------------------
WORKER = """globalThis.Worker = class {
  constructor() { globalThis.worker = this; }
  postMessage({ kind, id }) {
    const data = kind === "begin" ? { kind: "ready", id } : { kind: "needs", id, name: "weights" };
    setTimeout(() => this.onmessage({ data }));
  }
  terminate() {}
};
glassbox.leave = () => {};
globalThis.ask = () => { glassbox.send({ key: "k" }).catch(() => {}); };
glassbox.again = ask;
"""


@pytest.fixture
def bare(page, tmp_path):
    """A page with `tab.js` and a file to edit, and with nothing of the course."""
    files = {"big": pack.packed(tmp_path, "big", b"data")}
    pack._script(tmp_path, {"begin": ["big"], "packages": [], "later": ["weights"], "files": files})
    (tmp_path / "fake.js").write_text(WORKER)
    for name in ("start.js", "load.js"):
        (tmp_path / name).write_bytes((ROOT / "web" / name).read_bytes())
    names = ("start.js", "load.js", "tab.js", "fake.js")
    scripts = "".join(f'<script src="/{name}"></script>' for name in names)
    pre = '<pre data-file="lessons/heads/exercise.py">stub</pre>'
    page_of = '<!doctype html><html data-root="/"><body data-page="{}">{}{}</body>'
    link = '<a href="/other/index.html?a=b">next</a>'
    (tmp_path / "index.html").write_text(page_of.format("heads", pre + link, scripts))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text(page_of.format("other", "other page", scripts))
    with served(tmp_path) as host:
        page.goto(host)
        yield page


def test_stop_waits_for_no_file_and_a_file_that_cannot_be_had_is_named(bare):
    line = bare.locator(".glassbox-python")
    bare.route("**/big.0.js*", lambda route: None)  # it never comes
    bare.evaluate("ask()")
    line.get_by_role("button", name="Stop").click()
    expect(line).to_contain_text("Python was stopped.")
    bare.unroute("**/big.0.js*")
    line.get_by_role("button", name="Try again").click()
    expect(line).to_contain_text("weights could not be loaded from this site.")
    expect(line.get_by_role("button")).to_have_text("Try again")


def test_python_is_ready_before_it_is_asked_and_a_training_that_ends_with_the_page_is_told(bare):
    line = bare.locator(".glassbox-python")
    bare.evaluate("glassbox.warm()")
    bare.wait_for_function("glassbox.hasPython()")
    expect(line).to_have_count(0)  # nobody has asked for it
    news = {"run": "copy-1", "lines": "[]", "told": "{}", "ended": False}
    bare.evaluate("news => worker.onmessage({ data: { kind: 'news', news } })", news)
    asked: list[str] = []
    bare.on("dialog", lambda one: (asked.append(one.type), one.accept()))
    bare.locator("body").click()  # a browser asks only whoever has done something
    bare.reload()
    expect(line).to_contain_text("The training run copy-1 is lost")
    bare.reload()
    expect(line).to_have_count(0)
    assert asked == ["beforeunload"]


def test_tab_indents_in_the_editor_and_leaves_it_after_escape(bare):
    bare.evaluate("glassbox.edit()")
    area = bare.get_by_role("textbox", name="Edit lessons/heads/exercise.py")
    area.focus()
    bare.keyboard.press("Home")
    bare.keyboard.press("Tab")
    expect(area).to_have_value("    stub")
    bare.keyboard.press("Escape")
    bare.keyboard.press("Tab")
    expect(bare.get_by_role("button", name="Download")).to_be_focused()
    expect(area).to_have_value("    stub")


FAILS = """async (told) => {
  const rest = () => new Promise((done) => setTimeout(done, 100));
  await rest(); // until it is ready
  worker.postMessage = ({ id }) => setTimeout(() => worker.onmessage({ data: { kind: "failed", id, ...told } }));
  ask();
  await rest();
  return glassbox.hasPython();
}"""


def test_python_without_memory_is_ended_and_an_exception_of_it_ends_nothing(bare):
    line = bare.locator(".glassbox-python")
    bare.evaluate("glassbox.warm()")
    bare.wait_for_function("glassbox.hasPython()")
    assert bare.evaluate(FAILS, {"error": "Traceback\nKeyError: 'x'"})
    expect(line).to_contain_text("Python could not answer: KeyError: 'x'")
    assert not bare.evaluate(FAILS, {"error": "bad JSON", "full": True, "broken": True})
    expect(line).to_contain_text("ran out of memory and was stopped. Your text is kept")


HOLDS = "() => { Worker.prototype.postMessage = function ({ kind }) { this.last = kind; }; }"


def test_starting_is_not_called_an_endless_loop(bare, browser):
    """Loading and starting take long on a slow computer; only the time after the request is posted counts."""
    page = (
        browser.new_context().new_page()
    )  # a clock that has been installed stays with its context
    page.clock.install()
    asked = []
    page.route("**/big.0.js*", lambda route: asked.append(route))
    page.goto(bare.url)
    line = page.locator(".glassbox-python")
    page.evaluate(HOLDS)
    page.evaluate("ask()")
    expect(line).to_contain_text("Python is loading")
    page.clock.fast_forward(60_000)
    expect(line).to_contain_text("Python is loading")
    asked[0].continue_()
    expect(line).to_contain_text("Python is starting …")
    page.clock.fast_forward(60_000)
    expect(line).to_contain_text("Python is starting …")
    page.evaluate("worker.onmessage({ data: { kind: 'ready' } })")
    page.wait_for_function("worker.last === 'event'")
    page.clock.fast_forward(11_000)
    expect(line).to_contain_text(re.compile(r"Python has been computing for \d\d s"))
    page.context.close()


def test_a_browser_that_starts_no_python_from_a_disk_says_which_one_does(bare):
    """WebKit's words, for a page whose address begins with file:."""
    bare.evaluate("glassbox.warm()")
    bare.wait_for_function("glassbox.hasPython()")
    denied = "Cross-origin script load denied by Cross-Origin Resource Sharing policy."
    assert not bare.evaluate(FAILS, {"error": denied, "broken": True})
    line = bare.locator(".glassbox-python")
    expect(line).to_contain_text("does not start Python from a local file. Open the file in Chrome")


RUN = {"copy-1": {"card.json": "{}"}, "copy-2": {"card.json": "{}"}}


def test_ended_runs_are_stored_until_they_are_deleted(bare):
    bare.evaluate("runs => glassbox.runs.keep(runs)", RUN)
    bare.reload()
    assert bare.evaluate("glassbox.runs.all()") == RUN
    bare.evaluate("glassbox.runs.keep({ 'copy-1': null })")
    bare.reload()
    assert bare.evaluate("glassbox.runs.all()") == {"copy-2": RUN["copy-2"]}


def test_two_tabs_that_train_at_once_store_two_runs(bare):
    other = bare.context.new_page()
    other.goto(bare.url)
    for tab, text in ((bare, "first"), (other, "second"), (other, "second, again")):
        tab.evaluate("files => glassbox.runs.keep({ 'copy-1': files })", {"card.json": text})
    stored = {"copy-1": {"card.json": "first"}, "copy-2": {"card.json": "second, again"}}
    assert bare.evaluate("glassbox.runs.all()") == stored
    expect(other.locator(".glassbox-python")).to_contain_text("copy-1 is stored as copy-2")
    other.evaluate("glassbox.runs.keep({ 'copy-1': null })")
    assert bare.evaluate("glassbox.runs.all()") == {"copy-1": stored["copy-1"]}


def test_a_page_with_a_run_that_cannot_be_stored_asks_before_it_is_left(bare):
    bare.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new Error('full'); }; }")
    bare.evaluate("runs => glassbox.runs.keep(runs)", RUN)
    line = bare.locator(".glassbox-python")
    expect(line).to_contain_text("This browser does not store copy-1, copy-2. Save the run")
    asked: list[str] = []
    bare.on("dialog", lambda one: (asked.append(one.type), one.accept()))
    bare.locator("body").click()  # a browser asks only whoever has done something
    bare.reload()
    assert asked == ["beforeunload"]


def test_python_goes_on_at_the_next_page_and_back(bare):
    """The window stays, everything on the page begins anew, and a page that Python keeps busy is left as usual."""
    bare.evaluate("glassbox.warm()")
    bare.wait_for_function("glassbox.hasPython()")
    bare.evaluate("() => { worker.mine = 'first'; addEventListener('old', () => (old = true)); }")
    bare.get_by_role("link", name="next").click()
    bare.wait_for_url("**/other/index.html?a=b")
    bare.get_by_text("other page").wait_for()
    assert bare.evaluate(
        "() => { dispatchEvent(new Event('old')); return [globalThis.old, worker.mine]; }"
    ) == [None, "first"]
    assert bare.evaluate("glassbox.hasPython()")
    bare.go_back()
    bare.get_by_role("link", name="next").wait_for()
    assert bare.evaluate("glassbox.hasPython() && worker.mine") == "first"
    bare.evaluate("() => { worker.postMessage = () => {}; ask(); }")
    bare.get_by_role("link", name="next").click()
    bare.get_by_text("other page").wait_for()
    bare.wait_for_function("() => globalThis.glassbox?.hasPython")  # a new page loads its scripts
    assert not bare.evaluate("glassbox.hasPython()")


def test_what_is_typed_where_the_browser_keeps_no_more_is_what_python_gets(bare):
    bare.evaluate("glassbox.edit()")
    area = bare.locator("textarea")
    area.fill("kept")
    bare.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    area.fill("later")
    area.fill("last")
    assert bare.evaluate("glassbox.files()") == {"lessons/heads/exercise.py": "last"}
    expect(bare.locator(".said")).to_contain_text("is full")


# ---- in a browser, with Pyodide ----------------------------------------------------------------------
@pytest.fixture(scope="module")
def pyodide(tmp_path_factory) -> Path:
    if folder := os.environ.get("PYODIDE"):
        return Path(folder)
    maker = ROOT.parent / "shared" / "tools" / "pyodide"
    if not maker.exists():
        pytest.skip(f"no Pyodide: set PYODIDE to a folder with the files of {pack.ADDRESS}")
    folder = tmp_path_factory.mktemp("pyodide")
    made = subprocess.run([str(maker), str(folder)], capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"Pyodide cannot be fetched: {made.stderr[-200:]}")
    return folder


def build(folder: Path, pyodide: Path | str, *lessons: str) -> Path:
    named = [given for lesson in lessons for given in ("--lesson", lesson)]
    command = [sys.executable, "-m", "web.build", str(folder), *named, "--quick", "--with-mine"]
    environment = os.environ | {"PYODIDE": str(pyodide)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory, pyodide):
    return build(tmp_path_factory.mktemp("site"), pyodide, "attention", "cost", "training")


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """The address of a site whose Python comes from its usual host."""
    with served(build(tmp_path_factory.mktemp("usual"), "", "attention")) as host:
        yield host.rstrip("/")


@pytest.fixture(scope="module")
def address(site):
    with served(site) as host:
        yield host.rstrip("/")


class Reader:
    """Somebody at a page of the site, who has agreed that Python is loaded."""

    def __init__(self, browser, address: str, part: str, context=None):
        self.page = (context or browser.new_context()).new_page()
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(f"{address}/attention/index.html?attention-part={part}")
        self.page.evaluate("sessionStorage.setItem('glassbox-python', 'yes')")
        self.page.wait_for_selector("[data-drawn]")

    def rests(self) -> None:
        """Until Python has answered, and the page shows it."""
        self.page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        assert self.page.evaluate("glassbox.hasPython()"), self.page.locator(
            ".glassbox-python"
        ).all_inner_texts()

    def types(self, text: str) -> None:
        box = self.page.locator("[data-widget=text]")
        box.fill(text)
        box.press("Enter")
        self.rests()

    def check(self, text: str) -> str:
        self.page.locator(".glassbox-editor textarea").fill(text)
        self.page.locator(".st-key-check-attention button").click()
        self.rests()
        return self.page.locator(
            ".st-key-passed-attention, .st-key-failed-attention"
        ).first.inner_text()


def writes(reader: Reader) -> str:
    return reader.page.locator(".st-key-section-what-the-model-writes .stText").first.inner_text()


@pytest.mark.parametrize("from_disk", [False, True], ids=["server", "disk"])
def test_a_sentence_is_read_by_python_in_the_tab(browser, address, site, from_disk):
    reader = Reader(browser, site.as_uri() if from_disk else address, "model")
    assert writes(reader).endswith("parce qu’il était trop fatigué")
    reader.types("the woman was tired")
    assert writes(reader) == "la femme était fatiguée"
    reader.types("the dog was tired")
    assert writes(reader) == "le chien était fatigué"
    own = site.as_uri() if from_disk else address
    assert all(url.startswith((own, "data:", "blob:")) for url in reader.asked)
    reader.page.evaluate("glassbox.stop()")
    reader.types("the woman was tired")
    assert writes(reader) == "la femme était fatiguée", (
        "after Stop it begins anew with the next click"
    )


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "damaged"])
def test_python_comes_from_its_usual_address_and_is_checked(browser, usual, pyodide, whole):
    """Its usual address is played by the folder, and the browser compares what comes with its hash."""

    def give(route):
        data = (pyodide / route.request.url.rpartition("/")[2]).read_bytes()
        data = data if whole or ".zip" not in route.request.url else data[:-1]
        route.fulfill(body=data, headers={"access-control-allow-origin": "*"})

    context = browser.new_context()
    context.route(f"{pack.ADDRESS}**", give)
    reader = Reader(browser, usual, "model", context)
    if whole:
        reader.types("the woman was tired")
        assert writes(reader) == "la femme était fatiguée"
        assert sum(url.startswith(pack.ADDRESS) for url in reader.asked) == len(pack.PYODIDE)
    else:
        reader.page.locator("[data-widget=text]").fill("the woman was tired")
        reader.page.keyboard.press("Enter")
        line = reader.page.locator(".glassbox-python")
        expect(line).to_contain_text("python_stdlib.zip could not be loaded from cdn.jsdelivr.net.")


def test_a_pytorch_wheel_is_loaded_in_place_of_the_stand_in(
    browser, pyodide, tmp_path, monkeypatch
):
    """This one only says that it was imported."""
    wheels = wheel(tmp_path / "wheels", code="raise ImportError('the PyTorch of a test')\n")
    monkeypatch.setenv("TORCH", str(wheels))
    with served(build(tmp_path / "site", pyodide, "attention")) as host:
        reader = Reader(browser, host.rstrip("/"), "model")
        reader.page.locator("[data-widget=text]").fill("the woman was tired")
        reader.page.keyboard.press("Enter")
        line = reader.page.locator(".glassbox-python")
        expect(line).to_contain_text("ImportError: the PyTorch of a test")


def test_a_figure_is_saved_with_its_charts(browser, address, tmp_path):
    page = browser.new_context().new_page()
    page.goto(f"{address}/cost/index.html?cost-part=meet")
    page.wait_for_selector("[data-drawn]")
    page.get_by_role("button", name="Save figure").click()
    page.locator("[data-widget=save-pdf]").click()
    expect(page.locator(".python")).to_contain_text("In a tab, figures are saved as HTML.")
    with page.expect_download(timeout=120_000) as saved:
        page.locator("[data-widget=save-html]").click()
        page.get_by_role("button", name="Load Python").click()
    assert saved.value.suggested_filename == "cost.html"
    saved.value.save_as(tmp_path / "cost.html")
    page.goto((tmp_path / "cost.html").as_uri())
    page.wait_for_selector(".js-plotly-plot .main-svg")


SENTENCE = "the woman was tired"


def test_a_sentence_waits_for_python_and_is_not_lost(browser, address):
    """In a shared link, after "Not now", and in a reload before Python has answered."""
    page = browser.new_context().new_page()
    page.goto(f"{address}/attention/index.html?attention-part=In+a+model&text={SENTENCE}")
    field, offer = page.locator("[data-widget=text]"), page.locator(".python")
    expect(offer).to_contain_text("needs Python")
    expect(field).to_have_value(SENTENCE)
    expect(page.locator("[role=radio][aria-checked=true]", has_text="In a model")).to_have_count(1)
    assert "text=" in page.url and "In+a+model" in page.url
    for _ in range(2):
        offer.get_by_role("button", name="Not now").click()
        expect(offer).to_have_count(0)
        field.press("Enter")
        expect(offer).to_contain_text("needs Python")
    page.route("**/tab/*.0.js*", lambda route: None)  # Python never comes
    field.fill("the dog was tired")
    field.press("Enter")
    offer.get_by_role("button", name="Load Python").click()
    expect(page.locator(".glassbox-python")).to_contain_text("Python is loading")
    page.reload()
    expect(field).to_have_value("the dog was tired")


def test_python_starts_once_for_all_lessons(browser, address):
    reader = Reader(browser, address, "model")
    reader.types(SENTENCE)
    page, own = reader.page, page_of(reader)
    reader.asked.clear()
    page.locator("a[href*='cost/']").first.evaluate("link => link.click()")
    page.wait_for_url("**/cost/**")
    page.wait_for_selector("[data-drawn]")
    assert page_of(reader) == own + 1 and page.evaluate("glassbox.hasPython()")
    page.go_back()
    page.wait_for_url("**/attention/**")
    page.wait_for_selector("[data-drawn]")
    expect(page.locator(".st-key-section-what-the-model-writes .stText").first).to_have_text(
        "la femme était fatiguée"
    )
    assert not [url for url in reader.asked if "project.zip" in url]


def page_of(reader: Reader) -> int:
    """The number of the page in its window; Python goes on as long as it grows."""
    reader.page.evaluate("glassbox.handOver()")
    return reader.page.evaluate("globalThis.glassboxPython.visit")


def test_a_model_trained_in_the_tab_is_looked_into_and_outlives_a_reload(browser, address):
    page = browser.new_context().new_page()
    page.goto(f"{address}/training/index.html?training-part=train")
    page.evaluate("sessionStorage.setItem('glassbox-python', 'yes')")
    page.wait_for_selector("[data-drawn]")
    page.locator("[data-widget=training-steps]").fill("4")
    page.locator("[data-widget=training-steps]").press("Enter")
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.locator("[data-widget=training-start]").click()
    page.locator("[data-widget=training-look]").first.click()
    page.wait_for_url("**/attention/**model=run-copy-1**")
    shown = page.locator(
        "[data-testid=stApp][data-test-script-state=notRunning] [data-widget=model]"
    )
    expect(shown).to_contain_text("run-copy-1")
    page.reload()
    expect(shown).to_contain_text("run-copy-1")
    expect(page.get_by_text("There is no run")).to_have_count(0)


def test_code_is_checked_kept_and_stopped_in_the_tab(browser, address):
    reader = Reader(browser, address, "hand")
    page = reader.page
    page.get_by_text("Current file:").click()
    assert "All 18 checks passed." in reader.check(solution())
    endless = solution().replace(
        "        batch, queries", "        while True:\n            pass\n        batch, queries", 1
    )
    assert re.search(r"line 5\d was still running after \d+", reader.check(endless))
    page.reload()
    page.wait_for_selector("[data-drawn]")
    page.get_by_text("Current file:").click()
    area = page.locator(".glassbox-editor textarea")
    assert area.input_value() == endless
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_text("Current file:").click()
    other.locator(".glassbox-editor textarea").fill("# from the other tab\n")
    page.get_by_text("Another tab saved this file").wait_for()
    assert area.input_value() == endless, "nothing is lost without a question"
    page.get_by_role("button", name="Use that version").click()
    assert area.input_value() == "# from the other tab\n"
