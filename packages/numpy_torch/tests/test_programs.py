"""Random programs do the same in PyTorch and in numpy_torch, or numpy_torch says that it lacks something."""

import os
import warnings

import programs
import pytest
import torch
from corrected import CORRECTED, REFUSED
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

COUNT = int(os.environ.get("PROGRAMS", "150"))


@given(st.data())
@settings(
    max_examples=COUNT, deadline=None, database=None, derandomize=COUNT == 150,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_random_programs_do_the_same(data):
    """`PROGRAMS=20000 pytest tests/test_programs.py` looks longer; each run then tries others."""
    lines = programs.program(lambda options: data.draw(st.sampled_from(options)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch warns of resized and deprecated things
        found = programs.difference(lines)
    assert not found, "\n".join([*lines, "", *found])


GRADIENTS = "w = torch.ones(2, requires_grad=True)\n"
SAME = {  # what students meet
    "a number of a vector is a view": "x = torch.arange(3.)\nx[0].fill_(9)",
    "a loop over a vector changes it": "x = torch.arange(3.)\n[v.mul_(2) for v in x]",
    "a swap without a copy": "x = torch.arange(3.)\nt = x[0]\nx[0] = x[1]\nx[1] = t",
    "a parameter seen through detach": GRADIENTS + "b = w[0].detach()\nw.sum().backward()\ntorch.optim.SGD([w], 1.0).step()",
    "a factor changed before backward": GRADIENTS + "c = torch.ones(2)\ny = (w * c).sum()\nc.add_(5)\ny.backward()",
    "an index changed before backward": GRADIENTS + "i = torch.tensor([0])\ny = w[i].sum()\ni.add_(1)\ny.backward()",
    "a mask changed before backward": GRADIENTS + "m = w > 5\ny = w.masked_fill(m, 0).sum()\nm.fill_(True)\ny.backward()",
    "a weight changed before backward": GRADIENTS + "y = (w * w).sum()\nwith torch.no_grad(): w.add_(1)\ny.backward()",
    "a step between forward and backward": GRADIENTS + "(w * w).sum().backward()\ny = (w * w).sum()\ntorch.optim.Adam([w]).step()\ny.backward()",
    "a result changed before backward": GRADIENTS + "y = w.exp()\ny.add_(1)\ny.sum().backward()",
    "logits of 0": GRADIENTS + "x = w * 0\nF.binary_cross_entropy_with_logits(x, torch.zeros(2)).backward()",
    "inner of matrices": "x = torch.inner(2 * torch.eye(2), torch.tensor([[1., 2.], [3., 4.]]))",
    "flip is a copy": "x = torch.arange(3.)\ny = x.flip(0)\ny[0] = 100",
    "a diagonal is a view": "x = torch.ones(2, 2)\nx.diagonal()[0] = 7",
    "std of constant rows": GRADIENTS + "y = ((w - w.mean()) / (w.std() + 1e-5)).sum()\ny.backward()",
    "relu in place": "x = torch.tensor([-1., 1.])\nF.relu(x, inplace=True)",
    "gradients set to 0": GRADIENTS + "(w * w).sum().backward()\ntorch.optim.SGD([w], 1.0).zero_grad(set_to_none=False)",
    "a NaN among gradients": GRADIENTS + "(w * torch.tensor([nan, 1.])).sum().backward()\ntorch.nn.utils.clip_grad_norm_([w], 1.0)",
    "an alias of a gradient": GRADIENTS + "(w * w).sum().backward()\ng = w.grad\n(w * w).sum().backward()",
    "an unknown reduction": "F.mse_loss(torch.ones(2), torch.ones(2), reduction='men')",
    "narrow beyond the end": "torch.ones(3).narrow(0, 2, 2)",
    "an index from the end": "torch.ones(3).scatter(0, torch.tensor([-1]), 0.)",
    "a row of −∞": "q = torch.ones(2, 2)\nx = F.scaled_dot_product_attention(q, q, q, torch.full((2, 2), -inf))",
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_what_students_meet_is_the_same(name):
    assert programs.difference(SAME[name].splitlines()) is None


@pytest.mark.parametrize("name", CORRECTED)
def test_what_once_differed_is_the_same(name):
    assert programs.difference(CORRECTED[name].splitlines()) is None
    assert not isinstance(_last_error(CORRECTED[name]), programs.numpy_torch.NotSupported)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_supported_is_refused(name):
    assert isinstance(_last_error(REFUSED[name]), programs.numpy_torch.NotSupported)


def _last_error(program):
    """Run a program with numpy_torch up to its first error, and return the error."""
    run = programs.Run(programs.numpy_torch)
    return next(filter(None, map(run.do, program.splitlines())), None)


def test_a_difference_is_found(monkeypatch):
    """A program that copies where PyTorch has a view would not pass."""
    monkeypatch.setattr(programs.numpy_torch.Tensor, "flip", lambda x, dim: x[...])
    found = programs.difference(["x = torch.arange(3.)", "y = x.flip(0)", "y[0] = 100"])
    assert found and found[0] == "y = x.flip(0)"


def test_a_message_names_what_changed():
    """The sentences of both begin alike."""
    errors = []
    for module in (torch, programs.numpy_torch):
        w, c = module.ones(2, requires_grad=True), module.ones(2)
        y = (w * c).sum()
        c.add_(5)
        with pytest.raises(RuntimeError) as error:
            y.backward()
        errors.append(str(error.value)[:120])
    assert errors[0] == errors[1]
