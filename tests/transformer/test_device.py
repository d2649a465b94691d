"""The device is chosen in one place, and all that a training makes lies on it.

No machine that runs these tests needs a GPU: `OtherDevice` stands in for one (transformer/contracts/other_device.py).
What only a real one can show is tested where there is one, and skipped with a word elsewhere.
"""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
import torch

from tests.kit import chosen
from tests.kit.paths import ROOT
from tests.kit.small import TINY
from transformer import model
from transformer.contracts.other_device import OTHER, OtherDevice
from transformer.decoding import greedy
from transformer.masks import causal
from transformer.objectives import translation
from transformer.objectives.batch import Batch
from transformer.objectives.scores import alignment, exact_match, referent
from transformer.objectives.settings import AttentionSupervision
from transformer.runs import Run, RunConfig, job
from transformer.tasks import TASKS
from transformer.training import Training, build, device, vocabularies
from transformer.training.command import main
from transformer.training.optimizers import OPTIMIZERS
from transformer.training.settings import Settings

POSITIONS = ("sinusoidal", "learned", "binary", "index", "rotary", "none")
SIZES = TINY | {"encoder_layers": 2}
SETTINGS = Settings(steps=2, batch=8, learning_rate=3e-3, optimizer="AdamW")
GPU = next((kind for kind, count in device.counts().items() if count), "cpu")
on_a_gpu = pytest.mark.skipif(GPU == "cpu", reason="this machine has no GPU that torch can use")


@pytest.fixture(autouse=True)
def nothing_forced(monkeypatch):
    monkeypatch.delenv(device.VARIABLE, raising=False)


@pytest.fixture(scope="module")
def tasks():
    """A part of each that a training takes two steps of."""
    return {name: few(make()) for name, make in TASKS.items()}


def few(task):
    return replace(task, make=lambda: (task.train[:600], task.held_out[:50]))


def having(monkeypatch, **counts: int) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: bool(counts.get("cuda")))
    monkeypatch.setattr(torch.cuda, "device_count", lambda: counts.get("cuda", 0))
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: bool(counts.get("mps")))


# ---- which one --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("counts", "best"),
    [({}, "cpu"), ({"mps": 1}, "mps"), ({"cuda": 2}, "cuda"), ({"cuda": 1, "mps": 1}, "cuda")],
)
def test_the_best_device_is_taken(monkeypatch, counts, best):
    having(monkeypatch, **counts)
    assert device.chosen() == torch.device(best)


def test_a_device_can_be_forced(monkeypatch):
    having(monkeypatch, cuda=2)
    assert device.chosen("cuda:1") == torch.device("cuda", 1)
    monkeypatch.setenv(device.VARIABLE, "cpu")
    assert device.chosen() == torch.device("cpu")
    assert device.chosen("cuda") == torch.device("cuda"), "what is asked for goes first"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gpu", "'gpu' is not a device: choose one of cuda, mps, cpu"),
        ("cuda:x", "'cuda:x' is not a device"),
        ("cuda:2", "there is no device 'cuda:2' here"),
        ("mps", "there is no device 'mps' here, only cuda, cpu: choose one of these"),
    ],
)
def test_a_device_that_is_not_there_is_a_sentence(monkeypatch, name, said):
    having(monkeypatch, cuda=2)
    with pytest.raises(ValueError) as wrong:
        device.chosen(name)
    assert said in str(wrong.value)


def test_the_command_line_says_so_too(monkeypatch, tmp_path):
    having(monkeypatch)
    monkeypatch.setattr(torch.version, "cuda", None)
    with pytest.raises(SystemExit, match=r"no device 'cuda' here \(this PyTorch was built without"):
        main(["copy", "--device", "cuda", "--out", str(tmp_path)])
    main(["copy", "--device", "cpu", "--steps", "2", "--set", "d_model=16", "--out", str(tmp_path)])
    assert '"device": "cpu"' in (tmp_path / "my_copy.json").read_text()


def test_a_run_says_where_it_was_trained(monkeypatch, tmp_path):
    monkeypatch.setenv(device.VARIABLE, "cpu")
    run = Run.create(RunConfig("copy", Settings(steps=1), SIZES), tmp_path)
    list(run.train())
    assert run.card["device"] == "cpu"
    monkeypatch.setenv(device.VARIABLE, "gpu")
    with pytest.raises(ValueError, match="'gpu' is not a device"):
        list(Run.create(RunConfig("copy", Settings(steps=1), SIZES), tmp_path).train())


