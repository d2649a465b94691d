"""In a folder that cannot be written, a command says so before it starts to work, and names another folder.

The tests use a folder “inside” a file: nobody can create it, whereas root may write to any read-only folder."""

import os
import runpy
import subprocess
import sys

import pytest

from lessons import bug, build, check, recall
from tests.kit.paths import ROOT
from tests.kit.small import TINY
from tools import handout
from transformer import variants
from transformer.diagnosis import writable
from transformer.measure import cards
from transformer.pretrained import command as pretrained
from transformer.runs import Run, RunConfig, own_file
from transformer.runs.commands import command
from transformer.training import command as training
from transformer.training.settings import Settings
from transformer.variants.__main__ import main as new_variant

OWN_COPY = "Copy the project into a folder of your own"
RUNS = "Set the environment variable GLASSBOX_RUNS to a folder of your own"


@pytest.fixture
def nowhere(tmp_path):
    (tmp_path / "file").touch()
    return tmp_path / "file" / "folder"


@pytest.fixture
def idle(monkeypatch):
    """Where the work of a command would begin, the test fails."""

    def works(*given, **named):
        raise AssertionError("the command has begun to work")

    return lambda owner, name: monkeypatch.setattr(owner, name, works)


def told(run, *given) -> str:
    """The sentence with which a command ends."""
    with pytest.raises(SystemExit) as ended, command("NAME"):
        run(*given)
    return str(ended.value)


def test_nothing_is_trained_into_a_folder_that_cannot_be_written(nowhere, idle, monkeypatch):
    idle(training, "make")
    said = told(training.main, ["copy", "--out", str(nowhere)])
    assert f"{nowhere} cannot be created, because {nowhere.parent} is not a folder" in said
    assert "Choose another folder with --out FOLDER" in said
    idle(own_file, "read")
    monkeypatch.setattr(own_file, "FOLDER", nowhere)
    assert RUNS in told(own_file.main, ["pairs", "pairs.tsv"])
    with pytest.raises(ValueError, match=RUNS):
        Run.create(RunConfig("copy", Settings(steps=1), TINY), nowhere)


def test_a_run_is_not_continued_in_a_folder_that_cannot_be_written(tmp_path, idle, monkeypatch):
    run = Run.create(RunConfig("copy", Settings(steps=1), TINY), tmp_path)
    idle(Run, "train")
    monkeypatch.setattr(os, "access", lambda *asked: False)
    monkeypatch.setattr(sys, "argv", ["runs", str(run.folder)])
    said = told(lambda: runpy.run_module("transformer.runs", run_name="__main__"))
    assert said.startswith(f"runs: you may not write to the folder {run.folder}. Copy it")


def test_what_is_written_into_the_project_needs_a_copy_of_it(nowhere, idle, monkeypatch):
    monkeypatch.setattr(variants, "FOLDER", nowhere)
    assert OWN_COPY in told(new_variant, ["new", "attention", "mine"])
    idle(pretrained, "open_folder")
    with pytest.raises(pretrained.WeightsError, match=OWN_COPY):
        pretrained.list_model(nowhere.parent, "mine", nowhere)
    idle(cards, "again")
    monkeypatch.setattr(cards.weights, "FOLDER", nowhere)
    assert OWN_COPY in told(cards.main, ["copy"])
    idle(build, "built")
    monkeypatch.setattr(build, "NOTEBOOKS", nowhere)
    assert "With --check, nothing is written" in told(build.main, [])


def test_handouts_and_the_site_name_the_option_for_another_folder(nowhere, idle):
    idle(handout, "sheet")
    assert "with --folder FOLDER" in told(handout.main, ["attention", "--folder", str(nowhere)])
    words = [sys.executable, "-m", "web.build", "--with-mine", str(nowhere)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode and "Choose another folder: python -m web.build FOLDER" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_progress_that_cannot_be_saved_is_reported_first(nowhere, capsys, monkeypatch):
    monkeypatch.setenv("GLASSBOX_PROGRESS", str(nowhere / "progress.json"))
    monkeypatch.delattr("builtins.input")  # no question is asked
    instead = "Set the environment variable GLASSBOX_PROGRESS"
    assert instead in told(recall.main, ["block"]) and instead in told(bug.main, None)
    check.main(["block"])  # writes only progress, so it still works
    out, error = capsys.readouterr()
    assert error.startswith("check: your progress is not saved") and instead in error
    assert "The Transformer block" in out


def test_a_folder_that_can_be_created_is_no_problem(tmp_path):
    assert not writable.problem(tmp_path / "new" / "folder")
    assert not list(tmp_path.iterdir())
