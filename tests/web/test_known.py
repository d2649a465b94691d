"""What a page opens with is kept when the site is built, and read again in a tab: data, and nothing that does anything."""

import pickle
import subprocess

import numpy as np
import pytest

from lessons.host import shared
from lessons.kit.reading import Reading
from transformer.runs import Run
from web.tab import known


class Doing:
    def __reduce__(self):
        return subprocess.Popen, (["touch", "here"],)


DATA = [Reading("a b", ("a", "b"), (4, 5), ()), np.arange(6.0).reshape(2, 3), np.float32(0.5), {"a": {1, 2}}]  # fmt: skip


def test_data_comes_back_and_a_foreign_class_is_refused_in_a_sentence():
    for value in DATA:
        assert str(known.read(pickle.dumps(value, 4))) == str(value)
    for value, name in ((Doing(), "subprocess.Popen"), (Run("here"), r"transformer\.runs\S*\.Run"), (eval, "builtins.eval"),
                        (np.load, r"numpy\S*\.load"), (known.read, r"web\.tab\.known\.read")):  # fmt: skip
        with pytest.raises(pickle.UnpicklingError, match=f"{name} is not data of this project"):
            known.read(pickle.dumps(value, 4))


def test_a_way_through_a_module_of_ours_to_another_is_refused():
    """Protocol 4 names what stands inside what: `Popen` of a module that ours has imported."""
    foreign = b"\x80\x04\x8c\x0fweb.tab.known_x\x8c\x01x\x93."
    with pytest.raises(pickle.UnpicklingError, match=r"known_x\.x is not data"):
        known.read(foreign)
    through = b"\x80\x04\x8c\x13lessons.host.shared\x8c\x10threading.Thread\x93."
    with pytest.raises(pickle.UnpicklingError, match=r"threading\.Thread is not data"):
        known.read(through)


def test_what_is_quick_only_because_something_else_is_known_is_kept(monkeypatch, tmp_path):
    """A tab knows nothing yet; so the cost counts that a result would have there."""
    monkeypatch.setattr(known, "LONG", 0.02)

    @shared.shared
    def model(name: str) -> object:
        known.time.sleep(0.03)
        return object()  # which cannot be kept

    @shared.shared
    def layers(name: str) -> int:
        return len([model(name)])

    @shared.shared
    def title(name: str) -> str:
        return name

    kept = known.Known()
    with kept.listening():
        model("a"), layers("a"), title("a")
    answers = known.read(kept.page())
    assert [name.rpartition(".")[2] for name, _ in answers] == ["layers"]

    (tmp_path / known.FILE).write_bytes(pickle.dumps(answers))
    monkeypatch.setattr(shared._Result, "compute", shared._Result.compute)
    monkeypatch.setattr(shared, "brought", shared.brought)
    monkeypatch.setattr(known, "kept", {})
    known.use()
    known.take(tmp_path / known.FILE)
    assert layers.ready("a") and not title.ready("b") and not layers.ready("b")
    monkeypatch.setattr(known, "edited", {"transformer/layers.py"})
    assert not shared.brought(layers.__wrapped__, ("a",)), "whoever changed a layer has it computed"
