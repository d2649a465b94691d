"""Python in a tab: what takes the place of a server there, what is packed, and a page in a browser that runs it.

The first part runs in this Python, with numpy's PyTorch and Streamlit's stand-in, in one process of its own. The last
part needs Pyodide: $PYODIDE names a folder of it, or `../shared/tools/pyodide` makes one.
"""

import base64
import hashlib
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.kit import project
from tests.kit.paths import ROOT
from tests.kit.served import served
from tests.lessons.attention.mutants import EDITS, solution
from tests.web.unpacked import unpacked
from web import packing
from web.tab import pack

IN_A_TAB = r"""
import json, sys, time
from pathlib import Path
from web.tab import desk
(desk.WEIGHTS / "english_french.safetensors").unlink()
desk.begin(["english_french.safetensors"])
said, text = {}, json.loads(sys.stdin.read())

def shown(page, *events, **files):
    told, blobs = page.answer(json.dumps(events), json.dumps(files))
    return json.loads(told)

def lines(html):
    import re, html as marks
    return [line.strip() for line in marks.unescape(re.sub("<[^>]+>", "\n", html)).split("\n") if line.strip()]

page = desk.Desk("attention", {"attention-part": "model"})
said["needs"] = shown(page)  # weights that are not there yet, when they are read
Path(said["needs"]["at"]).write_bytes(Path(sys.argv[1]).read_bytes())
said["first"] = lines(shown(page)["html"])
said["file"] = page.answer('[{"key": "save-html", "file": "attention.html"}]')[1][0].decode()
exercise = "lessons/attention/exercise.py"
check = {"key": "check-attention"}
said["stub"] = lines(shown(page, check)["html"])
said["right"] = lines(shown(page, check, **{exercise: text["right"]})["html"])
said["wrong"] = lines(shown(page, check, **{exercise: text["wrong"]})["html"])
try:
    page.answer("[]", json.dumps({"lessons/attention/checks.py": ""}))
except ValueError as error:
    said["refused"] = str(error)

# What was chosen when they were missing is not chosen twice.
heard, visit = [], desk.Desk("attention", {})
class Page:
    html, components, query, goes = "drawn", {}, {}, None
    def run(self, event=None):
        heard.append(event)
        if len(heard) == 2:
            raise desk.Needs("w", Path("w"))
        return self
visit.visit = Page()
told = json.loads(visit.answer('[{"key": "k"}]')[0])
said["again"], said["heard"] = told, heard
visit.answer(told["again"])

page = desk.Desk("training", {"training-part": "train"})
shown(page, {"key": "training-steps", "value": "6"})
said["begun"] = lines(shown(page, {"key": "training-start"})["html"])
news = []
while (new := json.loads(desk.turn())) is not None:
    news.append(new)
said["news"] = [len(json.loads(new["lines"])) for new in news]
said["ended"] = [new["ended"] for new in news]
said["done"] = lines(shown(page)["html"])
said["large"] = lines(shown(page, {"key": "training-task", "value": 1}, {"key": "training-start"})["html"])

import subprocess
try:
    subprocess.Popen(["true"])
except OSError as error:
    said["process"] = str(error)
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def in_a_tab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tab")
    copy = project.copied(folder / "project")
    paths = os.pathsep.join([str(copy / "web" / "python"), str(copy)])
    environment = os.environ | {"PYTHONPATH": paths, "GLASSBOX_RUNS": str(folder / "runs")}
    weights = ROOT / "transformer" / "weights" / "english_french.safetensors"
    given = json.dumps({"right": solution(), "wrong": solution(*EDITS["NoScaling"])})
    done = subprocess.run(
        [sys.executable, "-c", IN_A_TAB, str(weights)],
        cwd=copy, env=environment, input=given, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


# ---- without a browser -------------------------------------------------------------------------------
@pytest.mark.slow
def test_an_exercise_is_checked_as_in_the_app(in_a_tab):
    assert "saw      line 52 is still to be written; that is where you start" in in_a_tab["stub"]
    assert "All 18 checks passed." in in_a_tab["right"]
    assert (
        "likely   the scores were not divided; divide them by √d_k before the softmax"
        in in_a_tab["wrong"]
    )
    assert "no file that a reader writes" in in_a_tab["refused"]


@pytest.mark.slow
def test_weights_come_when_they_are_read_and_nothing_is_done_twice(in_a_tab):
    needs = in_a_tab["needs"]
    assert needs["needs"] == "english_french.safetensors" and needs["again"] == "[]"
    assert any(line.endswith("était trop fatigué") for line in in_a_tab["first"]), in_a_tab["first"]
    assert in_a_tab["again"] == {"needs": "w", "at": "w", "again": "[]"}
    assert in_a_tab["heard"] == [None, {"key": "k"}, None], "then the page alone is drawn"


@pytest.mark.slow
def test_a_figure_is_saved_as_a_page_of_its_own(in_a_tab):
    assert in_a_tab["file"].startswith("<!doctype html>") and "Attention on “" in in_a_tab["file"]


@pytest.mark.slow
def test_a_small_training_goes_on_in_turns_and_a_large_one_is_refused(in_a_tab):
    assert "waits in line" in in_a_tab["begun"]
    assert sum(in_a_tab["news"]) == 6 and in_a_tab["ended"][-1] and not any(in_a_tab["ended"][:-1])
    assert "done" in in_a_tab["done"]
    (said,) = [line for line in in_a_tab["large"] if line.startswith("A tab trains copy")]
    assert "git clone" in said and "make app" in said
    assert "one process" in in_a_tab["process"]


# Of the pages of `live_pages.py` those that are quick here; `python -m tests.web.live_pages` goes through all.
QUICK = ("alignment", "machine", "tokens", "embeddings", "attention", "positions", "bert")


@pytest.mark.slow
def test_what_a_reader_does_on_a_page_is_done_in_the_tab(tmp_path):
    paths = os.pathsep.join([str(ROOT / "web" / "python"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.live_pages", *QUICK],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": paths, "GLASSBOX_RUNS": str(tmp_path)},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert len(rows) == 16, done.stderr
    assert not [row for row in rows if row["wrong"] or not row["changed"]]


def test_what_is_packed_comes_out_again(tmp_path):
    for name, data in (("some.bin", os.urandom(1_200_001)), ("w.safetensors", os.urandom(17))):
        about = pack.packed(tmp_path, name, data)
        scripts = [tmp_path / f"{name}.{part}.js" for part in range(about["parts"])]
        assert data in unpacked(*scripts) and len(scripts) == 1 + len(data) // pack.PART
        hashed = base64.b64encode(hashlib.sha256(data).digest()).decode()
        assert about["hash"] == f"sha256-{hashed}"
        written = sum(script.stat().st_size for script in scripts)
        assert written < 1.035 * about["size"] + 100  # of base64 it would be 1.33


def test_a_figure_goes_without_its_differences():
    """Not where a number is none: then the browser might write other bytes."""
    one, other = np.float32([[0.1, 2e9, -3.5], [7.7, 1e-9, 0.1]])
    gap = np.float32([0, 0, np.inf])
    parts = [one, other, other - one, gap, one[:2], other - one, one, gap, gap - one]
    at = np.cumsum([0, *map(len, parts[:-1])])
    arrays = [{"offset": int(n), "shape": [len(part)]} for n, part in zip(at, parts, strict=True)]
    spares, floats = packing.spared(arrays, np.concatenate(parts).tobytes())
    assert spares == [2] and floats == np.concatenate(parts[:2] + parts[3:]).tobytes()


def test_the_project_goes_without_weights_and_without_what_somebody_wrote(tmp_path, monkeypatch):
    copy = project.copied(tmp_path / "project")
    (copy / "transformer/variants/my_secret_of_a_test.py").write_text("secret = 1\n")
    monkeypatch.setattr(pack, "ROOT", copy)
    names = {*zipfile.ZipFile(io.BytesIO(pack.project())).namelist()}
    assert {
        "web/tab/desk.py",
        "web/python/pygments/lexers/python.py",
        "lessons/kit/ui.css",
    } <= names
    apart = ("transformer/weights/english_french.s", "tests/")
    assert not [name for name in names if "/my_" in name or name.startswith(apart)]


def test_what_somebody_wrote_is_named_before_it_is_published(tmp_path, monkeypatch):
    monkeypatch.setattr(pack, "ROOT", tmp_path)
    for name in ("lessons/heads/exercise.py", "lessons/masks/exercise.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("still to be written\n")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init"], ["add", "."], ["commit", "-m", "as handed out"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True, capture_output=True)
    assert pack.written() == []
    (tmp_path / "lessons/heads/exercise.py").write_text("solved\n")
    mine = tmp_path / "transformer/variants/my_layer.py"
    mine.parent.mkdir(parents=True)
    mine.touch()
    assert pack.written() == ["lessons/heads/exercise.py", "transformer/variants/my_layer.py"]


def test_another_pyodide_is_refused_with_what_is_needed(tmp_path):
    with pytest.raises(pack.Wrong, match=r"there is no pyodide.mjs in .*; needed: Pyodide 314"):
        pack.build(tmp_path / "site", tmp_path)
    (tmp_path / "pyodide.mjs").write_text("another one")
    with pytest.raises(pack.Wrong, match=r"pyodide.mjs is another one: its SHA-256 is"):
        pack.build(tmp_path / "site", tmp_path)


# ---- in a browser, with a Worker that holds no Python -------------------------------------------------
WORKER = """globalThis.Worker = class {
  constructor() { globalThis.worker = this; }
  postMessage({ kind, id }) {
    const data = kind === "begin" ? { kind: "ready", id } : { kind: "needs", id, name: "weights" };
    setTimeout(() => this.onmessage({ data }));
  }
  terminate() {}
};
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
    scripts = "".join(f'<script src="{name}"></script>' for name in names)
    pre = '<pre data-file="lessons/heads/exercise.py">stub</pre>'
    (tmp_path / "index.html").write_text(f"<!doctype html><body>{pre}{scripts}</body>")
    with served(tmp_path) as host:
        page.goto(host)
        yield page


