"""The PyTorch of the tab (packages/numpy_torch) beside PyTorch itself: the same training, the same counts."""

import json

import pytest
from safetensors.torch import save_file

from tests.web import copy_losses
from tests.web.apart import INTEL, furthest, in_the_tab


def test_a_training_of_copy_goes_the_same_way():
    """30 steps with dropout: the same batches, the same lots, losses that differ by rounding (5e-7 was the most)."""
    found = json.loads(in_the_tab(copy_losses.__file__))
    if INTEL:
        pytest.skip("on Intel's processors PyTorch draws dropout with another generator")
    assert furthest(copy_losses.losses(copy_losses.started()), found) < 5e-6


def test_a_training_that_stopped_goes_on_on_the_other_side(tmp_path):
    """Weights, what the optimiser remembers, and the states of both generators mean the same there."""
    training = copy_losses.started()
    copy_losses.losses(training, 3)
    save_file(training.state(), tmp_path / "state.safetensors")
    found = json.loads(in_the_tab(copy_losses.__file__, tmp_path / "state.safetensors"))
    if INTEL:
        pytest.skip("on Intel's processors PyTorch draws dropout with another generator")
    assert furthest(copy_losses.losses(training, 3), found) < 5e-6


COUNTED = """
import json
from transformer.measure.cost import counting, sizes
from lessons.your_layer.measure import layer_cost

model = layer_cost._model("attention", "standard")
print(json.dumps({
    "kept": layer_cost._kept(model, lambda: layer_cost._loss(model)),
    "GPT-3": sizes.multiply_adds(sizes.PUBLISHED["GPT-3"][1]),
    "BERT": sizes.bert_base(),
    "layers": [counting.count_multiply_adds(kind, 6, 8, 3, 3) for kind in ("attention", "gru", "convolution", "restricted")],
}))
"""


def test_what_is_counted_of_a_model_is_the_same(capsys):
    """Multiplications, parameters without memory (device "meta"), and bytes that wait for the way back; of these
    PyTorch keeps one number more, the count of words in a loss."""
    found = json.loads(in_the_tab("-c", COUNTED))
    exec(COUNTED, {})
    right = json.loads(capsys.readouterr().out)
    assert found == {**right, "kept": right["kept"] - 4}
