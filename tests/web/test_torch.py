"""The PyTorch of the tab (web/python/torch) beside PyTorch itself: the same expressions, draws and training."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from tests.web import copy_losses, torch_draws, torch_operations
from tests.web.apart import furthest, in_the_tab

# Of rounding: 32 bits hold 1.2e-7, 64 hold 2.2e-16. The furthest of all expressions was 1.1e-6 and
# 1.6e-15; another processor adds up in another order.
BOUNDS = {"float32": 1e-5, "float64": 1e-13}
INTEL = "GenuineIntel" in (p.read_text() if (p := Path("/proc/cpuinfo")).exists() else "")
# There torch asks Intel's library for lots.
OF_INTEL = ("dropout", "multinomial", "exponential", "bernoulli_")


def differences(right, found):
    """A line for each array that is not there, of another kind, or further away than rounding."""
    for name in right.keys() ^ found.keys():
        yield f"{name}: only one of the two has it; {right.get(name, found.get(name))}"
    for name in right.keys() & found.keys():
        one, other = right[name], found[name]
        if name.endswith("|error") or (one.dtype.kind == "U" and one != other):
            yield f"{name}: {one}, in the tab {other}"
        elif one.shape != other.shape or one.dtype != other.dtype:
            yield f"{name}: {one.dtype} {one.shape} {one if one.ndim == 0 else ''}, in the tab {other.dtype} {other.shape}"
        bound = BOUNDS["float32" if "float32" in f"{name}{one.dtype}" else "float64"]
        if one.dtype.kind in "fiub" and one.shape == other.shape and furthest(one, other) > bound:
            yield f"{name}: {furthest(one, other):.1e} away"


@pytest.mark.filterwarnings("ignore:Implicit dimension")
def test_every_operation_and_its_gradient(tmp_path):
    in_the_tab(torch_operations.__file__, tmp_path / "found.npz")
    found = dict(np.load(tmp_path / "found.npz"))
    torch.set_printoptions(profile="default")  # a notebook that ran in this process may have others
    right = torch_operations.every()
    assert len(right) > 1300
    assert not list(differences(right, found))


def test_a_wrong_rule_is_seen():
    right = {"x|torch.float32|x": np.ones(2, np.float32), "y|torch.float64|y": np.ones(2)}
    wrong = {
        "x|torch.float32|x": np.array([1, 1.00001], np.float32),
        "y|torch.float64|y": np.ones(2, np.float32),
    }
    assert len(list(differences(right, wrong))) == 2


def test_the_same_seeds_give_the_same_lots(tmp_path):
    in_the_tab(torch_draws.__file__, tmp_path / "found.npz")
    found = np.load(tmp_path / "found.npz")
    for text, right in torch_draws.draws():
        if not (INTEL and any(name in text for name in OF_INTEL)):
            assert furthest(right, found[text]) < 5e-6, text


REFUSED = """
import torch
from torch.refusal import NotInTheTab

x = torch.ones(2, 2, requires_grad=True)
for text in TEXTS:
    try:
        eval(text)
    except NotInTheTab as error:
        assert "is not supported by the PyTorch in this tab" in str(error) and "make app" in str(error), error
        print(text)
"""
TEXTS = (
    "torch.fft", "torch.svd(x)", "x.cholesky()", "torch.nn.LSTM", "torch.optim.LBFGS", "torch.nn.functional.ctc_loss",
    "torch.linalg.svd(x)", "torch.quantile(x, 0.5)", "torch.autograd.grad(x.sum(), x, create_graph=True)",
    "torch.einsum('ii->i', x)", "torch.device('cuda')", "torch.special.entr(x)", "torch.zeros(2, device='meta').sort()",
    "torch.meshgrid(x[0], x[1])", "torch.cartesian_prod(x[0])", "torch.linalg.norm(x, 2)", "torch.Generator('cuda')",
    "(x * 0).prod().backward()", "x.norm(torch.inf).backward()", "torch.nn.Embedding(3, 2, padding_idx=0)",
    "torch.stack([torch.zeros(2, device='meta')] * 2)", "torch.nn.MultiheadAttention(2, 1)(x, x, x)",
)  # fmt: skip


def test_what_it_lacks_it_says():
    """Never a gradient that is silently missing: an operation without a rule raises where one is asked for."""
    said = in_the_tab("-c", REFUSED.replace("TEXTS", repr(TEXTS)))
    assert said.splitlines() == list(TEXTS)


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


def test_a_state_of_the_generator_goes_to_the_other_side(tmp_path):
    """A training that stopped in one goes on in the other: bytes of a state mean the same."""
    torch.manual_seed(3)
    torch.rand(5), torch.randn(3)
    np.save(tmp_path / "state.npy", torch.get_rng_state().numpy())
    goes_on = (
        "import sys, numpy as np, torch; torch.set_rng_state(torch.from_numpy(np.load(sys.argv[1])))\n"
        "np.save(sys.argv[1], torch.cat([torch.rand(700), torch.randn(2)]).numpy())"
    )
    in_the_tab("-c", goes_on, tmp_path / "state.npy")
    right = torch.cat([torch.rand(700), torch.randn(2)])
    assert furthest(right.numpy(), np.load(tmp_path / "state.npy")) < 5e-6


COUNTED = """
import json
from transformer.measure.cost import counting, sizes
from transformer.measure.training import layer_cost

model = layer_cost._model("attention", "standard")
print(json.dumps({
    "kept": layer_cost._kept(model, lambda: layer_cost._loss(model)),
    "GPT-3": sizes.multiply_adds(sizes.PUBLISHED["GPT-3"][1]),
    "BERT": sizes.bert_base(),
    "layers": [counting.counted(kind, 6, 8, 3, 3) for kind in ("attention", "gru", "convolution", "restricted")],
}))
"""


def test_what_is_counted_of_a_model_is_the_same(capsys):
    """Multiplications, parameters without memory (device "meta"), and bytes that wait for the way back; of these
    PyTorch keeps one number more, the count of words in a loss."""
    found = json.loads(in_the_tab("-c", COUNTED))
    exec(COUNTED, {})
    right = json.loads(capsys.readouterr().out)
    assert found == {**right, "kept": right["kept"] - 4}
