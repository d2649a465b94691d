"""A notebook that lies alone, as Colab opens it: its first cell fetches the project, and what Colab has stays."""

import subprocess
import sys
from importlib.util import find_spec

import nbformat
import pytest

from lessons import build
from tests.kit.paths import ROOT
from tools import colab

# What the first cells of the attention notebook read.
FETCHED = ("lessons", "transformer", "tools", "requirements.txt", "pyproject.toml")
WEIGHTS = [":!transformer/weights/*.safetensors", "transformer/weights/english_french.safetensors"]
ALONE = "import sys, types\nsys.modules['google.colab'] = types.ModuleType('google.colab')\n"
PIP = (
    "import pathlib, sys; pathlib.Path(__file__).with_name('asked').write_text(repr(sys.argv[1:]))"
)


@pytest.fixture
def address(tmp_path) -> str:
    """Where `git clone` finds a project."""
    git = ["git", f"--git-dir={tmp_path / 'of.git'}", f"--work-tree={ROOT}"]
    name = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
    subprocess.run(["git", "init", "--quiet", "--bare", tmp_path / "of.git"], check=True)
    subprocess.run([*git, "add", *FETCHED, WEIGHTS[0]], cwd=ROOT, check=True)
    subprocess.run([*git, "add", WEIGHTS[1]], cwd=ROOT, check=True)
    subprocess.run([*git, *name, "commit", "--quiet", "-m", "all"], cwd=ROOT, check=True)
    return (tmp_path / "of.git").as_uri()


def alone(tmp_path, code: str) -> subprocess.CompletedProcess:
    """Run it in an empty folder, by a Python that knows nothing of this project, with a pip that installs nothing."""
    here, pip = tmp_path / "content", tmp_path / "pip" / "pip"
    here.mkdir(exist_ok=True)
    pip.mkdir(parents=True, exist_ok=True)
    (pip / "__main__.py").write_text(PIP)
    path = {"PYTHONPATH": str(pip.parent), "PATH": "/usr/bin:/bin", "HOME": str(here)}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=here, env=path, capture_output=True, text=True
    )


@pytest.mark.slow
def test_in_colab_the_first_cells_run(tmp_path, address):
    cells = nbformat.read(ROOT / "notebooks" / "09_attention.ipynb", as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"][:3]
    begin = code[0].replace(f'ADDRESS, HERE = "{build.ADDRESS}"', f'ADDRESS, HERE = "{address}"')
    run = alone(tmp_path, "\n".join((ALONE, begin, *code[1:], "print(ROOT, three_inputs().kind)")))
    assert run.stdout.split() == [str(tmp_path / "content" / "glassbox"), "three_inputs"], (
        run.stderr
    )
    asked = tmp_path / "pip" / "pip" / "asked"
    assert not asked.exists() or "torch" not in asked.read_text(), "what is there was installed"
    again = alone(tmp_path, ALONE + begin.replace(address, "file:///nowhere") + "\nimport lessons")
    assert (again.returncode, again.stderr) == (0, ""), "it is fetched once"


@pytest.mark.parametrize("place", ["", ALONE], ids=["elsewhere", "without an address"])
def test_alone_it_says_what_to_do(tmp_path, place):
    begin = build.BEGIN.replace(build.ADDRESS or "\0", "") if place else build.BEGIN
    run = alone(tmp_path, place + begin)
    assert "this notebook lies alone. Put it back into the project." in run.stderr
    assert "into ADDRESS above" in run.stderr and not list((tmp_path / "content").iterdir())


def test_what_is_there_is_not_installed(monkeypatch):
    """Of all that the notebooks need; what only the app asks is left out."""
    text = (ROOT / "requirements.txt").read_text("utf-8")
    monkeypatch.setattr(colab, "find_spec", lambda name: name != "safetensors" or None)
    assert [line.split(">=")[0] for line in colab.lacking(text)] == ["safetensors"]
    monkeypatch.setattr(colab, "find_spec", lambda name: None)
    named = {line.split(">=")[0] for line in colab.lacking(text)}
    assert {"torch", "numpy", "plotly"} <= named and not named & set(colab.APP)
    monkeypatch.undo()
    there = {name for name in named if find_spec(name)}
    assert named - there <= {"anywidget"}, "each is imported by the name that it is installed by"
