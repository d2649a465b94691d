"""Attention classes of courses and other projects are used as they are."""

import warnings

import pytest
import torch
from torch import nn

from tests.kit import course_layers
from transformer import variants, weights
from transformer.config import TransformerConfig
from transformer.contracts import layer_checks
from transformer.contracts.words import as_text
from transformer.decoding import greedy
from transformer.families import GPT, GPTConfig
from transformer.model import Transformer
from transformer.objectives.maps import CROSS
from transformer.probe import record, replace
from transformer.registry import LAYERS
from transformer.training.command import main as train
from transformer.variants.adapt import NO_WEIGHTS, adapt
from transformer.vocabulary import PAD

SIZES = {"d_model": 16, "d_ff": 32, "decoder_layers": 1, "self_heads": 2, "max_length": 32}
SOURCE = torch.tensor([[5, 6, 7, 8, 9], [9, 5, 6, PAD, PAD]])
TARGET = torch.tensor([[2, 6, 7, 8], [2, 5, 9, 7]])


@pytest.fixture(autouse=True)
def forgotten(monkeypatch):
    variants.broken()  # reads all files first, so that no layer of theirs is forgotten
    monkeypatch.setitem(LAYERS, "attention", dict(LAYERS["attention"]))


@pytest.mark.parametrize("course", course_layers.LAYERS)
def test_it_keeps_the_contracts(course):
    adapt("course", course_layers.LAYERS[course])
    found = layer_checks("attention", "course")
    assert not [as_text(check) for check in found if check.state == "red"]
    states = {check.name: check.state for check in found}
    assert states["rows sum to one"] == states["no future leak"] == "green"
    assert states["cached equals full"] == "grey"


@pytest.mark.parametrize("course", course_layers.LAYERS)
def test_its_weights_are_in_the_probe_of_the_map(course):
    layer = adapt("course", course_layers.LAYERS[course])
    model = Transformer(TransformerConfig(12, 12, attention="course", encoder_layers=1, **SIZES))
    with record(model.eval()) as trace:
        model(SOURCE, TARGET)
    maps = ["encoder.layers.0.self_attention", "decoder.layers.0.self_attention"]
    maps += [] if layer.self_only else ["decoder.layers.0.cross_attention"]
    for path in maps:
        shown = trace.one(f"{path}.weights")  # (batch, head, query, key)
        torch.testing.assert_close(shown.sum(-1), torch.ones(shown.shape[:-1]))
        if not layer.self_only:
            hidden = shown[1, :, :, 3:] if path != maps[1] else shown[0, :, 0, 1:]
            assert not hidden.any()
    assert greedy(model, SOURCE, 4).shape[0] == 2
    for name, same in (("one head", False), ("one head by hand", True)):
        if course == name:  # a returned tuple only shows the weights; a softmax also takes new ones
            zeros = {f"{maps[0]}.weights": torch.zeros_like}
            with replace(model, zeros):
                assert torch.equal(model(SOURCE, TARGET), model(SOURCE, TARGET))
            before = model(SOURCE, TARGET)
            with replace(model, zeros):
                assert torch.equal(model(SOURCE, TARGET), before) == same


MEANINGS = {
    "True = may attend": lambda s, mask: s.masked_fill(~mask, -1e9),
    "True = hide": lambda s, mask: s.masked_fill(mask, -1e9),
    "−∞ = hide": lambda s, mask: s + mask,
    "1 = may attend": lambda s, mask: s - (1 - mask) * 1e9,
    "1 = hide": lambda s, mask: s - mask * 1e9,
}
AXES = {
    "(batch, 1, query, key)": lambda mask: mask,
    "(batch, query, key)": lambda mask: mask.unsqueeze(1),
    "(batch · head, query, key)": lambda mask: mask.unflatten(0, (-1, 2)),
}


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("meaning", MEANINGS)
def test_each_convention_is_found(meaning, axes):
    class Rule(course_layers.OneHead):
        def forward(self, x, memory, mask):
            q, k, v = (t.unflatten(-1, (2, -1)).transpose(1, 2) for t in (x, memory, memory))
            scores = MEANINGS[meaning](q @ k.mT, AXES[axes](mask))  # (batch, head, query, key)
            return (scores.softmax(-1) @ v).transpose(1, 2).flatten(2)

    layer = adapt("course", Rule)(16, 2)
    x, memory = torch.randn(3, 4, 16), torch.randn(3, 6, 16)
    mask = torch.rand(3, 1, 4, 6) < 0.5  # with gaps
    with record(layer, "weights") as trace:
        layer(x, memory, mask)
    allowed = mask | ~mask.any(-1, keepdim=True)
    q, k = (t.unflatten(-1, (2, -1)).transpose(1, 2) for t in (x, memory))
    expected = (q @ k.mT).masked_fill(~allowed, -torch.inf).softmax(-1)
    expected = expected.masked_fill(~mask.any(-1, keepdim=True), 0)  # a fully masked row
    torch.testing.assert_close(trace.one("weights"), expected)


