"""What a page opens with is kept when the site is built, and read again in a tab: data, and nothing that does anything."""

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
import torch

from lessons.host import host, shared_cache, wire
from lessons.kit.encoded_text import EncodedText
from transformer.measure.attention.touch import Row
from web.tab import records, saved_results
from web.tab.host import Tab


@dataclass(frozen=True)
class Foreign:
    number: int


DATA = [EncodedText("a b", ("a", "b"), (4, 5), ()), np.arange(6.0).reshape(2, 3), {"a": {1, 2}, (1, "b"): b"c"},
        Row("encoder.layers.0.self_attention", 1, 2)]  # fmt: skip


@pytest.mark.parametrize("value", DATA, ids=lambda value: type(value).__name__)
def test_data_comes_back(value):
    again = records.read(records.pack([value]))[0]
    assert type(again) is type(value) and str(again) == str(value)


@pytest.mark.parametrize("value", [Foreign(1), torch.ones(1), torch.nn.Linear(1, 1), Counter("a"), len, np.array([None])],
                         ids=lambda value: type(value).__name__)  # fmt: skip
def test_what_is_not_our_data_is_refused_in_a_sentence(value):
    name = f"{type(value).__module__}.{type(value).__qualname__}"
    with pytest.raises(records.Unreadable, match=f"{re.escape(name)} is not data of this project"):
        records.pack({"a": [value]})


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("subprocess", "Popen"),
        ("web.tab.saved_results", "Recorder"),
        ("lessons.host.shared_cache", "threading"),  # a module of ours has imported it
        ("lessons.kit.encoded_text", "Vocabulary"),  # no data
        ("lessons.kit.prediction", "dataclass"),
    ],
)
def test_bytes_that_name_another_class_are_refused(module, name):
    """Whatever a file contains, nothing but data of ours is made from it."""
    described = {"module": module, "name": name, "fields": [["touch", "here"]]}
    foreign = wire.pack(object(), lambda _: described)
    with pytest.raises(records.Unreadable, match=f"{module}.{name} is not data"):
        records.read(foreign)


def test_what_is_quick_only_because_something_else_is_known_is_kept(monkeypatch, tmp_path):
    """A tab knows nothing yet; so the cost counts that a result would have there."""
    monkeypatch.setattr(saved_results, "LONG", 0.02)

    @shared_cache.shared_cache
    def model(name: str) -> object:
        saved_results.time.sleep(0.03)
        return object()  # which cannot be kept

    @shared_cache.shared_cache
    def layers(name: str) -> int:
        return len([model(name)])

    @shared_cache.shared_cache
    def title(name: str) -> str:
        return name

    kept = saved_results.Recorder()
    with kept.listening():
        model("a"), layers("a"), title("a")
    answers = records.read(kept.page())
    assert [name.rpartition(".")[2] for name, _ in answers] == ["layers"]

    (tmp_path / saved_results.FILE).write_bytes(records.pack(answers))
    monkeypatch.setattr(host, "_current", Tab())
    monkeypatch.setattr(saved_results, "results", {})
    saved_results.add_file(tmp_path / saved_results.FILE)
    assert layers.ready("a") and not title.ready("b") and not layers.ready("b")
    monkeypatch.setattr(saved_results, "edited", {"transformer/layers.py"})
    assert not host.current().has_prepared(layers.__wrapped__, ("a",)), (
        "whoever changed a layer has it computed"
    )
