"""Whatever goes wrong when a button is pressed is a sentence beside it, and never a red box."""

import errno
from io import BytesIO
from types import SimpleNamespace

import pytest
import torch

from lessons.ablations import retrain
from lessons.host import faults, server, storage
from lessons.models import brought, start
from lessons.training import actions, controls, run_list
from tests.kit import visit
from tests.kit.upload import uploaded
from transformer.attention import MultiHeadAttention
from transformer.runs import Run, RunConfig, runs
from transformer.training.settings import Settings
from transformer.weights import WeightsError

FULL = OSError(errno.ENOSPC, "No space left on device", "runs/copy-1/card.json")
BREAKS = {
    "a layer's error": (RuntimeError("shapes differ"), "RuntimeError: shapes differ"),
    "no argument of that name": (TypeError("got 4 arguments"), "TypeError: got 4 arguments"),
    "no bias": (AttributeError("'NoneType' object has no attribute 'zero_'"), "bias=False"),
    "it exits": (SystemExit(3), "ends the whole program"),
    "a name": (KeyError("mine"), "KeyError"),
    "no disk": (FULL, "The disk is full"),
}


@pytest.fixture
def state(monkeypatch, tmp_path):
    """A session of somebody who has chosen the shortest task, and a folder of runs."""
    chosen = {controls.key(name): value for name, value in controls.DEFAULTS.items()}
    chosen |= {"ablations-seed-reverse-residual": "5"}
    for module in (actions, start, retrain, run_list):
        monkeypatch.setattr(module.st, "session_state", chosen)
    monkeypatch.setattr(storage, "RUNS", tmp_path)
    return chosen


def broken(monkeypatch, error: BaseException) -> None:
    def stops(*_given, **_named):
        raise error

    monkeypatch.setattr(MultiHeadAttention, "__init__", stops)


@pytest.mark.parametrize("name", BREAKS)
def test_train_says_what_is_wrong_with_a_layer(state, monkeypatch, tmp_path, name):
    error, message = BREAKS[name]
    broken(monkeypatch, error)
    actions.train(None)
    assert message in state[actions.BOX.problem] and state[actions.BOX.problem].endswith((".", "?"))
    retrain.start("reverse", "residual")
    assert message in state[retrain.box("reverse", "residual").problem]
    assert runs(tmp_path) == [] and not list(tmp_path.glob("*/frames"))


def test_a_full_disk_leaves_no_half_run(state, monkeypatch, tmp_path):
    def full(*_given):
        raise FULL

    monkeypatch.setattr(Run, "write_card", full)
    actions.train(None)
    assert "The disk is full" in state[actions.BOX.problem]
    assert list(tmp_path.iterdir()) == []


def test_the_other_buttons(state, monkeypatch, tmp_path):
    run = Run.create(
        RunConfig("copy", Settings(steps=3), {"d_model": 16, "self_heads": 2}), tmp_path
    )

    def full(*_given, **_named):
        raise FULL

    for place in (Run, "write_card"), (actions.shutil, "rmtree"):
        monkeypatch.setattr(*place, full)
    file = SimpleNamespace(read=full, seek=full, tell=full)
    presses = {
        "go on": lambda: actions.go_on(run.name),
        "pin": lambda: actions.pin(run.name),
        "branch": lambda: actions.branch(run.name, 0, "learning_rate", "0.5"),
        "delete": lambda: actions.remove(run.name),
        "cancel": lambda: start.cancel(run.name),
    }
    monkeypatch.setattr(start, "active", lambda name: False)
    monkeypatch.setattr(server, "workers", lambda: SimpleNamespace(cancel=full))
    for name, press in presses.items():
        place = start.NOT_ENDED if name == "cancel" else actions.BOX.problem
        state[place] = ""
        press()
        assert state[place], name
    state |= {run_list.LOAD: 0, f"{run_list.LOAD}-0": file}
    run_list.load_file()
    assert state[run_list.LOADED][1]


def test_the_uploads_of_a_visitor_have_a_limit_in_all(state, monkeypatch, tmp_path):
    """It says how much is there and what to do; deleting one makes room."""
    state[controls.key("task")] = "pairs"
    monkeypatch.setattr(start, "launch", lambda run: None)
    monkeypatch.setattr(brought, "MOST_MB", 0.01)
    text = "".join(f"word {n} and {n}\tmot {n} et {n}\n" for n in range(200)).encode()
    assert 5_000 < len(text) < 7_000
    file = uploaded(text)
    actions.train(file)
    assert not state[actions.BOX.problem] and [run.name for run in runs(tmp_path)] == ["pairs-1"]
    actions.train(file)
    assert state[actions.BOX.problem].startswith(
        "Your uploads occupy 0 MB so far (pairs-1), and this one"
    )
    assert state[actions.BOX.problem].endswith("Delete one of your runs under “All runs”.")
    state |= {run_list.LOAD: 0, f"{run_list.LOAD}-0": BytesIO(text)}
    run_list.load_file()
    assert state[run_list.LOADED][1] == state[actions.BOX.problem], "a run is an upload, too"
    assert len(runs(tmp_path)) == 1
    Run(tmp_path / "pairs-1").write_card({**runs(tmp_path)[0].card, "state": "cancelled"})
    actions.remove("pairs-1")
    actions.train(file)
    assert not state[actions.BOX.problem] and len(runs(tmp_path)) == 1


def test_a_run_that_is_gone_is_said(state):
    for press in (actions.pin, actions.go_on):
        state[actions.BOX.problem] = ""
        press("copy-77")
        assert "copy-77" in state[actions.BOX.problem]


@pytest.fixture
def failed(monkeypatch, tmp_path):
    """A run that has learned something before it failed."""
    monkeypatch.setattr(storage, "RUNS", tmp_path)
    config = RunConfig(
        "copy", Settings(steps=3), {"d_model": 16, "self_heads": 2, "encoder_layers": 1}
    )
    list((run := Run.create(config, tmp_path)).train())
    run.write_card(run.card | {"state": "failed", "error": "The system ended the training."})
    return run


def test_a_failed_run_with_frames_can_go_on(failed):
    at = visit.opened("training", part="train", shown=failed.name)
    assert at.button(key="training-go-on")


def test_a_film_of_a_model_that_the_code_no_longer_builds(failed, monkeypatch):
    begin = MultiHeadAttention.__init__

    def more(self, d_model, *rest):
        begin(self, d_model, *rest)
        self.extra = torch.nn.Parameter(torch.ones(d_model))

    monkeypatch.setattr(MultiHeadAttention, "__init__", more)
    with pytest.raises(WeightsError) as error:
        failed.model_at(3)
    sentence = faults.explain(error.value).sentence
    assert (
        "parameter" in sentence and "self_attention.extra" in sentence and failed.name in sentence
    )
