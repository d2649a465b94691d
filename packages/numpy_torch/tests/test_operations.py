"""numpy_torch beside PyTorch: the same expressions, draws and refusals."""

import os
import subprocess
import sys
from pathlib import Path

import draws
import numpy as np
import numpy_torch
import operations
import pytest
import torch

# Of rounding: 32 bits hold 1.2e-7, 64 hold 2.2e-16. The furthest of all expressions was 1.1e-6 and
# 1.6e-15; another processor adds up in another order.
BOUNDS = {"float32": 1e-5, "float64": 1e-13}
INTEL = "GenuineIntel" in (p.read_text() if (p := Path("/proc/cpuinfo")).exists() else "")
# There torch asks Intel's library for lots.
OF_INTEL = ("dropout", "multinomial", "exponential", "bernoulli_")


INSTEAD = """
import runpy, sys
import numpy_torch

numpy_torch.use()
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def with_numpy_torch(program, *arguments):
    """Run a file with numpy_torch in the place of torch; return its output."""
    place = {"PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", INSTEAD, *map(str, (program, *arguments))]
    done = subprocess.run(command, env=os.environ | place, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def furthest(one, other):
    """The largest difference of two arrays, relative to the larger of 1 and the number."""
    one, other = np.asarray(one, np.float64), np.asarray(other, np.float64)
    with np.errstate(all="ignore"):
        same = (one == other) | (np.isnan(one) & np.isnan(other))
        gap = np.where(same, 0, np.abs(one - other) / np.maximum(1, np.abs(one)))
    return float(np.nan_to_num(gap, nan=np.inf).max(initial=0))


def differences(right, found):
    """A line for each array that is not there, of another kind, or further away than rounding."""
    for name in right.keys() ^ found.keys():
        yield f"{name}: only one of the two has it; {right.get(name, found.get(name))}"
    for name in right.keys() & found.keys():
        one, other = right[name], found[name]
        if name.endswith("|error") or (one.dtype.kind == "U" and one != other):
            yield f"{name}: {one}, in numpy_torch {other}"
        elif one.shape != other.shape or one.dtype != other.dtype:
            yield f"{name}: {one.dtype} {one.shape} {one if one.ndim == 0 else ''}, in numpy_torch {other.dtype} {other.shape}"
        bound = BOUNDS["float32" if "float32" in f"{name}{one.dtype}" else "float64"]
        if one.dtype.kind in "fiub" and one.shape == other.shape and furthest(one, other) > bound:
            yield f"{name}: {furthest(one, other):.1e} away"


@pytest.mark.filterwarnings("ignore:Implicit dimension")
def test_every_operation_and_its_gradient(tmp_path):
    with_numpy_torch(operations.__file__, tmp_path / "found.npz")
    found = dict(np.load(tmp_path / "found.npz"))
    torch.set_printoptions(profile="default")  # a notebook that ran in this process may have others
    right = operations.every()
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
    with_numpy_torch(draws.__file__, tmp_path / "found.npz")
    found = np.load(tmp_path / "found.npz")
    for text, right in draws.draws():
        if not (INTEL and any(name in text for name in OF_INTEL)):
            assert furthest(right, found[text]) < 5e-6, text


TEXTS = (
    "torch.fft", "torch.svd(x)", "x.cholesky()", "torch.nn.LSTM", "torch.optim.LBFGS", "torch.nn.functional.ctc_loss",
    "torch.linalg.svd(x)", "torch.quantile(x, 0.5)", "torch.autograd.grad(x.sum(), x, create_graph=True)",
    "torch.einsum('ii->i', x)", "torch.device('cuda')", "torch.special.entr(x)", "torch.zeros(2, device='meta').sort()",
    "torch.meshgrid(x[0], x[1])", "torch.cartesian_prod(x[0])", "torch.linalg.norm(x, 2)", "torch.Generator('cuda')",
    "(x * 0).prod().backward()", "x.norm(torch.inf).backward()", "torch.nn.Embedding(3, 2, padding_idx=0)",
    "torch.stack([torch.zeros(2, device='meta')] * 2)", "torch.nn.MultiheadAttention(2, 1)(x, x, x)",
)  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_what_it_lacks_it_says(text):
    """A gradient is never silently missing: an operation without a rule raises an error if one is needed."""
    x = numpy_torch.ones(2, 2, requires_grad=True)
    with pytest.raises(numpy_torch.NotSupported, match="is not supported by .*with PyTorch"):
        eval(text, {"torch": numpy_torch, "x": x})


def test_a_state_of_the_generator_is_that_of_torch():
    """A training run that stopped with one continues with the other: the bytes of a state mean the same."""
    torch.manual_seed(3)
    torch.rand(5), torch.randn(3)
    numpy_torch.set_rng_state(numpy_torch.from_numpy(torch.get_rng_state().numpy()))
    right, drawn = (one.cat([one.rand(700), one.randn(2)]).numpy() for one in (torch, numpy_torch))
    assert furthest(right, drawn) < 5e-6
