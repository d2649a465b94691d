"""Edited code is tried in a process of its own; what it does there the app does not do."""

import gc
import json
import shutil
import subprocess
import sys
import weakref

import pytest
import torch
from streamlit.runtime import app_session

from lessons.host import faults, harm, live, patches, trial, trial_run
from lessons.host.shared import shared
from lessons.host.switches import Shared
from tests.kit.places import ROOT
from transformer.attention import MultiHeadAttention
from transformer.config import LAYERS


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("torch.softmax", lambda: setattr(torch, "softmax", abs)),
        ("torch.Tensor.softmax", lambda: setattr(torch.Tensor, "softmax", abs)),
        ("torch.nn.Linear.forward", lambda: setattr(torch.nn.Linear, "forward", abs)),
        ("torch.nn.functional.relu", lambda: setattr(torch.nn.functional, "relu", abs)),
        ("builtins.len", lambda: setattr(__import__("builtins"), "len", abs)),
        ("builtins.mine", lambda: setattr(__import__("builtins"), "mine", 3)),
        ("gradients", lambda: torch.set_grad_enabled(False)),
        ("the kind of number of new tensors", lambda: torch.set_default_dtype(torch.float64)),
        ("torch's threads", lambda: torch.set_num_threads(torch.get_num_threads() + 1)),
    ],
)
def test_what_all_code_shares_is_put_back(name, change):
    before = Shared()
    assert before.put_back() == []
    change()
    assert before.put_back() == [name]
    assert before.put_back() == [] and len([1]) == 1
    assert torch.ones(2, requires_grad=True).softmax(0).requires_grad
    assert torch.ones(1).dtype == torch.float32


def test_the_line_that_replaces_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(trial_run.trial, "ROOT", tmp_path)
    lines = {
        "torch.softmax": "torch.softmax = None",
        "builtins.len": "__builtins__['len'] = 3",
        "torch.matmul": "setattr(torch, 'matmul', abs)",
        "gradients": "torch.set_grad_enabled(False)",
    }
    text = "\n".join(["import torch", *lines.values()])
    (tmp_path / "layer.py").write_text(text, encoding="utf-8")
    for number, (name, line) in enumerate(lines.items(), start=2):
        assert trial_run._line_of(name, ["layer.py"]) == (f"layer.py:{number}", line)
    assert trial_run._line_of("torch.add", ["layer.py"]) == ("", "")


@pytest.mark.parametrize("size", [(3, 5), (16, 32)])
def test_a_layer_is_tried_with_the_batches_and_lengths_of_its_lights(monkeypatch, size):
    """The app measures them afterwards, and a layer may mind how much there is."""

    class Greedy(MultiHeadAttention):
        def forward(self, x, *rest, **named):
            if tuple(x.shape[:2]) == size:
                raise MemoryError("Unable to allocate 8.00 TiB")
            return super().forward(x, *rest, **named)

    Greedy.__module__ = "transformer.variants.my_greedy"
    monkeypatch.setitem(LAYERS["attention"], "greedy", Greedy)
    monkeypatch.setattr(torch.nn.modules.module, "register_module_forward_hook", lambda hook: None)
    (error,) = trial_run._layers(["transformer/variants/my_greedy.py"])
    assert isinstance(error, MemoryError) and "8.00 TiB" in str(error)


def test_a_tree_without_edits_starts_nothing(monkeypatch):
    monkeypatch.setattr(trial, "warm_up", lambda: pytest.fail("a process was started"))
    trial.try_out(["lessons/attention/words.py", "transformer/weights/copy.json"], 1)
    live.look()


def test_an_app_that_ended_while_it_started_tries_the_code_first(tmp_path, monkeypatch):
    tried = []
    monkeypatch.setattr(trial, "try_out", lambda files, seconds: tried.append(list(files)))
    trial.starts(tmp_path, 1)
    trial.ready(tmp_path)
    trial.starts(tmp_path, 1)
    assert tried == [], "all is well: nobody waits"
    trial.starts(tmp_path, 1)  # and none was ready in between
    assert len(tried) == 1 and "transformer/attention.py" in tried[0]


def test_programs_are_not_run(monkeypatch):
    """`python -m transformer.training` would read the app's own arguments, and exit."""
    monkeypatch.setattr(trial, "_ask", lambda job: pytest.fail("it was tried"))
    trial.try_out(["transformer/training/__main__.py"], 1)


def test_where_no_process_can_be_started_the_app_goes_without(monkeypatch):
    def no_more(*_arguments, **_named):
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(trial, "_process", None)
    monkeypatch.setattr(trial.subprocess, "Popen", no_more)
    trial.try_out(["transformer/attention.py"], 1)
    assert trial.gate.refused == {}


