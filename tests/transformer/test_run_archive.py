"""Runs that travel: packed here, unpacked there; and archives that lie, in every way we could think of."""

import contextlib
import errno
import io
import json
import stat
import time
import zipfile
from dataclasses import replace

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.torch import load, save

from tests.kit.small import TINY
from transformer.runs import Run, RunConfig, checkpoint_steps, runs
from transformer.runs import archive as run_archive
from transformer.runs.archive import ArchiveError, pack, unpack
from transformer.training.settings import Settings

STEPS = 6


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    """A copy run of six steps, done."""
    made = Run.create(
        RunConfig("copy", Settings(steps=STEPS), TINY), tmp_path_factory.mktemp("runs")
    )
    list(made.train())
    return made


class Quiet:
    """Bytes, or files by name, that do not fill the screen when a test fails."""

    def __repr__(self) -> str:
        return type(self).__name__


class Packed(Quiet, bytes):
    pass


class Parts(Quiet, dict):
    pass


@pytest.fixture(scope="module")
def packed(run) -> bytes:
    file = io.BytesIO()
    pack(run, file)
    return Packed(file.getvalue())


@pytest.fixture(scope="module")
def parts(packed) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return Parts({name: archive.read(name) for name in archive.namelist()})


def zipped(parts: dict[str, bytes], **options) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", options.get("method", zipfile.ZIP_STORED)) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return file


def refused(parts, folder, **options) -> str:
    """The sentence with which it is refused; nothing may be left behind."""
    with pytest.raises(ArchiveError) as caught:
        unpack(parts if isinstance(parts, io.BytesIO) else zipped(parts, **options), folder)
    assert list(folder.iterdir()) == [], "no half folder"
    said = str(caught.value)
    assert said.endswith((".", ").")) and said[0].isupper() and "Traceback" not in said
    return said


def edited(parts, **changes) -> dict[str, bytes]:
    card = json.loads(parts["card.json"])
    return {**parts, "card.json": json.dumps({**card, **changes}).encode()}


def with_settings(parts, **changes) -> dict[str, bytes]:
    return edited(parts, settings={**json.loads(parts["card.json"])["settings"], **changes})


def with_event(parts, number: int, **changes) -> dict[str, bytes]:
    lines = [json.loads(line) for line in parts["events.jsonl"].splitlines()]
    lines[number] |= changes
    text = "".join(json.dumps({k: v for k, v in e.items() if v != "drop"}) + "\n" for e in lines)
    return {**parts, "events.jsonl": text.encode()}


def last_frame(parts) -> tuple[str, dict]:
    name = max(name for name in parts if name.startswith("frames/"))
    return name, load(parts[name])


# --- there and back ----------------------------------------------------------------------------------


def test_a_run_arrives_as_it_left(run, packed, tmp_path):
    new = unpack(io.BytesIO(packed), tmp_path)
    assert new.name == "copy-1" and new.state() == "done"
    assert new.events() == run.events() and new.checkpoints() == run.checkpoints()
    for step in run.checkpoints():
        assert new.checkpoint_file(step).read_bytes() == run.checkpoint_file(step).read_bytes()
    same = ("task", "settings", "sizes", "pieces", "device")
    assert {k: new.card[k] for k in same} == {k: run.card[k] for k in same}
    assert new.card["from"] == "copy-1" and new.card["pinned"] is False
    again = unpack(io.BytesIO(packed), tmp_path)
    assert again.name == "copy-2" and [r.name for r in runs(tmp_path)] == ["copy-2", "copy-1"]


def test_nothing_else_is_packed(run, parts):
    for name in ("lock", "log", "events.part"):
        (run.folder / name).write_text("x")
    file = io.BytesIO()
    pack(run, file)
    frames = [f"frames/{step:06}.safetensors" for step in run.checkpoints()]
    expected = ["card.json", "events.jsonl", *frames]
    assert zipfile.ZipFile(file).namelist() == expected == list(parts)


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on_bit_for_bit(tmp_path):
    config = RunConfig("copy", Settings(steps=STEPS), {**TINY, "dropout": 0.1})
    whole = Run.create(config, tmp_path / "here", "whole")
    list(whole.train())
    for optimizer in ("fused AdamW", "SGD", "Adam + L2"):
        there = Run.create(
            replace(config, settings=Settings(steps=STEPS, optimizer=optimizer)), tmp_path / "there"
        )
        training = there.train()
        events = [next(training) for _ in range(4)]
        file = tmp_path / "run.zip"
        pack(there, file)  # while it trains
        rest = [event["loss"] for event in training]
        here = unpack(file, tmp_path / "here")
        assert here.state() == "stopped" and here.card["state"] == "stopped"
        losses = [event["loss"] for event in here.train()]
        assert losses[-2:] == rest and here.state() == "done"
        assert [e["loss"] for e in here.events()] == [e["loss"] for e in events] + rest
    assert [e["loss"] for e in whole.events()] == [
        e["loss"] for e in Run(tmp_path / "here" / "copy-1").events()
    ]