@pytest.mark.slow
def test_the_warm_process_does_not_touch_the_card():
    """A process that has touched CUDA cannot be forked: the warm one must not, the child may. Nor does
    a training wait for torch's compiler, which it does not use: 1.5 s and 70 MB."""
    program = """
import sys, torch
touched = []
for name in ("_cuda_getDeviceCount", "_cuda_init"):
    if hasattr(torch._C, name):
        setattr(torch._C, name, lambda *_: touched.append(1) or 0)
torch.cuda.is_available = torch.cuda.device_count = lambda: touched.append(1) or 0
sys.path.insert(0, "transformer/runs")
import launcher
launcher.import_torch()
assert not touched and not torch.cuda.is_initialized()
from transformer.tasks import TASKS
from transformer.training import Training, build
from transformer.training.settings import Settings
task = TASKS["copy"]()
Training(build(task, d_model=16), task, Settings(steps=1)).step()
assert "torch._dynamo" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, timeout=60)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is limited")
def test_addresses_are_limited_only_where_they_are_memory(monkeypatch):
    """CUDA reserves far more of them than any machine has memory."""
    resource, limits = pytest.importorskip("resource"), []
    monkeypatch.setattr(resource, "setrlimit", lambda *limit: limits.append(limit))
    having(monkeypatch, cuda=1)
    job.limit_memory()
    assert not limits
    having(monkeypatch)
    job.limit_memory()
    assert len(limits) == 1


# ---- everything is there ----------------------------------------------------------------------
def found(task, settings, where, **sizes) -> list:
    trained = Training(build(task, 0, **{**SIZES, **sizes}), task, settings, where)
    trained.model.train()
    return [trained.step() for _ in range(settings.steps)]


WAYS = {
    "dropout": ("copy", {}, {"dropout": 0.2}),
    "post": ("copy", {}, {"norm_order": "post"}),
    "guided": ("english_french", {"guide": AttentionSupervision(), "batch": 32}, {}),
    "free running": ("reverse", {"scheduled_sampling": 0.5}, {}),
    "a decoder alone": ("language_model", {}, {}),
    **{f"position {name}": ("copy", {}, {"position": name}) for name in POSITIONS},
    # torch's fused one refuses a device that it does not know
    **{name: ("copy", {"optimizer": name}, {}) for name in set(OPTIMIZERS) - {"fused AdamW"}},
    **{
        f"{kind} {name}": ("copy", {}, {kind: name})
        for kind, name in (
            ("attention", "unscaled"),
            ("attention", "unmasked"),
            ("attention", "one_head_less"),
            ("feed_forward", "none"),
            ("residual", "none"),
            ("norm", "none"),
        )
    },
}


# Each mechanism once; the others put another layer or rule of steps in the same places.
QUICK = {
    "dropout",
    "guided",
    "free running",
    "a decoder alone",
    "position learned",
    "position rotary",
    "AdamW",
}


@pytest.mark.parametrize("way", chosen.few(QUICK, sorted(WAYS)))
def test_on_another_device_the_losses_are_the_same(tasks, way):
    """Forward, loss, backward, clip and step, without one tensor on the wrong device."""
    name, changes, sizes = WAYS[way]
    task, settings = tasks[name], replace(SETTINGS, **changes)
    with OtherDevice():
        there = found(task, settings, OTHER, **sizes)
    assert there == found(task, settings, device.CPU, **sizes)


def test_sentences_longer_than_ever_before_are_on_the_device_too(tasks):
    built = build(tasks["copy"], 0, max_length=4, **SIZES)
    with OtherDevice():
        built.to(OTHER)(
            torch.ones(1, 9, dtype=torch.long, device=OTHER), torch.ones(1, 9).long().to(OTHER)
        )


def test_what_is_measured_is_the_same(tasks):
    task = tasks["english_french"]
    some = Batch.from_examples(task.held_out[:40], *vocabularies(task))

    def scores(built, batch):
        probe = "encoder.layers.1.self_attention.weights"
        return (
            exact_match(built, batch),
            alignment(built, batch),
            referent(built, batch, probe)[probe, 0],
            greedy(built, batch.source, 9).cpu().tolist(),
        )

    built = build(task, 0, **SIZES).eval()
    here = scores(built, some)
    with OtherDevice():
        assert scores(built.to(OTHER), some.to(OTHER)) == here


def test_a_nonfinite_loss_names_its_line_there_as_well(tasks):
    trained = Training(build(tasks["copy"], 0, **SIZES), tasks["copy"], SETTINGS)
    with torch.no_grad():
        trained.model.encoder.layers[0].feed_forward.contract.bias[0] = torch.inf
    with pytest.raises(FloatingPointError) as here:
        trained.step()
    with OtherDevice():
        moved = Training(trained.model, tasks["copy"], SETTINGS, OTHER)
        with pytest.raises(FloatingPointError) as there:
            moved.step()
    assert str(there.value) == str(here.value) and "feed_forward" in str(here.value)


@pytest.mark.parametrize(
    ("module", "name", "careless"),
    [
        (model, "causal", lambda queries, keys, device: causal(queries, keys)),
        (translation, "self_written", lambda *_: torch.ones(8, 11).long()),
        (Batch, "to", lambda self, device: self),
    ],
)
def test_a_tensor_on_the_wrong_device_is_found(tasks, monkeypatch, module, name, careless):
    """The stand-in is worth nothing if it lets pass what a GPU would not."""
    monkeypatch.setattr(module, name, careless)
    settings = replace(SETTINGS, scheduled_sampling=0.5)
    with OtherDevice(), pytest.raises(RuntimeError, match="mixes devices"):
        found(tasks["copy"], settings, OTHER)


# ---- what is kept -----------------------------------------------------------------------------
@pytest.mark.filterwarnings("ignore:.*from a non-meta parameter")  # torch knows meta, not OTHER
@pytest.mark.parametrize("optimizer", chosen.few({"AdamW"}, ["AdamW", "SGD"]))
@pytest.mark.parametrize("first", ["cpu", "other"])
def test_a_training_goes_on_on_the_other_device(tasks, optimizer, first):
    """A frame holds CPU tensors only, and either device goes on from it as if nothing had been."""
    settings = replace(SETTINGS, steps=6, optimizer=optimizer)
    whole = found(tasks["copy"], settings, device.CPU)
    with OtherDevice():
        begun, other = (device.CPU, OTHER) if first == "cpu" else (OTHER, device.CPU)
        one, two = (
            Training(build(tasks["copy"], 0, **SIZES), tasks["copy"], settings, where)
            for where in (begun, other)
        )
        losses = [one.step() for _ in range(3)]
        state = one.state()
        assert {value.device.type for value in state.values()} == {"cpu"}
        assert not any(type(value).__name__ == "Elsewhere" for value in state.values())
        two.restore(state)
        losses += [two.step() for _ in range(3)]
    assert losses == whole


def test_the_cards_own_random_state_is_kept(tasks, monkeypatch):
    """Dropout on CUDA draws from the card's generator."""
    cards = {"state": torch.arange(16, dtype=torch.uint8)}
    monkeypatch.setattr(torch.cuda, "get_rng_state", lambda device: cards["state"])
    monkeypatch.setattr(torch.cuda, "set_rng_state", lambda new, device: cards.update(state=new))
    trained = Training(build(tasks["copy"], 0, **SIZES), tasks["copy"], SETTINGS)
    assert "random.cuda" not in trained.state(), "on the CPU there is none"
    trained.device = torch.device("cuda")
    state, cards["state"] = trained.state(), torch.zeros(16, dtype=torch.uint8)
    trained.device = device.CPU
    trained.restore(state)
    assert not cards["state"].any(), "without the card, its state is left alone"
    trained.device = torch.device("cuda")
    trained.restore(state)
    assert torch.equal(cards["state"], torch.arange(16, dtype=torch.uint8))


