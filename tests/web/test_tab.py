"""Python in a tab, in this Python: what takes the place of a server there, and what is packed. It runs with numpy's
PyTorch and Streamlit's stand-in, in one process of its own; test_tab_browser.py has the tab itself.
"""

import base64
import builtins
import hashlib
import io
import json
import os
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from lessons.attention.tests.mutants import EDITS, solution
from lessons.host.limit import TooSlow
from tests.kit import project
from tests.kit.paths import ROOT
from tests.web.apart import path_in_the_tab
from tests.web.unpacked import unpacked
from transformer.measure.controls import read
from transformer.measure.controls.plan import CONTROLS
from web import packing
from web.tab import desk, limit, pack

IN_A_TAB = r"""
import json, sys, time
from pathlib import Path
for absent in ("tokenizers", "psutil", "matplotlib", "starlette", "watchdog", "tqdm", "pydantic"):
    sys.modules[absent] = None  # a tab does not have it
from web.tab import desk
(desk.WEIGHTS / "english_french.safetensors").unlink()
desk.begin(["english_french.safetensors"])
said, text = {}, json.loads(sys.stdin.read())

def shown(page, *events, **files):
    told, blobs = page.handle(json.dumps(events), json.dumps(files))
    return json.loads(told)

def lines(html):
    import re, html as marks
    return [line.strip() for line in marks.unescape(re.sub("<[^>]+>", "\n", html)).split("\n") if line.strip()]

page = desk.Desk("attention", {"attention-part": "model"})
said["needs"] = shown(page)  # weights that are not there yet, when they are read
Path(said["needs"]["at"]).write_bytes(Path(sys.argv[1]).read_bytes())
said["first"] = lines(shown(page)["html"])
said["file"] = page.handle('[{"key": "save-html", "file": "attention.html"}]')[1][0].decode()
exercise = "lessons/attention/exercise.py"
check = {"key": "check-attention"}
said["stub"] = lines(shown(page, check)["html"])
said["right"] = lines(shown(page, check, **{exercise: text["right"]})["html"])
said["wrong"] = lines(shown(page, check, **{exercise: text["wrong"]})["html"])
try:
    page.handle("[]", json.dumps({"lessons/attention/checks.py": ""}))
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
told = json.loads(visit.handle('[{"key": "k"}]')[0])
said["again"], said["heard"] = told, heard
visit.handle(told["again"])

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

from lessons.kit.controls import control_table
said["control"] = lines(control_table("copy_length"))

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
    paths = path_in_the_tab(copy)
    environment = os.environ | {"PYTHONPATH": paths, "GLASSBOX_RUNS": str(folder / "runs")}
    weights = ROOT / "transformer" / "weights" / "english_french.safetensors"
    given = json.dumps({"right": solution(), "wrong": solution(*EDITS["NoScaling"])})
    done = subprocess.run(
        [sys.executable, "-c", IN_A_TAB, str(weights)],
        cwd=copy, env=environment, input=given, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
def test_an_exercise_is_checked_as_in_the_app(in_a_tab):
    assert "saw      line 52 is still to be written; start there" in in_a_tab["stub"]
    assert "All 18 checks passed." in in_a_tab["right"]
    assert (
        "likely   the scores were not scaled; divide them by √d_k before the softmax"
        in in_a_tab["wrong"]
    )
    assert "cannot be edited here" in in_a_tab["refused"]


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
    assert "queued" in in_a_tab["begun"]
    assert sum(in_a_tab["news"]) == 6 and in_a_tab["ended"][-1] and not any(in_a_tab["ended"][:-1])
    assert "done" in in_a_tab["done"]
    (said,) = [line for line in in_a_tab["large"] if line.startswith("A tab can train only copy")]
    assert "git clone" in said and "make app" in said
    assert "one process" in in_a_tab["process"]


# Of the pages of `live_pages.py` those that are quick here; `python -m tests.web.live_pages` goes through all.
QUICK = ("alignment", "machine", "tokens", "embeddings", "attention", "positions", "bert")


@pytest.mark.slow
def test_what_a_reader_does_on_a_page_is_done_in_the_tab(tmp_path):
    paths = path_in_the_tab()
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.live_pages", *QUICK],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": paths, "GLASSBOX_RUNS": str(tmp_path)},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert len(rows) == 16, done.stderr
    assert not [row for row in rows if row["wrong"] or not row["changed"]]


class Computer:
    """A clock that a test moves, and how much slower than usual the computer is."""

    now, slow = 0.0, 1.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def computer(monkeypatch):
    made = Computer()
    monkeypatch.setattr(limit, "time", made)
    monkeypatch.setattr(limit, "slowness", lambda: made.slow)
    return made


def lines(computer, *took: float) -> str:
    """Code whose lines 1, 2, … take so many seconds; `_reached` is what Python calls in a tab."""
    for number, seconds in enumerate(took, start=1):
        limit._reached(lines.__code__, number)
        computer.now += seconds
    limit._reached(lines.__code__, len(took) + 1)
    return "done"


def test_the_line_where_the_time_went_is_named_in_a_tab(computer):
    """Not the loop after it, which only notices."""
    for took in ((0.1, 30.0, 0.1), (0.1, *[0.01] * 20, 4.0), (2.0, 0.5, 2.0, 0.5)):
        with pytest.raises(TooSlow) as late:
            limit.run_with_timeout(3, lines, computer, *took)
        assert late.value.frames[-1].lineno == 1 + took.index(max(took))


def test_a_limit_in_a_tab_lasts_longer_on_a_slow_computer(computer):
    computer.slow = 5.0
    assert limit.run_with_timeout(3, lines, computer, *[0.5] * 28) == "done"
    with pytest.raises(TooSlow) as late:
        limit.run_with_timeout(3, lines, computer, *[0.5] * 60)
    assert 14.5 < late.value.seconds < 16, "the seconds that have passed"


def test_a_limit_in_a_tab_counts_a_loop_of_one_line(computer):
    def loop():
        for _ in range(1000):
            computer.now += 0.1
            limit._turned(lines.__code__, 0, 0)

    with pytest.raises(TooSlow):
        limit.run_with_timeout(3, loop)


def test_input_is_answered_with_what_to_do(monkeypatch):
    monkeypatch.setattr(builtins, "input", desk.no_keyboard)
    with pytest.raises(EOFError, match="code in a browser tab has none"):
        input("?")


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


@pytest.mark.slow
def test_the_controls_that_a_page_shows_are_read_in_the_tab(in_a_tab):
    """Their results travel with the project."""
    names = dict(pack._files())
    assert {f"transformer/measure/controls/results/{name}.json" for name in CONTROLS} <= set(names)
    shown, scores = in_a_tab["control"], read("copy_length").scores_of("one state", 3600)
    assert "one state" in shown and " · ".join(f"{score:.1%}" for score in scores) in shown


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
    assert pack.private_files() == []
    (tmp_path / "lessons/heads/exercise.py").write_text("solved\n")
    mine = tmp_path / "transformer/variants/my_layer.py"
    mine.parent.mkdir(parents=True)
    mine.touch()
    assert pack.private_files() == ["lessons/heads/exercise.py", "transformer/variants/my_layer.py"]


def wheel(folder, name="torch-2.13.0-py3-none-any.whl", code="mark = 'a real PyTorch'\n"):
    """A small PyTorch in a folder, as pip would make it."""
    folder.mkdir(exist_ok=True)
    about = "torch-2.13.0.dist-info"
    files = {
        "torch/__init__.py": code,
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: torch\nVersion: 2.13.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/RECORD": "",
    }
    with zipfile.ZipFile(folder / name, "w") as file:
        for path, text in files.items():
            file.writestr(path, text)
    return folder


def test_a_pytorch_for_pyodide_takes_the_place_of_the_stand_in(tmp_path, monkeypatch):
    monkeypatch.setattr(pack, "WEIGHTS", tmp_path)  # to pack those that ship takes six seconds
    known = pack.build(tmp_path / "tab", None, wheel(tmp_path / "wheels"))
    name = "torch-2.13.0-py3-none-any.whl"
    assert name in known["begin"] and known["packages"] == [pack.NUMPY, name]
    parts = sorted((tmp_path / "tab").glob(f"{name}.*.js"))
    assert unpacked(*parts)[0] == (tmp_path / "wheels" / name).read_bytes()
    parts = [
        tmp_path / "tab" / f"project.zip.{n}.js"
        for n in range(known["files"]["project.zip"]["parts"])
    ]
    names = zipfile.ZipFile(io.BytesIO(unpacked(*parts)[0])).namelist()
    assert not [name for name in names if "numpy_torch" in name or name == "web/python/torch.py"]
    assert "web/python/safetensors/torch.py" in names


def test_without_one_the_stand_in_is_packed():
    names = dict(pack._files())
    assert {"web/python/torch.py", "web/python/numpy_torch/nn/functional.py"} <= names.keys()


def test_a_folder_without_a_fitting_pytorch_is_refused_with_what_is_needed(tmp_path):
    with pytest.raises(
        pack.Wrong, match=r"TORCH: there is no wheel torch-….whl in .*\. Put a PyTorch"
    ):
        pack.build(tmp_path / "tab", None, tmp_path)
    folder = wheel(tmp_path / "wheels", "torch-2.13.0-cp311-cp311-linux_x86_64.whl")
    with pytest.raises(pack.Wrong, match=r"was not built for Pyodide 314\.0\.3: its name must end"):
        pack.build(tmp_path / "tab", None, folder)


def test_another_pyodide_is_refused_with_what_is_needed(tmp_path):
    with pytest.raises(pack.Wrong, match=r"there is no pyodide.mjs in .*\. Download Pyodide 314"):
        pack.build(tmp_path / "site", tmp_path)
    (tmp_path / "pyodide.mjs").write_text("another one")
    with pytest.raises(pack.Wrong, match=r"pyodide.mjs is the wrong file: its SHA-256 is"):
        pack.build(tmp_path / "site", tmp_path)
