"""Optimisers and schedules: ours, written out, against torch's over many steps."""

import math

import pytest
import torch
from torch import nn

from transformer.training import optimizers
from transformer.training.schedules import SCHEDULES

STEPS = 200


def path(make) -> torch.Tensor:
    """All parameters of a small network after each of many noisy steps, with a changing rate."""
    torch.manual_seed(0)
    network = nn.Sequential(nn.Linear(5, 7), nn.Tanh(), nn.Linear(7, 3)).double()
    optimizer, points = make(list(network.parameters())), []
    for step in range(STEPS):
        x = torch.randn(8, 5, dtype=torch.float64)
        loss = (network(x) - x[:, :3].sin() * 2).square().mean()
        optimizer.zero_grad()
        loss.backward()
        rate = 0.01 * (1 + step % 7)
        optimizer.param_groups[0]["lr"] = rate
        optimizer.step()
        points.append(torch.cat([p.detach().flatten() for p in network.parameters()]))
    return torch.stack(points)


BETAS = (0.8, 0.95)
PAIRS = {
    "SGD": (
        lambda p: optimizers.SGD(p, 0.01, momentum=0.8),
        lambda p: torch.optim.SGD(p, 0.01, momentum=0.8),
    ),
    "Adam": (
        lambda p: optimizers.Adam(p, 0.01, BETAS),
        lambda p: torch.optim.Adam(p, 0.01, BETAS),
    ),
    "Adam + L2": (
        lambda p: optimizers.Adam(p, 0.01, BETAS, weight_decay=0.1),
        lambda p: torch.optim.Adam(p, 0.01, BETAS, weight_decay=0.1),
    ),
    "AdamW": (
        lambda p: optimizers.AdamW(p, 0.01, BETAS, weight_decay=0.1),
        lambda p: torch.optim.AdamW(p, 0.01, BETAS, weight_decay=0.1),
    ),
    "fused AdamW": (
        lambda p: optimizers.FusedAdamW(p, 0.01, BETAS, weight_decay=0.1),
        lambda p: torch.optim.AdamW(p, 0.01, BETAS, weight_decay=0.1, fused=True),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_ours_takes_the_same_path_as_torchs(name):
    ours, torchs = (path(make) for make in PAIRS[name])
    assert torch.allclose(ours, torchs, rtol=1e-9, atol=1e-11)
    assert name != "fused AdamW" or torch.equal(ours, torchs)  # it is torch's own code


def test_they_are_different_from_each_other():
    ends = [path(ours)[-1] for name, (ours, _) in PAIRS.items() if name != "fused AdamW"]
    for one in range(len(ends)):
        for other in range(one):
            assert (ends[one] - ends[other]).abs().max() > 1e-3


def test_the_first_step_of_adam_is_the_learning_rate():
    """Whatever the size of the gradient; without the correction it would be 3.16 times as large."""
    for gradient in (1e-3, 1.0, 1e3):
        parameter = torch.zeros(1, requires_grad=True)
        parameter.grad = torch.tensor([gradient])
        optimizers.Adam([parameter], 0.01, betas=(0.9, 0.999)).step()
        assert parameter.item() == pytest.approx(-0.01, rel=1e-3)
    assert 0.1 / math.sqrt(0.001) == pytest.approx(3.16, abs=0.01)


def test_a_parameter_without_gradient_stays():
    parameter = torch.ones(2, requires_grad=True)
    optimizers.AdamW([parameter], 0.1).step()
    assert parameter.tolist() == [1, 1]


@pytest.mark.parametrize("kind", [optimizers.AdamW, optimizers.FusedAdamW])
def test_going_on_from_a_saved_state_takes_the_same_path(kind):
    def run(stop: int | None) -> torch.Tensor:
        parameter = torch.tensor([3.0, -2.0], requires_grad=True)
        optimizer = kind([parameter], 0.1)
        for step in range(10):
            if step == stop:
                state = optimizer.state_dict()
                optimizer = kind([parameter], 99.0)
                optimizer.load_state_dict(state)
            parameter.grad = parameter.detach() * (step + 1)
            optimizer.step()
        return parameter.detach()

    assert torch.equal(run(None), run(5))


@pytest.mark.parametrize("name", SCHEDULES)
def test_a_schedule_stays_between_0_and_1_and_starts_above_0(name):
    rates = [SCHEDULES[name](step, 100, 10) for step in range(100)]
    assert max(rates) == 1 and min(rates) >= 0 and rates[0] > 0
    if name != "constant":
        assert rates[:10] == pytest.approx([0.1 * n for n in range(1, 11)])
        assert rates[10:] == sorted(rates[10:], reverse=True)


def test_where_they_end():
    assert SCHEDULES["linear"](99, 100, 10) == pytest.approx(1 / 90)
    assert SCHEDULES["cosine"](99, 100, 10) < 0.001
    assert SCHEDULES["paper"](99, 100, 10) == pytest.approx(math.sqrt(0.1))


def test_the_papers_schedule_has_its_shape():
    """d_model^−0.5 · min(step^−0.5, step · warmup^−1.5), divided by its highest value."""

    def theirs(step, warmup):
        return min(step**-0.5, step * warmup**-1.5)

    for step in (1, 50, 399, 400, 401, 5000):
        expected = theirs(step, 400) / theirs(400, 400)
        assert SCHEDULES["paper"](step - 1, 9999, 400) == pytest.approx(expected)


MAKERS = {
    "SGD": optimizers.SGD,
    "Adam": optimizers.Adam,
    "AdamW": optimizers.AdamW,
}
ADAMS = ["Adam", "AdamW"]
NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("makers", "given", "said"),
    [
        (MAKERS, {"lr": -1}, "lr=-1 is not allowed: [a-z_]+ must be a number that is 0 or more"),
        (MAKERS, {"lr": NAN}, "lr=nan is not allowed: [a-z_]+ must be"),
        (MAKERS, {"lr": INF}, "lr=inf is not allowed: [a-z_]+ must be"),
        (MAKERS, {"lr": "fast"}, "lr='fast' is not allowed: [a-z_]+ must be"),
        (MAKERS, {"lr": None}, "lr=None is not allowed: [a-z_]+ must be"),
        (
            ["SGD"],
            {"momentum": -0.1},
            "momentum=-0.1 is not allowed: [a-z_]+ must be 0 or more and below 1",
        ),
        (["SGD"], {"momentum": 1}, "momentum=1 is not allowed: [a-z_]+ must be"),
        (["SGD"], {"momentum": NAN}, "momentum=nan is not allowed: [a-z_]+ must be"),
        (
            ADAMS,
            {"betas": (0.9, 1.0)},
            r"betas=\(0.9, 1.0\) is not allowed: [a-z_]+ must be two numbers, .* below 1",
        ),
        (ADAMS, {"betas": (-0.1, 0.9)}, r"betas=\(-0.1, 0.9\) is not allowed: [a-z_]+ must be"),
        (ADAMS, {"betas": (NAN, 0.9)}, r"betas=\(nan, 0.9\) is not allowed: [a-z_]+ must be"),
        (ADAMS, {"betas": (0.9,)}, r"betas=\(0.9,\) is not allowed: [a-z_]+ must be two"),
        (ADAMS, {"betas": 0.9}, "betas=0.9 is not allowed: [a-z_]+ must be two"),
        (ADAMS, {"eps": 0}, "eps=0 is not allowed: [a-z_]+ must be greater than 0"),
        (ADAMS, {"eps": -1e-8}, "eps=-1e-08 is not allowed: [a-z_]+ must be"),
        (ADAMS, {"eps": NAN}, "eps=nan is not allowed: [a-z_]+ must be"),
        (
            ADAMS,
            {"weight_decay": -1},
            "weight_decay=-1 is not allowed: [a-z_]+ must be a number that is 0 or more",
        ),
        (ADAMS, {"weight_decay": NAN}, "weight_decay=nan is not allowed: [a-z_]+ must be"),
    ],
)
def test_a_setting_that_cannot_work_is_refused_with_what_is_needed(makers, given, said):
    for name in makers:
        with pytest.raises(ValueError, match=said):
            MAKERS[name]([torch.ones(2, requires_grad=True)], **{"lr": 0.1, **given})


@pytest.mark.parametrize("name", MAKERS)
def test_it_must_be_given_parameters(name):
    one = torch.ones(2, requires_grad=True)
    for given, said in (
        ([], "parameters is empty"),
        (iter(()), "parameters is empty"),
        (one, "a list"),
        ([{"params": [one]}], "dict"),
        ([one, one.detach().numpy()], "ndarray"),
        ([one, one], "twice"),
        ([one * 2], "computed"),
    ):
        with pytest.raises(ValueError, match=said):
            MAKERS[name](given, 0.1)
    MAKERS[name]((p for p in [one, torch.ones(2)]), 0)  # a rate of 0 moves nothing, as torch's
