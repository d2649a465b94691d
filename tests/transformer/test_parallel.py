"""Several processes make the training that one would make, and one that dies leaves it to go on."""

import copy
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from itertools import islice

import psutil
import pytest
import torch
import torch.distributed as dist
from torch import nn

from tests.kit.paths import ROOT
from tests.kit.small import TINY
from transformer import weights
from transformer.runs import Run, RunConfig, together
from transformer.training import parallel
from transformer.training.settings import Settings
from transformer.training.shares import Drawn, Share, shared

SAID = "training: the run ended before its last step, because one of its processes ended"


@pytest.fixture(autouse=True)
def on_the_cpu(monkeypatch):
    """On a machine with one card two processes would ask for two."""
    monkeypatch.setenv("GLASSBOX_DEVICE", "cpu")


def torchrun(count: int, *words, runs) -> subprocess.Popen:
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    return subprocess.Popen(
        [*command, "--nproc-per-node", str(count), "-m", *map(str, words)],
        cwd=ROOT, env={**os.environ, "GLASSBOX_RUNS": str(runs)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.slow
def test_every_family_learns_the_same_in_one_process_two_and_three():
    """Losses, gradients, weights and random states, shipped families and foreign ones; in float64, where what
    is more than rounding is seen."""
    command = [sys.executable, "-m", "tests.kit.side_by_side"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    two, three = map(json.loads, done.stdout.splitlines())
    assert two.keys() == three.keys() and len(two) > 12, done.stderr
    assert max(*two.values(), *three.values()) < 1e-9, (two, three)


@pytest.mark.slow
@pytest.mark.skipif(not torch.cuda.is_available(), reason="nccl is for graphics cards")
def test_on_a_card_ddp_changes_nothing():
    command = [sys.executable, "-m", "tests.kit.side_by_side", "--card"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout and max(json.loads(done.stdout).values()) < 1e-9, done.stderr + done.stdout


@pytest.mark.slow
def test_a_killed_process_ends_the_training_and_any_number_goes_on(tmp_path):
    """Begun by one process, gone on with by two, of which one is killed, and brought to its end by one."""
    settings = Settings(steps=40, learning_rate=3e-3)
    config = RunConfig("reverse", settings, {**TINY, "dropout": 0.1})
    whole, run = Run.create(config, tmp_path, "whole"), Run.create(config, tmp_path, "killed")
    list(whole.train())
    begun = run.train()
    list(islice(begun, 6))
    begun.close()
    process = torchrun(2, "transformer.runs", run.folder, runs=tmp_path)
    while len(run.events()) < 12 and process.poll() is None:
        time.sleep(0.01)
    for child in psutil.Process(process.pid).children():
        if child.environ().get("RANK") == "1":
            child.send_signal(signal.SIGKILL)
    _, error = process.communicate(timeout=120)
    assert process.returncode and error.count(SAID) == 1
    assert f"--nproc-per-node 2 -m transformer.runs {run.folder}" in error
    assert run.state() == "stopped" and len(run.events()) < 40
    list(run.train())
    assert run.state() == "done" and run.checkpoints() == whole.checkpoints()
    for one, other in zip(whole.events(), run.events(), strict=True):
        assert other["loss"] == pytest.approx(one["loss"], abs=2e-3)


@pytest.mark.slow
def test_torchrun_makes_weights_with_a_card_and_a_run(tmp_path):
    words = ["copy", "--steps", "3", "--set", "d_model=16", "--out", tmp_path / "out"]
    process = torchrun(2, "transformer.training", *words, runs=tmp_path / "runs")
    said, error = process.communicate(timeout=240)
    assert process.returncode == 0, error
    assert "copy-1: 2 processes" in said and said.count("exact match on 1000") == 1
    card = weights.load("my_copy", tmp_path / "out").card
    assert card["command"].startswith("torchrun --nproc-per-node 2 -m transformer.training copy")
    run = Run(tmp_path / "runs" / "copy-1")
    assert run.state() == "done" and run.checkpoints() == [0, 1, 2, 3]
    assert [event["loss"] for event in run.events()] == card["first_losses"]
    alone = Run.create(RunConfig.read(run.card), tmp_path)
    for one, other in zip(alone.train(), run.events(), strict=True):
        assert other["loss"] == pytest.approx(one["loss"], abs=1e-5)


def test_each_row_is_read_by_one_process(monkeypatch):
    monkeypatch.setattr(dist, "get_world_size", lambda: 3)
    read = []
    for number in range(3):
        monkeypatch.setattr(dist, "get_rank", lambda number=number: number)
        read += Share.for_this_process(7).own_rows(torch.arange(7)).tolist()
    assert read == list(range(7))
    share = Share(7, slice(0, 2))
    assert share.own_rows(torch.ones(5, 7)).shape == (5, 7)  # no rows of the batch
    with pytest.raises(ValueError, match="read 2 sequences and returned torch.Size.* per sequence"):
        share.together(torch.tensor(1.0))


def in_threads(count: int, work, monkeypatch) -> list:
    """What `work(rank)` returns in so many threads, between which `all_reduce` adds as between processes."""
    own, parts = threading.local(), [torch.empty(0)] * count
    barrier = threading.Barrier(count)

    def all_reduce(part: torch.Tensor) -> None:
        parts[own.rank] = part.clone()
        barrier.wait()
        total = sum(parts)
        barrier.wait()  # all have added before the next call writes
        part.copy_(total)

    def run(rank: int):
        own.rank = rank
        try:
            return work(rank)
        except BaseException:
            barrier.abort()  # otherwise the others wait for ever
            raise

    monkeypatch.setattr(dist, "all_reduce", all_reduce)
    monkeypatch.setattr(dist, "get_rank", lambda: own.rank)
    monkeypatch.setattr(dist, "get_world_size", lambda: count)
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_three_processes_have_the_loss_and_the_gradients_of_one(monkeypatch):
    """DDP averages the gradients over the processes. With batch normalisation, and 7 rows for three."""
    torch.manual_seed(0)
    layers = nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Tanh(), nn.Linear(6, 2)
    model, x = nn.Sequential(*layers).double(), torch.randn(7, 4).double()

    def step(model: nn.Module, share: Share | None = None):
        with shared(model, share) if share else nullcontext():
            loss = model(x)[:, 0].exp().sum() / model(x).square().sum()  # not a sum over the rows
        loss.backward()
        return loss, [p.grad for p in model.parameters()], list(model.buffers())

    def work(rank: int):
        return step(copies[rank], Share.for_this_process(len(x)))

    copies = [copy.deepcopy(model) for _ in range(3)]
    losses, gradients, buffers = zip(*in_threads(3, work, monkeypatch), strict=True)
    loss, gradient, buffer = step(model)
    averages = [torch.stack(each).mean(0) for each in zip(*gradients, strict=True)]
    for number in range(3):
        torch.testing.assert_close((losses[number], buffers[number]), (loss, buffer))
    torch.testing.assert_close(averages, gradient)


def test_each_process_draws_the_dropout_of_its_rows_as_one_process_would():
    x = torch.ones(7, 50)
    torch.manual_seed(0)
    whole, after = nn.functional.dropout(x), torch.rand(())
    for own in (slice(0, 2), slice(2, 4), slice(4, 7)):
        torch.manual_seed(0)
        with Drawn(Share(7, own)):
            assert torch.equal(nn.functional.dropout(x[own]), whole[own])
        assert torch.rand(()) == after  # the random state continues as in one process


def test_what_several_processes_cannot_do(monkeypatch, tmp_path):
    monkeypatch.setattr(parallel, "several", lambda: 5)
    with pytest.raises(ValueError, match="5 processes share a batch of 4 seq.*--nproc-per-node 4"):
        Run.create(RunConfig("copy", Settings(batch=4), TINY), tmp_path / "runs")
    assert not (tmp_path / "runs").exists()
    assert parallel.own_device(torch.device("cpu")).type == "cpu"
    with pytest.raises(ValueError, match="Apple’s mps works with only one.*--device cpu"):
        parallel.own_device(torch.device("mps"))
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "5")
    with pytest.raises(ValueError, match="there are 2 here: start 2 .*--nproc-per-node 2"):
        parallel.own_device(torch.device("cuda"))


@pytest.fixture
def company(monkeypatch):
    """The first of two processes, in one that goes on to live."""
    monkeypatch.delattr(signal, "pthread_sigmask")
    for name, value in (("RANK", "0"), ("WORLD_SIZE", "2"), ("MASTER_ADDR", "localhost")):
        monkeypatch.setenv(name, value)
    return together.Company()


def test_why_processes_do_not_meet(company, monkeypatch):
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        monkeypatch.setenv("MASTER_PORT", str(taken.getsockname()[1]))
        with pytest.raises(
            ValueError, match=r"cannot connect on port \d+: .*torchrun --standalone"
        ):
            company.meet()
    monkeypatch.setattr(dist, "is_available", lambda: False)
    with pytest.raises(ValueError, match="without torch.distributed.*python -m transformer.train"):
        company.meet()


def test_one_process_is_alone():
    assert parallel.several() == 1 and parallel.launcher() == "python"
    assert not together.is_one_of_several()