@pytest.mark.slow
def test_a_fresh_process_where_none_can_be_copied(tmp_path):
    """Each child is then a Python of its own, which has torch already."""
    folder = tmp_path / "project"
    for part in ("lessons", "transformer"):
        left = shutil.ignore_patterns("*.safetensors", "my_*", "*.json")
        shutil.copytree(ROOT / part, folder / part, ignore=left)
    files = {"my_a": "import os\nos._exit(3)\n", "my_b": "import torch\n"}
    for name, text in files.items():
        (folder / "transformer/variants" / f"{name}.py").write_text(text, encoding="utf-8")
    jobs = [
        {"files": [f"transformer/variants/{name}.py"], "refused": refused, "seconds": 9}
        for name, refused in (("my_a", {}), ("my_b", {"transformer.variants.my_a": _MISTAKE}))
    ]
    run = subprocess.run(
        [sys.executable, "-c", "from lessons.host import trial_process as t; t.main(fork=False)"],
        input="".join(json.dumps(job) + "\n" for job in jobs),
        capture_output=True, text=True, cwd=folder, timeout=300,
    )  # fmt: skip
    left, fine = (json.loads(line) for line in run.stdout.splitlines())
    assert left["place"] == "transformer/variants/my_a.py:2" and "os._exit" in left["sentence"]
    assert fine == {}


_MISTAKE = {"sentence": "no", "place": "", "line": "", "trace": ""}


def test_a_refused_file_is_like_one_that_cannot_be_read(monkeypatch):
    monkeypatch.setattr(trial.gate, "refused", {"transformer.variants.my_gone": _MISTAKE})
    with pytest.raises(ImportError) as refused:
        __import__("transformer.variants.my_gone")
    assert faults.explain(refused.value).sentence == "no"
    path = ROOT / "transformer/variants/my_gone.py"
    assert trial.gate.refused_file(path) == _MISTAKE
    assert trial.gate.refused_file(ROOT / "app.py") is None


def test_a_page_begins_anew_once_for_a_save_and_not_for_what_is_no_edit(monkeypatch):
    """A first visitor's page is still being made when Python writes what it has compiled: begun anew then,
    it would be another page."""
    begun, timers, code = [], [], {"attention.py": (1, 9)}

    class Session:
        def register_file_watchers(self):
            pass

        def _on_source_file_changed(self, file=None):
            begun.append(file)

    class Timer:
        def __init__(self, _seconds, function, arguments):
            self.start, self.cancel = lambda: timers.append(self), timers.clear
            self.end = lambda: function(*arguments)

    monkeypatch.setattr(app_session, "AppSession", Session)
    monkeypatch.setattr(patches.threading, "Timer", Timer)
    monkeypatch.setattr(live, "files", lambda kinds: code.items())
    patches.one_run_a_save()
    session = Session()
    session.register_file_watchers()
    folder = str(ROOT / "transformer")
    session._on_source_file_changed(folder)  # "__pycache__" was made in it
    timers.pop().end()
    assert begun == []
    code["attention.py"] = (2, 9)
    for file in (f"{folder}/attention.py", f"{folder}/attention.py", folder):
        session._on_source_file_changed(file)
    (timer,) = timers
    timer.end(), timer.end()
    assert begun == [folder]
    session._on_source_file_changed(str(ROOT / "app.py"))
    timers.pop().end()
    assert begun == [folder, str(ROOT / "app.py")]


# ---- what failing code holds in memory --------------------------------------------------------------
class Large:
    """As a tensor of a gigabyte."""


def test_an_error_that_is_remembered_holds_no_tensor():
    made = []

    @shared
    def broken(text):
        large = Large()
        made.append(weakref.ref(large))
        try:
            raise KeyError(text)
        except KeyError as first:
            raise ValueError("no") from first

    for _ in range(2):
        with pytest.raises(ValueError, match="no") as error:
            broken("a")
        assert "test_trial.py" in error.value.mistake.trace
    del error
    gc.collect()
    assert len(made) == 1 and made[0]() is None


def test_what_was_computed_goes_with_the_code(monkeypatch):
    monkeypatch.setattr(live, "_forget_too", [])
    large = Large()
    seen = weakref.ref(large)
    held = [large]

    @shared
    def found(text):
        return held.pop()

    del large
    assert found("a") is seen()
    for forget in live._forget_too:
        forget()
    assert seen() is None


def test_memory_and_prints_are_named():
    too_much = RuntimeError("DefaultCPUAllocator: you tried to allocate 8589934592 bytes.")
    assert "asks for 8.6 GB of memory" in harm.harm(too_much).sentence
    assert "more memory than there is" in harm.harm(MemoryError()).sentence
    assert harm.harm(ValueError("3 GB")) is None
