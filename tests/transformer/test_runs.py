"""A run survives being killed at any moment, and goes on with the losses it would have had."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
import torch
from safetensors.torch import load_file

from tests.kit.paths import ROOT
from tests.kit.small import TINY
from transformer import tasks
from transformer.runs import Run, RunConfig, checkpoint_steps, damaged, runs, space, trained
from transformer.runs.run import NUMBERS
from transformer.runs.run_folder import Busy
from transformer.training.settings import Settings
from transformer.weights import WeightsError

PLAN = RunConfig("copy", Settings(steps=40, learning_rate=3e-3), {**TINY, "dropout": 0.1})


def losses(run: Run) -> list[float]:
    return [event["loss"] for event in run.events()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Run:
    run = Run.create(PLAN, tmp_path_factory.mktemp("runs"))
    list(run.train())
    return run


def test_a_run_tells_its_story(whole):
    events = whole.events()
    assert [event["step"] for event in events] == list(range(1, 41))
    assert whole.state() == "done" and whole.checkpoints() == checkpoint_steps(40)
    measured = [event["step"] for event in events if "exact_match" in event]
    assert measured == [step for step in checkpoint_steps(40) if step]
    assert RunConfig.read(whole.card) == replace(PLAN, family="encoder_decoder")


def test_the_last_frame_is_the_model_that_was_trained(whole):
    again = whole.model_at(40).state_dict()
    kept = load_file(whole.checkpoint_file(40))
    assert all(torch.equal(value, kept[f"model.{name}"]) for name, value in again.items())
    assert not all(
        torch.equal(value, whole.model_at(0).state_dict()[name]) for name, value in again.items()
    )


@pytest.mark.slow
def test_killed_at_any_moment_it_goes_on_bit_for_bit(whole, tmp_path):
    """A real process and a real SIGKILL, at a step that nobody chose."""
    run = Run.create(PLAN, tmp_path)
    process = subprocess.Popen([sys.executable, "-m", "transformer.runs", run.folder], cwd=ROOT)
    stop = random.randint(1, 35)
    while len(run.events()) < stop and process.poll() is None:
        time.sleep(0.002)
    assert process.poll() is None, "it ended before it could be killed"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with open(run.folder / "events.jsonl", "a") as log:
        log.write('{"step": 39, "los')  # as a process leaves a line when it dies
    (run.folder / "frames" / "000041.part").write_bytes(b"half a frame")
    assert run.state() == "stopped"
    list(run.train())
    assert run.state() == "done" and losses(run) == losses(whole), f"killed after {stop}"
    ours, theirs = load_file(run.checkpoint_file(40)), load_file(whole.checkpoint_file(40))
    assert all(torch.equal(ours[name], theirs[name]) for name in theirs)


def test_a_damaged_frame_is_made_again(whole, tmp_path):
    run = Run.create(PLAN, tmp_path)
    story = run.train()
    for _ in range(30):
        next(story)
    story.close()
    last = run.checkpoints()[-1]
    run.checkpoint_file(last).write_bytes(b"\0" * 100)
    list(run.train())
    assert losses(run) == losses(whole)


def test_only_one_process_trains(tmp_path):
    run = Run.create(PLAN, tmp_path)
    story = run.train()
    next(story)
    assert run.state() == "running"
    with pytest.raises(Busy, match="copy-1 is being trained by another program"):
        next(Run(run.folder).train())
    assert run.card["state"] == "running", "nobody says that it failed"
    story.close()
    assert run.state() == "stopped"


def test_a_branch_goes_on_from_a_frame_with_one_thing_changed(whole):
    step = checkpoint_steps(40)[-6]
    same = whole.branch(step, PLAN.settings)
    list(same.train())
    assert losses(same) == losses(whole)
    other = whole.branch(step, replace(PLAN.settings, learning_rate=1e-4))
    list(other.train())
    assert losses(other)[:step] == losses(whole)[:step]
    assert losses(other)[step + 1 :] != losses(whole)[step + 1 :]
    assert other.card["parent"] == {"run": whole.name, "step": step}
    with pytest.raises(ValueError, match="this run has only"):
        whole.branch(40, replace(PLAN.settings, steps=30))


def test_what_cannot_be_built_leaves_no_folder(tmp_path):
    with pytest.raises(ValueError, match="16 and self_heads is 3, but"):
        Run.create(replace(PLAN, sizes={**TINY, "self_heads": 3}), tmp_path)
    assert runs(tmp_path) == []


def test_a_run_that_the_disk_cannot_hold_is_refused_beforehand(tmp_path, monkeypatch):
    old = Run.create(PLAN, tmp_path)
    old.write_card({**old.card, "state": "done", "created": time.time() - 400 * 86400})
    usage = shutil.disk_usage(tmp_path)._replace(free=space.SPARE_BYTES + 1000)
    monkeypatch.setattr(space.shutil, "disk_usage", lambda folder: usage)
    with pytest.raises(ValueError, match="Delete runs that you no longer need") as refused:
        Run.create(PLAN, tmp_path)
    model = PLAN.build(tasks.find("copy")())
    assert space.size(24 * 12 * sum(p.numel() for p in model.parameters())) in str(refused.value)
    assert [run.name for run in runs(tmp_path)] == [old.name], (
        "nothing was deleted, no folder is left"
    )


def test_a_large_model_keeps_fewer_frames(tmp_path, monkeypatch):
    monkeypatch.setattr(
        space, "MOST_BYTES", 6 * space.checkpoint_bytes(PLAN.build(tasks.find("copy")()))
    )
    list((run := Run.create(PLAN, tmp_path)).train())
    assert run.checkpoints() == checkpoint_steps(40, 6)
    one_frame = run.checkpoint_file(40).stat().st_size
    beside = one_frame - space.checkpoint_bytes(run.model_at(40))
    assert 0 <= beside < 40_000, "a frame also holds the random state and its own table of contents"
    monkeypatch.setattr(space, "MOST_BYTES", 0)
    assert space.checkpoints_of(run.model_at(40)) == space.FEWEST


@pytest.mark.parametrize("content", ["{", "[]", '{"copy": "x"}', "[" * 9000])
def test_a_damaged_list_of_names_stops_no_training(tmp_path, content):
    Run.create(PLAN, tmp_path)
    (tmp_path / NUMBERS).write_text(content)
    assert Run.create(PLAN, tmp_path).name == "copy-2"


def test_names_are_never_given_again(tmp_path):
    names = [Run.create(PLAN, tmp_path).name for _ in range(3)]
    assert names == ["copy-1", "copy-2", "copy-3"]
    assert json.loads((tmp_path / "copy-1" / "card.json").read_text())["state"] == "waiting"
    shutil.rmtree(tmp_path / "copy-3")
    assert Run.create(PLAN, tmp_path).name == "copy-4", "a link to copy-3 must not open another run"


def test_your_own_pairs_go_with_the_run(tmp_path):
    text = "".join(f"word {n % 30} and {n}\tmot {n % 30} et {n}\n" for n in range(100))
    config = RunConfig("pairs", Settings(steps=3), TINY, pieces="bpe")
    run = Run.create(config, tmp_path, text=text)
    list(run.train())
    assert run.task().examples[0] == "word 0 and 0" and run.state() == "done"
    other = run.branch(run.checkpoints()[1], Settings(steps=5))
    assert other.task().train == run.task().train
    with pytest.raises(ValueError, match="At least 20"):
        Run.create(config, tmp_path, text="one\tun")
    assert len(runs(tmp_path)) == 2


def test_a_damaged_card_costs_its_own_run_only(tmp_path):
    whole = Run.create(PLAN, tmp_path)
    card = json.dumps(whole.card)
    without = {
        name: {k: v for k, v in whole.card.items() if k != name} for name in ("created", "state")
    }
    texts = ["", "{}", "[]", "null", card[: len(card) // 2], *map(json.dumps, without.values())]
    contents = [*map(str.encode, texts), card.encode("utf-16")]
    for number, content in enumerate(contents):
        run = Run.create(PLAN, tmp_path, f"damaged-{number}")
        (run.folder / "card.json").write_bytes(content)
    assert [run.name for run in runs(tmp_path)] == [whole.name]
    wrong = damaged(tmp_path)
    assert len(wrong) == len(contents)
    assert all(f"{name}/card.json cannot be read" in told for name, told in wrong.items())


ODD = {  # what somebody wrote into a card, and what is said of it
    "sizes": ([], "does not contain the sizes of the model"),
    "task": ("copie", "trained on the task “copie”, which does not exist here"),
    "family": ("gru", "there is no model family 'gru'"),
    "codes": ([[0]], "`code` and `codes` do not state"),
    "code": ("abc", "`code` and `codes` do not state"),
    "parent": ("copy-1", "parent is copy-1; it must name a run and a step"),
    "from": (["x"], "from is ['x']; it must be a string"),
    "created": ("today", "created is today; it must be a number"),
    "pieces": (None, "pieces is None; it must be a name"),
}
SIZES = {
    "encoder_layers": (10_000, "encoder_layers is 10000; it must be a float of at most 48"),
    "d_model": (16.5, "d_model is 16.5; it must be a whole number"),
    "attention": (3, "attention is 3; it must be a name"),
    "wheels": (4, "has no wheels"),
}


def test_what_no_card_says_is_named_with_its_run(tmp_path):
    whole = Run.create(PLAN, tmp_path)
    odd = [({name: value}, said) for name, (value, said) in ODD.items()]
    odd += [({"sizes": {**TINY, n: value}}, said) for n, (value, said) in SIZES.items()]
    said = {}
    for number, (change, words) in enumerate(odd):
        run = Run.create(PLAN, tmp_path, f"odd-{number}")
        run.write_card({**run.card, **change})
        said[run.name] = words
    assert [run.name for run in runs(tmp_path)] == [whole.name]
    wrong = damaged(tmp_path)
    assert wrong.keys() == said.keys()
    for name, words in said.items():
        assert wrong[name].startswith(f"{name}/card.json cannot be read") and words in wrong[name]
        with pytest.raises(WeightsError) as refused:  # an address may name it all the same
            trained.load(Run(tmp_path / name), 0)
        assert f"the card of {name} cannot be used: " in str(refused.value)


def test_what_is_no_frame_costs_only_itself_and_is_named(whole, tmp_path):
    run = Run(shutil.copytree(whole.folder, tmp_path / "copy-1"))
    first, second, *rest = run.checkpoints()
    shutil.copy(run.checkpoint_file(second), run.folder / "frames" / f"{second:06} (1).safetensors")
    shutil.copy(run.checkpoint_file(second), run.folder / "frames" / "abc.safetensors")
    cut = run.checkpoint_file(rest[-1])
    cut.write_bytes(cut.read_bytes()[:-1])
    assert run.checkpoints() == [first, second, *rest[:-1]] and [r.name for r in runs(tmp_path)]
    said = damaged(tmp_path)["copy-1"]
    assert (
        f"copy-1/frames contains {second:06} (1).safetensors, {cut.name}, abc.safetensors" in said
    )


@pytest.mark.parametrize("line", [b"{", b"3", b"null", b'{"loss": 1.0}', b"\xff", b"[" * 9000])
def test_events_that_cannot_be_read_cost_only_their_run(whole, tmp_path, line):
    for name in ("copy-1", "copy-2"):
        shutil.copytree(whole.folder, tmp_path / name)
    file = tmp_path / "copy-2" / "events.jsonl"
    first, _, *rest = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join([first, line, *rest]))
    os.utime(file, (time.time() - 60,) * 2)
    assert [run.name for run in runs(tmp_path)] == ["copy-1"]
    assert damaged(tmp_path)["copy-2"].startswith(
        "copy-2/events.jsonl cannot be read: line 2 is not"
    )
