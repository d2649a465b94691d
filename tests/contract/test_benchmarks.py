"""Every benchmark still measures: each is started as a person would, in its shortest real run."""

import importlib
import re
import subprocess
import sys

import pytest

from tests.kit.paths import ROOT

pytestmark = pytest.mark.slow

# What benchmarks share is in benchmarks/kit; every other module is one.
MODULES = [file.stem for file in sorted(ROOT.glob("benchmarks/[!_]*.py"))]
FIGURE = re.compile(
    r"\d+(\.\d+)? (ms|MB|s|steps)\b|\b\d+/\d+\b"
)  # a number of the table, with its unit


@pytest.mark.parametrize("name", MODULES)
def test_it_prints_its_table(name, request):
    at = ["--app", request.getfixturevalue("app").url] if takes_an_app(name) else []
    command = [sys.executable, "-m", f"benchmarks.{name}", "--quick", *at]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    told = f"{' '.join(command[1:])}\n{run.stdout}\n{run.stderr[-3000:]}"
    assert run.returncode == 0, told
    assert FIGURE.search(run.stdout), f"it prints no number with its unit: {told}"
    assert not re.search(r"\b(nan|inf)\b", run.stdout), told


def takes_an_app(name: str) -> bool:
    """It can measure at the app that other tests look at, too: to start one is most of its price."""
    return "parser_for_app(" in (ROOT / f"benchmarks/{name}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MODULES)
def test_help_starts_nothing(name, monkeypatch, capsys):
    module = importlib.import_module(f"benchmarks.{name}")
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit) as ended:
        module.main()
    assert ended.value.code == 0 and "--quick" in capsys.readouterr().out