def test_nothing_is_watched_in_training():
    """Watching costs a Python call for each operation."""
    adapt("course", course_layers.OneHead)
    model = GPT(GPTConfig(12, attention="course", **SIZES))
    with record(model, "logits") as trace:
        model(TARGET)
    assert trace.names() == ["logits"]


def test_a_layer_whose_weights_are_not_found_is_used_and_says_what_to_do():
    with pytest.warns(UserWarning) as found:
        adapt("course", course_layers.WeightsHidden)
    assert [str(one.message) for one in found] == [NO_WEIGHTS.format(name="WeightsHidden")]
    states = {check.name: check.state for check in layer_checks("attention", "course")}
    assert "red" not in states.values()
    model = Transformer(TransformerConfig(12, 12, attention="course", encoder_layers=1, **SIZES))
    with record(model) as trace:
        model(SOURCE, TARGET)
    with pytest.raises(ValueError, match="cross_attention.weights received no weights"):
        CROSS.weights(trace, CROSS.layers(model)[0])


class SeesAll(course_layers.FusedCausal):
    def mixed(self, q, k, v):
        return (q @ k.mT).softmax(-1) @ v


class Unused(course_layers.OneHead):
    def forward(self, q, k, v, mask):
        return (q @ k.mT).softmax(-1) @ v


class Wide(course_layers.OneHead):
    def forward(self, q, k, v, mask):
        return torch.cat((q, q), dim=-1)


class FourInputs(course_layers.OneHead):
    def forward(self, q, k, v, w, mask):
        return q


class Buggy(course_layers.OneHead):
    def forward(self, q, k, v, mask):
        return q @ k.transposed(1, 2) @ v


WRONG = {
    "no mask": (lambda d, h, p: SeesAll(course_layers.small(d, h)), "SeesAll .* has no mask"),
    "unused mask": (Unused, "other words than the allowed ones change"),
    "another width": (Wide, r"forward returned \(3, 5, 32\)"),
    "too much": (FourInputs, r"forward takes \(q, k, v, w, mask\)"),
    "position first": (nn.MultiheadAttention, "Build it with batch_first=True"),
    "a bug": (Buggy, "has no attribute 'transposed'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_adapted_is_refused_with_the_reason(case):
    build, says = WRONG[case]
    with pytest.raises((ValueError, AttributeError), match=says):
        adapt("course", build)
    assert "course" not in LAYERS["attention"]


def test_a_mask_of_this_package_is_used_or_refused():
    adapt("course", course_layers.LAYERS["four linears"])
    adapt("without", course_layers.LAYERS["a context length"])
    config = GPTConfig(12, attention="course", mask="first_and_near", **SIZES)
    with record(model := GPT(config), "decoder.layers.0.self_attention.weights") as trace:
        model(torch.cat((TARGET, TARGET), dim=1))
    (shown,) = trace["decoder.layers.0.self_attention.weights"]
    assert not shown[:, :, 6, 1:4].any() and shown[:, :, 6, 0].all()
    with pytest.raises(ValueError, match="FirstAndNear would have no effect, .* ContextLength"):
        GPT(GPTConfig(12, attention="without", mask="first_and_near", **SIZES))


def test_random_numbers_are_left_alone():
    torch.manual_seed(0)
    expected = torch.rand(1)
    torch.manual_seed(0)
    adapt("course", course_layers.OneHead)
    assert torch.rand(1) == expected


@pytest.mark.slow
def test_it_trains_and_writes_what_it_has_learned(tmp_path):
    adapt("course", course_layers.LAYERS["four linears"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        words = "reverse --set attention=course --steps 600 --threads 1 --save-as my_course"
        train([*words.split(), "--out", str(tmp_path)])
    card = weights.load_card("my_course", tmp_path)
    assert card["held_out"]["exact_match"] > 0.5  # 0.891 to 0.999 with the seeds 0 to 3