def test_your_own_pairs_travel_with_the_run(tmp_path):
    text = "".join(f"say {n} now\tdis {n} ici\n" for n in range(40))
    for pieces in ("words", "bpe"):
        config = RunConfig("pairs", Settings(steps=2), TINY, pieces)
        run = Run.create(config, tmp_path / "there", text=text)
        list(run.train())
        pack(run, tmp_path / "run.zip")
        new = unpack(tmp_path / "run.zip", tmp_path / "here")
        assert new.task().train == run.task().train
        a, b = (r.model_at(2).state_dict() for r in (run, new))
        assert all(torch.equal(a[name], b[name]) for name in a)


def test_a_branch_loses_its_parent_and_keeps_its_place(run, tmp_path):
    """Another run may have the parent's name here."""
    middle = checkpoint_steps(STEPS)[-3]
    branch = run.branch(middle, Settings(steps=STEPS, learning_rate=1e-3), "branch")
    pack(branch, tmp_path / "run.zip")
    new = unpack(tmp_path / "run.zip", tmp_path / "here")
    assert "parent" not in new.card and new.card["from"] == "branch"
    assert new.state() == "stopped" and new.checkpoints() == [middle]
    assert len(list(new.train())) == STEPS - middle


def test_a_run_without_frames_has_nothing_to_save(tmp_path):
    fresh = Run.create(RunConfig("copy", Settings(steps=STEPS), TINY), tmp_path)
    with pytest.raises(ArchiveError, match="no frame yet"):
        pack(fresh, io.BytesIO())


def test_loading_a_run_deletes_no_other(packed, tmp_path):
    for _ in range(4):
        run = unpack(io.BytesIO(packed), tmp_path)
        run.write_card({**run.card, "created": 0.0})  # long ago
    assert len(runs(tmp_path)) == 4


def test_what_a_killed_process_left_is_swept_away(packed, tmp_path, monkeypatch):
    (tmp_path / ".loading-dead" / "run").mkdir(parents=True)
    (tmp_path / ".loading-dead" / "run" / "card.json").write_text("{")
    assert runs(tmp_path) == [], "a half-filled folder is no run"
    unpack(io.BytesIO(packed), tmp_path)
    assert (tmp_path / ".loading-dead").exists(), "it may be somebody's who is loading now"
    now = time.time()
    monkeypatch.setattr(run_archive.time, "time", lambda: now + 4000)
    unpack(io.BytesIO(packed), tmp_path)
    assert sorted(p.name for p in tmp_path.glob("[!.]*")) == ["copy-1", "copy-2"]


# --- archives that lie -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"\x00" * 500, b"not a zip", b"PK\x05\x06" + b"\0" * 18]
)
def test_no_archive_at_all(tmp_path, data):
    assert "Run, to load elsewhere" in refused(io.BytesIO(data), tmp_path) or data[2:4] == b"\5\6"


def test_no_file_and_a_full_disk_are_not_blamed_on_the_archive(packed, tmp_path, monkeypatch):
    with pytest.raises(ArchiveError, match="There is no file .*copy-9.zip"):
        unpack(tmp_path / "copy-9.zip", tmp_path / "runs")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("transformer.runs.archive._extract", full)
    with pytest.raises(
        ArchiveError, match="No space left on device.*Free some disk space"
    ) as refused:
        unpack(io.BytesIO(packed), tmp_path / "runs")
    assert "ZIP" not in str(refused.value)


@pytest.mark.parametrize(
    "name",
    ["../card.json", "/etc/card.json", "copy-1/card.json", "frames/../../x", "lock", "frames/0000000.safetensors", "frames/1.safetensors",
     "frames/000001.safetensors.part", "card.json\n", "frames\\000001.safetensors", "frames/x/000001.safetensors"],
)  # fmt: skip
def test_other_names_are_refused(parts, tmp_path, name):
    said = refused({**parts, name: b"x"}, tmp_path)
    assert "not part of a run" in said and not (tmp_path.parent / "x").exists()


