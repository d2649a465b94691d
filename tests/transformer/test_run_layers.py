"""A layer of one's own and the run that was trained with it travel as one ZIP: shown there, never run."""

import hashlib
import io
import json
import stat
import sys
import zipfile

import pytest

from tests.kit.small import TINY
from transformer import registry, variants
from transformer.runs import Run, RunConfig, layers, runs
from transformer.runs import trained as from_run
from transformer.runs.archive import ArchiveError, pack, unpack
from transformer.training.settings import Settings

SOURCE = '''"""Mine."""

import sys

import torch
from torch import nn

from transformer.attention import MultiHeadAttention
from transformer.registry import variant

sys.travelled = getattr(sys, "travelled", 0) + 1


@variant("attention", "travels")
class Travels(MultiHeadAttention):
    """With a number of its own."""

    def __init__(self, *sizes, **named):
        super().__init__(*sizes, **named)
        self.warm = nn.Parameter(torch.ones(3))

    def scale(self, scores, d_k):
        return super().scale(scores, d_k) * self.warm.mean()
'''


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A machine that has the layer, and one that has not: folders for own layers."""
    folder = tmp_path / "variants"
    folder.mkdir()
    monkeypatch.setattr(variants, "FOLDER", folder)
    yield folder / "my_travels.py"
    registry.LAYERS["attention"].pop("travels", None)
    if hasattr(sys, "travelled"):
        del sys.travelled


def put_in_place(file) -> None:
    file.write_text(SOURCE, encoding="utf-8")
    exec(compile(SOURCE, str(file), "exec"), {"__name__": "transformer.variants.my_travels"})


@pytest.fixture
def parts(here, tmp_path) -> dict[str, bytes]:
    """The ZIP of a run with that layer, as it arrives at somebody who does not have it."""
    put_in_place(here)
    config = RunConfig("copy", Settings(steps=2), {**TINY, "attention": "travels"})
    run = Run.create(config, tmp_path / "there")
    list(run.train())
    pack(run, file := io.BytesIO())
    here.unlink()
    registry.LAYERS["attention"].pop("travels")
    del sys.travelled
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: dict, double: str = "") -> io.BytesIO:
    with zipfile.ZipFile(file := io.BytesIO(), "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
        if double:
            with pytest.warns(UserWarning):
                archive.writestr(double, b"again = 1\n")
    return file


def test_the_source_comes_with_the_run_and_nothing_of_it_runs(parts, here, tmp_path):
    assert parts["layers/my_travels.py"].decode() == SOURCE
    run = unpack(zipped(parts), tmp_path / "runs")
    assert not hasattr(sys, "travelled"), "no line of it ran"
    assert not here.exists() and "travels" not in registry.LAYERS["attention"]
    (source,) = layers.sources(run)
    assert (source.text, source.lines) == (SOURCE, len(SOURCE.splitlines()))
    assert source.destination == "transformer/variants/my_travels.py" and len(source.checksum) == 64


def test_without_its_layer_a_run_is_listed_and_told_by_its_curve(parts, tmp_path):
    run = unpack(zipped(parts), tmp_path / "runs")
    assert [one.folder for one in runs(tmp_path / "runs")] == [run.folder]
    assert run.card["sizes"]["attention"] == "travels" and run.state() == "done"
    assert [event["step"] for event in run.events()] == [1, 2] and len(run.checkpoints()) > 1
    with pytest.raises(layers.NotInPlace) as told:
        from_run.load(run, 2)
    for words in (
        "attention “travels”",
        "was not executed",
        f"{run.name}/layers/my_travels.py to transformer/variants",
    ):
        assert words in str(told.value)


def test_put_in_place_by_hand_it_can_be_looked_into(parts, here, tmp_path):
    run = unpack(zipped(parts), tmp_path / "runs")
    put_in_place(here)
    model = from_run.load(run, 2).model
    assert model.encoder.layers[0].self_attention.warm.shape == (3,)
    again = unpack(zipped(parts), tmp_path / "runs")  # now its shapes are known, and checked
    assert from_run.load(again, 2).model
    pack(run, file := io.BytesIO())
    with zipfile.ZipFile(file) as archive:
        assert archive.read("layers/my_travels.py").decode() == SOURCE


def test_the_checksum_is_that_of_the_file(parts, tmp_path):
    data = SOURCE.replace("\n", "\r\n").encode()  # as some editors save it
    run = unpack(zipped({**parts, "layers/my_travels.py": data}), tmp_path / "runs")
    (source,) = layers.sources(run)
    assert source.checksum == hashlib.sha256(data).hexdigest()


def test_a_file_of_ones_own_that_cannot_be_read(parts, here, tmp_path, monkeypatch):
    """One that is not needed keeps no archive out; the one that is needed is not called missing."""

    def broken(kind, name):
        raise NameError("name 'tensor' is not defined")

    monkeypatch.setattr(layers, "find", broken)
    run = unpack(zipped(parts), tmp_path / "runs")
    with pytest.raises(layers.NotInPlace):
        from_run.load(run, 2)
    here.write_text(SOURCE, encoding="utf-8")
    with pytest.raises(NameError):
        from_run.load(run, 2)


def test_a_layer_that_did_not_come_along_is_asked_for(parts, tmp_path):
    rest = {name: data for name, data in parts.items() if not name.startswith("layers/")}
    with pytest.raises(ArchiveError, match="no attention is called 'travels'"):
        unpack(zipped(rest), tmp_path / "runs")


@pytest.mark.parametrize(
    "name",
    ["layers/../my_x.py", "/layers/my_x.py", "layers/x.py", "layers/my_x.so", "layers/MY_x.py",
     "layers/my_x/my_y.py", "../transformer/variants/my_x.py", "layers/my_.py", "my_x.py", "layers/my_x.py\n"],
)  # fmt: skip
def test_other_names_are_refused(parts, tmp_path, name):
    with pytest.raises(ArchiveError, match="not part of a run"):
        unpack(zipped({**parts, name: b"x = 1\n"}), tmp_path / "runs")
    assert list((tmp_path / "runs").iterdir()) == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe\x00", "not UTF-8 text"),
        (b"x = 1\x00", "invisible character U\\+0000"),
        ("x = '\u202e'".encode(), "invisible character U\\+202E"),  # reverses the line
        (b"\x1b[2J", "invisible character U\\+001B"),
        (b"#" * (layers.MOST_BYTES + 1), "too large"),
    ],
)
def test_what_is_no_text_to_be_read_is_refused(parts, tmp_path, data, said):
    with pytest.raises(ArchiveError, match=said):
        unpack(zipped({**parts, "layers/my_travels.py": data}), tmp_path / "runs")
    assert list((tmp_path / "runs").iterdir()) == []


def test_links_doubles_and_too_many_are_refused(parts, tmp_path):
    with pytest.raises(ArchiveError, match="twice, as a link"):
        unpack(zipped(parts, double="layers/my_travels.py"), tmp_path / "runs")
    link = zipfile.ZipInfo("layers/my_travels.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    rest = {name: data for name, data in parts.items() if not name.startswith("layers/")}
    with pytest.raises(ArchiveError, match="twice, as a link"):
        unpack(zipped({**rest, link: b"/etc/passwd"}), tmp_path / "runs")
    many = {f"layers/my_{n}.py": b"x = 1\n" for n in range(layers.MOST_FILES + 1)}
    with pytest.raises(ArchiveError, match="at most 8"):
        unpack(zipped({**rest, **many}), tmp_path / "runs")


def test_a_frame_nobody_can_check_still_holds_numbers_only(parts, tmp_path):
    from safetensors.torch import load, save

    name = max(name for name in parts if name.startswith("frames/"))
    for change in ({"other": "model.x"}, {"model.x y": "number"}):
        state = load(parts[name])
        state |= {new: state.get(old, state["number"]).clone() for new, old in change.items()}
        with pytest.raises(ArchiveError, match="which no model has"):
            unpack(zipped({**parts, name: save(state)}), tmp_path / "runs")
    card = json.loads(parts["card.json"])
    assert card["sizes"]["attention"] == "travels"