def test_cuda_is_told_to_repeat_itself(monkeypatch):
    told = []
    monkeypatch.setattr(torch, "use_deterministic_algorithms", lambda *a, **k: told.append((a, k)))
    monkeypatch.delenv("CUBLAS_WORKSPACE_CONFIG", raising=False)
    device.make_repeatable(device.CPU)
    assert not told and "CUBLAS_WORKSPACE_CONFIG" not in os.environ
    device.make_repeatable(torch.device("cuda"))
    assert told == [((True,), {"warn_only": True})]
    assert os.environ["CUBLAS_WORKSPACE_CONFIG"] == ":4096:8"


# ---- on a real one ----------------------------------------------------------------------------
@on_a_gpu
@pytest.mark.parametrize("way", sorted({"dropout", "guided", "free running", "position rotary"}))
def test_on_a_gpu_the_same_seed_gives_the_same_losses(tasks, way):
    name, changes, sizes = WAYS[way]
    task, settings = tasks[name], replace(SETTINGS, **changes, optimizer="fused AdamW")
    where = torch.device(GPU)
    first = found(task, settings, where, **sizes)
    assert first == found(task, settings, where, **sizes)
    if "dropout" not in sizes:
        here = found(task, settings, device.CPU, **sizes)
        assert [s.loss for s in first] == pytest.approx([s.loss for s in here], rel=1e-3)


@on_a_gpu
def test_on_a_gpu_a_training_goes_on_bit_for_bit(tasks):
    settings = replace(SETTINGS, steps=6, optimizer="fused AdamW")
    where, sizes = torch.device(GPU), {**SIZES, "dropout": 0.2}
    whole = found(tasks["copy"], settings, where, **sizes)
    one = Training(build(tasks["copy"], 0, **sizes), tasks["copy"], settings, where)
    one.model.train()
    for _ in range(3):
        one.step()
    state = one.state()
    two = Training(build(tasks["copy"], 0, **sizes), tasks["copy"], settings, where)
    two.model.train()
    two.restore(state)
    assert [two.step() for _ in range(3)] == whole[3:]
