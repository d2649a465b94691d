"""Where NaN first comes up in a model is found and named."""

import torch

from lessons.attention.measure.nonfinite import first_nonfinite
from transformer.weights import load


def test_the_first_probe_and_its_line_are_named():
    model = load("reverse").model
    source = torch.tensor([[4, 5, 6]])
    assert first_nonfinite(model, source) is None
    with torch.no_grad():
        model.encoder.layers[0].self_attention.W_V.weight[0, 0] = float("nan")
    probe, line = first_nonfinite(model, source)
    assert probe == "encoder.layers.0.self_attention.value"
    assert line.file == "transformer/attention.py" and "value" in line.code


def test_what_is_computed_first_is_blamed_not_what_is_made_first():
    """Attention is made before the LayerNorm that it reads."""
    model = load("reverse").model
    model.encoder.layers[0].attention_residual.norm.eps = -10.0
    probe, line = first_nonfinite(model, torch.tensor([[4, 5, 6]]))
    assert probe == "encoder.layers.0.attention_residual.normed"
    assert line.file == "transformer/layers.py" and "self.normed(" in line.code