@pytest.mark.parametrize("missing", ["card.json", "events.jsonl"])
def test_what_must_be_there(parts, tmp_path, missing):
    assert missing in refused({k: v for k, v in parts.items() if k != missing}, tmp_path)


def test_without_a_frame(parts, tmp_path):
    assert "no frame" in refused({k: v for k, v in parts.items() if "frames" not in k}, tmp_path)
    many = {f"frames/{n:06}.safetensors": b"" for n in range(run_archive.MOST_CHECKPOINTS + 1)}
    assert "201 frames" in refused({**parts, **many}, tmp_path)


def test_links_and_doubles(parts, tmp_path):
    file = zipped(parts)
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning):
        archive.writestr("card.json", parts["card.json"])
    assert "twice" in refused(file, tmp_path)
    file = zipped({k: v for k, v in parts.items() if k != "events.jsonl"})
    link = zipfile.ZipInfo("events.jsonl")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    assert "link" in refused(file, tmp_path)


def test_a_bomb_is_stopped_while_it_unpacks(parts, tmp_path, monkeypatch):
    monkeypatch.setitem(run_archive.TEXTS, "events.jsonl", 1000)
    monkeypatch.setattr(run_archive, "MOST_BYTES", 10_000)
    bomb = {**parts, "events.jsonl": b"0" * 10_000_000}
    assert "too large" in refused(bomb, tmp_path, method=zipfile.ZIP_DEFLATED)
    file = zipped(bomb, method=zipfile.ZIP_DEFLATED)
    small = file.getvalue().replace((10_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    refused(io.BytesIO(small), tmp_path)  # it lies about its size
    frame = next(name for name in parts if "frames" in name)
    rest = {k: v for k, v in parts.items() if k != "events.jsonl"}
    assert "too large" in refused({**rest, "events.jsonl": b"", frame: b"0" * 20_000}, tmp_path)


CARDS = [
    ({"task": "chess"}, "“chess”, which does not exist here"),
    ({"task": ["copy"]}, "does not exist here"),
    ({"task": "../copy"}, "does not exist here"),
    ({"settings": None}, "how the run was trained"),
    ({"sizes": [1]}, "sizes of the model"),
    ({"sizes": {"wings": 2}}, "wings"),
    ({"sizes": {"d_model": 10**9}}, "at most 4,096"),
    ({"sizes": {"d_model": "8"}}, "cannot be built"),
    ({"sizes": {"d_model": {"a": 1}}}, "neither a number nor a name"),
    ({"sizes": {**TINY, "encoder_layers": 10**6}}, "at most 48"),
    ({"sizes": {**TINY, "d_model": 9}}, "cannot be built"),
    ({"sizes": {**TINY, "attention": "theirs"}}, "theirs"),
    ({"pieces": "x" * 1000}, "1,000 characters"),
]
SETTINGS = [
    ({"wings": 2}, "“wings”, which does not exist in this code"),
    ({"steps": "6"}, "steps"),
    ({"steps": 10**12}, "at most 1,000,000"),
    ({"steps": 2.5}, "int"),
    ({"batch": 10**9}, "at most 4,096"),
    ({"learning_rate": -1}, "greater than 0"),
    ({"learning_rate": float("nan")}, "learning_rate"),
    ({"learning_rate": [1]}, "learning_rate"),
    ({"optimizer": "Lion"}, "must be one of"),
    ({"schedule": 1}, "schedule"),
    ({"guide": {"layer": 99}}, "layer"),
    ({"guide": 3}, "guide"),
]


@pytest.mark.parametrize(("changes", "said"), CARDS)
def test_a_card_of_other_code(parts, tmp_path, changes, said):
    assert said in refused(edited(parts, **changes), tmp_path)


@pytest.mark.parametrize(("changes", "said"), SETTINGS)
def test_settings_of_other_code(parts, tmp_path, changes, said):
    assert said in refused(with_settings(parts, **changes), tmp_path)


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b"null", b'"x"'])
def test_a_card_that_is_none(parts, tmp_path, data):
    assert "card.json" in refused({**parts, "card.json": data}, tmp_path)