@pytest.mark.slow
def test_stop_waits_for_no_file_and_a_file_that_cannot_be_had_is_named(bare):
    line = bare.locator(".glassbox-python")
    bare.route("**/big.0.js*", lambda route: None)  # it never comes
    bare.evaluate("ask()")
    line.get_by_role("button", name="Stop").click()
    expect(line).to_contain_text("Python was stopped.")
    bare.unroute("**/big.0.js*")
    line.get_by_role("button", name="Try again").click()
    expect(line).to_contain_text("weights could not be loaded.")
    expect(line.get_by_role("button")).to_have_text("Try again")


@pytest.mark.slow
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
    expect(line).to_contain_text("The training copy-1 ended")
    bare.reload()
    expect(line).to_have_count(0)
    assert asked == ["beforeunload"]


FAILS = """async (told) => {
  const rest = () => new Promise((done) => setTimeout(done, 100));
  await rest(); // until it is ready
  worker.postMessage = ({ id }) => setTimeout(() => worker.onmessage({ data: { kind: "failed", id, ...told } }));
  ask();
  await rest();
  return glassbox.hasPython();
}"""


@pytest.mark.slow
def test_python_without_memory_is_ended_and_an_exception_of_it_ends_nothing(bare):
    line = bare.locator(".glassbox-python")
    bare.evaluate("glassbox.warm()")
    bare.wait_for_function("glassbox.hasPython()")
    assert bare.evaluate(FAILS, {"error": "Traceback\nKeyError: 'x'"})
    expect(line).to_contain_text("Python could not answer: KeyError: 'x'")
    assert not bare.evaluate(FAILS, {"error": "bad JSON", "full": True, "broken": True})
    expect(line).to_contain_text("no memory left and was ended; what you typed stays")


