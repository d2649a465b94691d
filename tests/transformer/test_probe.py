"""Probes name what passes, show it, change it, and leave nothing behind."""

import math
import threading

import pytest
import torch
from torch import nn

from transformer.config import TransformerConfig
from transformer.diagnosis.nonfinite import first_nonfinite
from transformer.model import Transformer
from transformer.probe import Probe, probes, record, replace

# Every axis has a size of its own, so that a probe with a wrong name for an axis is found.
SIZES = {
    "batch": 2,
    "head": 3,
    "source": 5,
    "target": 7,
    "d_model": 12,
    "d_k": 4,
    "d_v": 4,
    "d_ff": 17,
    "vocabulary": 11,
}
WEIGHTS = "encoder.layers.0.self_attention.weights"


@pytest.fixture
def model():
    torch.manual_seed(0)
    config = TransformerConfig(
        9, 11, d_model=12, d_ff=17, encoder_layers=2, decoder_layers=2, self_heads=3, cross_heads=3
    )
    return Transformer(config).eval()


@pytest.fixture
def batch():
    torch.manual_seed(1)
    return torch.randint(4, 9, (2, 5)), torch.randint(4, 11, (2, 7))


def test_axes_are_what_the_probe_says(model, batch):
    with record(model) as trace:
        model(*batch)
    assert set(trace.names()) == set(probes(model)), "every probe must run"
    for name in trace.names():
        side = "source" if name.startswith(("encoder", "source")) else "target"
        keys = "source" if "cross_attention" in name else side
        sizes = SIZES | {"position": SIZES[side], "query": SIZES[side], "key": SIZES[keys]}
        shape = tuple(sizes[axis] for axis in trace.axes[name].split())
        assert trace.one(name).shape == shape, f"{name} says {trace.axes[name]}"


def test_record_names_the_line_that_made_the_value(model, batch):
    with record(model) as trace:
        model(*batch)
    line = trace.lines[WEIGHTS]
    assert line.file == "transformer/attention.py"
    assert "self.weights(" in line.code


def test_a_layer_that_runs_twice_shows_both(model, batch):
    with record(model) as trace:
        model(*batch)
        model(*batch)
    assert len(trace[WEIGHTS]) == 2
    with pytest.raises(ValueError, match="2 times"):
        trace.one(WEIGHTS)


class Backwards(nn.Module):
    """Its probes are made in another order than they run in."""

    def __init__(self):
        super().__init__()
        self.root, self.less = Probe("n"), Probe("n")

    def forward(self, x):
        for _ in range(3):
            x = self.root(self.less(x - 1).sqrt())
        return x


def test_names_come_in_the_order_of_the_run():
    with record(layer := Backwards()) as trace:
        layer(torch.tensor([5.0]))
    assert trace.names() == ["less", "root"]


def test_of_layers_that_run_again_and_again_the_first_value_that_is_no_number_is_found():
    with record(layer := Backwards()) as trace:
        layer(torch.tensor([2.5]))  # 1.5 1.22  0.22 0.47  −0.53 NaN
        layer(torch.tensor([math.nan]))
    assert first_nonfinite(trace) == "root"


def test_a_value_with_other_axes_than_its_probe_names_is_refused_with_the_line(model):
    layer, x = model.encoder.layers[0].self_attention, torch.ones(1, 5, 12)
    layer.scale = lambda scores, d_k: layer.scaled(scores.squeeze(0))
    with record(layer) as trace:
        layer(x, x)
    with pytest.raises(ValueError, match="axes are batch head query key") as refused:
        trace.one("weights")  # made of it
    assert refused.value.probe == "scaled"
    assert "(3, 5, 5) at" in str(refused.value) and "test_probe.py" in str(refused.value)


def test_writing_back_the_same_value_changes_no_bit(model, batch):
    before = model(*batch)
    with replace(model, {name: lambda value: value.clone() for name in probes(model)}):
        assert torch.equal(model(*batch), before)


def test_replace_changes_the_output_and_is_undone(model, batch):
    before = model(*batch)
    with pytest.raises(RuntimeError, match="on purpose"):
        with replace(model, {WEIGHTS: torch.zeros_like}):
            assert not torch.allclose(model(*batch), before)
            raise RuntimeError("on purpose")
    assert torch.equal(model(*batch), before)


@pytest.mark.parametrize("inner_first", [True, False])
def test_record_sees_what_the_model_uses(model, batch, inner_first):
    zeros = replace(model, {WEIGHTS: torch.zeros_like})
    if inner_first:
        with record(model) as trace, zeros:
            model(*batch)
    else:
        with zeros, record(model) as trace:
            model(*batch)
    assert trace.one(WEIGHTS).abs().sum() == 0
    assert trace.one("encoder.layers.0.self_attention.head_output").abs().sum() == 0


def test_an_unknown_name_lists_the_valid_ones(model):
    with pytest.raises(KeyError, match=f"(?s)no hook is called “weight”.*{WEIGHTS}"):
        with record(model, "weight"):
            pass
    with pytest.raises(KeyError, match="no hook is called “weight”"):
        with replace(model, {"weight": torch.zeros_like}):
            pass


def test_a_replacement_of_another_shape_is_refused(model, batch):
    with pytest.raises(ValueError, match="must have the shape"):
        with replace(model, {WEIGHTS: lambda value: value[..., :1]}):
            model(*batch)


def test_probes_add_nothing_to_the_weights_file(model):
    parameters = {name for name, _ in model.named_parameters()}
    assert set(model.state_dict()) == parameters


def test_two_threads_do_not_see_each_other(model, batch):
    """Two people share one model: what one changes or records must not reach the other."""
    inside, done = threading.Event(), threading.Event()

    def other():
        with replace(model, {WEIGHTS: torch.zeros_like}):
            inside.set()
            done.wait(10)

    before = model(*batch)
    thread = threading.Thread(target=other)
    thread.start()
    inside.wait(10)
    try:
        assert torch.equal(model(*batch), before)
    finally:
        done.set()
        thread.join()


def test_the_line_is_the_one_that_stands_in_the_file_now(tmp_path):
    """A student edits a layer and runs it again in the same notebook."""
    file = tmp_path / "layer.py"
    seen = []
    for code in ("probe(x + 1)", "probe(x * 2)"):
        file.write_text(f"def run(probe, x):\n    return {code}\n")
        space = {}
        exec(compile(file.read_text(), str(file), "exec"), space)
        model = torch.nn.ModuleDict({"probe": Probe("number")})
        with record(model) as trace:
            space["run"](model["probe"], torch.ones(1))
        seen.append(trace.lines["probe"].code)
    assert seen == ["return probe(x + 1)", "return probe(x * 2)"]