def test_a_card_says_no_more_than_the_frames(parts, tmp_path):
    """ "done" without the last frame is not done; what is not known here is dropped."""
    name, _ = last_frame(parts)
    rest = {k: v for k, v in parts.items() if k != name}
    card = {"state": "running", "pinned": True, "created": 0, "parent": {"run": "<b>"}, "x": "y"}
    run = unpack(zipped(edited(rest, **card)), tmp_path)
    assert run.card["state"] == "stopped" and run.card["created"] > 0 and not run.card["pinned"]
    assert not {"parent", "x", "name"} & run.card.keys()
    run = unpack(zipped(edited(parts, state="running")), tmp_path)
    assert run.card["state"] == "done", "it was saved in its last moment"
    older = json.loads(parts["card.json"])
    del older["settings"]["scheduled_sampling"], older["name"]
    run = unpack(zipped({**parts, "card.json": json.dumps(older).encode()}), tmp_path)
    assert run.card["from"] == "another machine", "an older card lacks a newer setting"
    del older["pieces"], older["sizes"]
    with pytest.raises(ArchiveError, match="sizes"):
        unpack(zipped({**parts, "card.json": json.dumps(older).encode()}), tmp_path)


EVENTS = [
    (0, {"step": 2}),
    (0, {"step": True}),
    (1, {"loss": "<script>"}),
    (1, {"loss": None}),
    (1, {"loss": 10**400}),
    (1, {"loss": "drop"}),
    (1, {"seconds": {"a": 1}}),
    (2, {"html": "<b>"}),
    (2, {"exact_match": "drop"}),
    (2, {"gradient_norms": {"<b>": 1.0}}),
    (2, {"gradient_norms": {"other": 1.0}}),
    (2, {"gradient_norms": 1.0}),
    (3, {"more": [1]}),
]


@pytest.mark.parametrize(("number", "changes"), EVENTS)
def test_events_are_numbers(parts, tmp_path, number, changes):
    assert "events.jsonl" in refused(with_event(parts, number, **changes), tmp_path)


def test_a_run_that_was_begun_before_bleu_was_measured(parts, tmp_path):
    unpack(zipped(with_event(parts, 2, bleu=12.5)), tmp_path)


def test_events_and_frames_belong_together(parts, tmp_path):
    lines = parts["events.jsonl"].splitlines(keepends=True)
    assert "only 3 steps" in refused({**parts, "events.jsonl": b"".join(lines[:3])}, tmp_path)
    assert "Line 7" in refused({**parts, "events.jsonl": b"".join(lines) + lines[-1]}, tmp_path)
    assert "Line 6" in refused({**parts, "events.jsonl": b"".join(lines)[:-1]}, tmp_path)
    assert "Line 2" in refused({**parts, "events.jsonl": lines[0] + b"{\n"}, tmp_path)
    assert "Line 4" in refused(with_settings(parts, steps=3), tmp_path)


FRAMES = [
    (lambda s: s.pop("random.torch"), "random.torch"),
    (lambda s: s.pop(next(n for n in s if n.startswith("model."))), "which the model on its card"),
    (lambda s: s.pop("optimizer.0.exp_avg"), "optimizer.0.exp_avg"),
    (lambda s: s.update({"model.wings": torch.zeros(2)}), "“model.wings”, which the model"),
    (lambda s: s.update({"optimizer.999.m": torch.zeros(2)}), "optimizer.999.m"),
    (lambda s: s.update({"model.encoder.norm.scale": torch.zeros(9)}), "model.encoder.norm.scale"),
    (lambda s: s.update({"optimizer.0.step": torch.zeros(9)}), "(9,)"),
    (lambda s: s.update({"number": torch.tensor(5)}), "does not match its step"),
    (lambda s: s.update({"number": torch.zeros(2)}), "number"),
    (
        lambda s: s.update({"random.torch": torch.zeros(10, dtype=torch.uint8)}),
        "not a random state",
    ),
    (lambda s: s.update({"random.shuffle": torch.zeros(5056)}), "not a random state"),
    (lambda s: s.update({"random.cuda": torch.zeros(2**17, dtype=torch.uint8)}), "random.cuda"),
    (lambda s: s.update({"random.dice": torch.zeros(2, dtype=torch.uint8)}), "random.dice"),
]


@pytest.mark.parametrize(("change", "said"), FRAMES, ids=[said for _, said in FRAMES])
def test_frames_of_another_model(run, parts, tmp_path, change, said):
    name, state = last_frame(parts)
    if "model.encoder.norm.scale" in said:
        one = next(n for n in state if n.startswith("model.encoder.norm"))
        state[one], said = torch.zeros(9), one
    else:
        change(state)
    assert said in refused({**parts, name: save(state)}, tmp_path)