@pytest.mark.slow
def test_what_is_typed_where_the_browser_keeps_no_more_is_what_python_gets(bare):
    bare.evaluate("glassbox.edit()")
    area = bare.locator("textarea")
    area.fill("kept")
    bare.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    area.fill("later")
    area.fill("last")
    assert bare.evaluate("glassbox.files()") == {"lessons/heads/exercise.py": "last"}
    expect(bare.locator(".said")).to_contain_text("keeps no more")


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
    return build(tmp_path_factory.mktemp("site"), pyodide, "attention", "cost")


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


@pytest.mark.slow
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


@pytest.mark.slow
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
        expect(line).to_contain_text("python_stdlib.zip could not be loaded.", timeout=60_000)


@pytest.mark.slow
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


@pytest.mark.slow
def test_code_is_checked_kept_and_stopped_in_the_tab(browser, address):
    reader = Reader(browser, address, "hand")
    page = reader.page
    page.get_by_text("The file as it is now").click()
    assert "All 18 checks passed." in reader.check(solution())
    endless = solution().replace(
        "        batch, queries", "        while True:\n            pass\n        batch, queries", 1
    )
    assert "was still running after 3 seconds" in reader.check(endless)
    page.reload()
    page.wait_for_selector("[data-drawn]")
    page.get_by_text("The file as it is now").click()
    area = page.locator(".glassbox-editor textarea")
    assert area.input_value() == endless
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_text("The file as it is now").click()
    other.locator(".glassbox-editor textarea").fill("# from the other tab\n")
    page.get_by_text("Another tab saved this file").wait_for()
    assert area.input_value() == endless, "nothing is lost without a question"
    page.get_by_role("button", name="Use that version").click()
    assert area.input_value() == "# from the other tab\n"