def test_frames_of_other_sizes_name_the_first_that_does_not_fit(parts, tmp_path):
    said = refused(edited(parts, sizes={**TINY, "d_ff": 32}), tmp_path)
    assert "feed_forward.contract.weight" in said and "(16, 32)" in said and "(16, 16)" in said


def test_no_pickle(parts, tmp_path):
    name, state = last_frame(parts)
    file = io.BytesIO()
    torch.save(state, file)
    assert "not a safetensors file" in refused({**parts, name: file.getvalue()}, tmp_path)


def test_a_text_of_your_own_that_lies(tmp_path):
    text = "".join(f"say {n} now\tdis {n} ici\n" for n in range(40))
    run = Run.create(RunConfig("pairs", Settings(steps=1), TINY), tmp_path / "there", text=text)
    list(run.train())
    pack(run, tmp_path / "run.zip")
    with zipfile.ZipFile(tmp_path / "run.zip") as archive:
        parts = Parts({name: archive.read(name) for name in archive.namelist()})
    here = tmp_path / "here"
    here.mkdir()
    for name in ("pairs.tsv", "task.json"):
        assert f"no {name}" in refused({k: v for k, v in parts.items() if k != name}, here)
    facts = json.loads(parts["task.json"])
    for name in facts:
        for value in (None, 3, "<b>", [3], {"a": 1}):
            changed = json.dumps({**facts, name: value}).encode()
            with contextlib.suppress(ArchiveError):
                plays(unpack(zipped({**parts, "task.json": changed}), tmp_path / "any"))
    fewer = json.dumps({**facts, "source_words": facts["source_words"][1:]}).encode()
    assert "source_embedding" in refused({**parts, "task.json": fewer}, here)
    assert "damaged" in refused({**parts, "task.json": b"{"}, here)


# --- whatever else -----------------------------------------------------------------------------------

HARD = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def a_sentence_or_a_run(file, folder) -> None:
    try:
        run = unpack(file, folder)
    except ArchiveError as error:
        assert str(error).endswith(".")
        left = []
    else:  # what was changed does not matter: it is as good as any
        plays(run)
        left = [run.name]
    assert [path.name for path in folder.glob("[!.]*")] == left


def plays(run) -> None:
    from lessons.figures.live_curve import live_curve

    assert live_curve(run, run.task(), run.state()).floats
    for step in run.checkpoints():
        run.model_at(step)


@HARD
@given(data=st.data())
def test_random_damage(packed, tmp_path_factory, data):
    """Bytes changed, cut out, doubled, cut off."""
    damaged = bytearray(packed)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(
            st.integers(0, len(damaged) - 1)
            | st.integers(max(0, len(damaged) - 2500), len(damaged) - 1)
        )
        how = data.draw(st.sampled_from(["change", "cut", "double", "end"]))
        if how == "change":
            damaged[place] = data.draw(st.integers(0, 255))
        elif how == "cut":
            del damaged[place : place + data.draw(st.integers(1, 40))]
        elif how == "double":
            damaged[place:place] = damaged[place : place + data.draw(st.integers(1, 400))]
        else:
            del damaged[max(1, place) :]
        if len(damaged) < 2:
            break
    a_sentence_or_a_run(io.BytesIO(bytes(damaged)), tmp_path_factory.mktemp("damaged"))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@HARD
@given(data=st.data())
def test_any_json_in_any_place(parts, tmp_path_factory, data):
    """One value of the card, or of an event, is anything."""
    if data.draw(st.booleans()):
        card = json.loads(parts["card.json"])
        where = data.draw(st.sampled_from([card, card["settings"], card["sizes"]]))
        where[data.draw(st.sampled_from(list(where)) | st.text(max_size=8))] = data.draw(ANYTHING)
        changed = {**parts, "card.json": json.dumps(card).encode()}
    else:
        lines = [json.loads(line) for line in parts["events.jsonl"].splitlines()]
        event = data.draw(st.sampled_from(lines))
        event[data.draw(st.sampled_from(list(event)) | st.text(max_size=8))] = data.draw(ANYTHING)
        text = "".join(json.dumps(line) + "\n" for line in lines)
        changed = {**parts, "events.jsonl": text.encode()}
    a_sentence_or_a_run(zipped(changed), tmp_path_factory.mktemp("any"))
