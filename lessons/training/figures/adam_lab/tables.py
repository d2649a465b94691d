"""The numbers of the Adam lab: optimisers of `transformer.training.optimizers`, recorded step by step.

Three processes are recorded: a walk down a valley of two parameters, four parameters of a model in training,
and, to isolate weight decay, parameters with a gradient of alternating sign. Each is a `dict` of tensors
that end in the axis `step`; the valley and the decay are computed in float64.
"""

import math
from collections.abc import Callable
from dataclasses import replace

import torch
from torch import Tensor

from transformer.tasks import TASKS
from transformer.training import Training, build
from transformer.training.optimizers import SGD, Adam, AdamW, Optimizer
from transformer.training.recipes import RECIPES

EPS, MOMENTUM = 1e-8, 0.9
# --- the valley: J(x, y) = ½ (1 · (x − 3)² + 20 · (y − 2)²), twenty times as steep in y as in x -----
STEEP, LOWEST, START = (1.0, 20.0), (3.0, 2.0), (-2.0, -1.0)
LEVELS = (0.5, 2.5, 7.5, 16.0, 30.0, 50.0, 80.0, 120.0, 170.0)  # of J, whose ellipses are drawn
RATES = (0.01, 0.03, 0.1, 0.3, 1.0)
STEPS, BETAS = 100, (0.9, 0.999)
NEAR = 0.1  # a walk arrives when J stays below this
GONE = 1e6  # a parameter beyond this diverges: the rest of its path is NaN
WALKERS = ("SGD", "Adam", "uncorrected")  # no decay: decay has its own view
# --- weight decay -- -------------------------------------------------------------------------------
SIZES, WAYS = (10.0, 1.0, 0.1), ("Adam", "Adam + L2", "AdamW")
DECAY_STEPS, DECAY_RATE, DECAY_ALONE = 200, 0.01, 0.1
# --- model parameters - ------------------------------------------------------------------------------
MODEL, WEIGHT_STEPS, WEIGHT_BETAS = "reverse", 40, (0.9, 0.98)
WEIGHTS = (
    ("encoder.layers.0.self_attention.W_Q.weight", (0, 0)),
    ("decoder.layers.0.feed_forward.contract.weight", (5, 7)),
    ("source_embedding.table.weight", (4, 0)),
    ("decoder.norm.weight", (0,)),
)
NAMES = ("gradient", "entering", "m", "v", "m_hat", "v_hat", "direction", "uncorrected", "move")
NAMES += ("shrink", "update")


class Uncorrected(Adam):
    """Adam long after the start: at t = ∞, β^t is 0 and the correction divides by 1."""

    def direction(self, gradient: Tensor, memory: dict[str, Tensor]) -> Tensor:
        number, memory["step"] = memory["step"], torch.tensor(math.inf)
        step = super().direction(gradient, memory)
        memory["step"] = number
        return step


def walker(name: str, place: Tensor, lr: float, decay: float = 0.0) -> Optimizer:
    """Return one of `WALKERS` or `WAYS` for one tensor of parameters."""
    match name:
        case "SGD":
            return SGD([place], lr, MOMENTUM)
        case "Adam":
            return Adam([place], lr, BETAS, EPS)
        case "uncorrected":
            return Uncorrected([place], lr, BETAS, EPS)
        case "Adam + L2":
            return Adam([place], lr, BETAS, EPS, decay)
        case _:
            return AdamW([place], lr, BETAS, EPS, decay)


def slope(place: Tensor) -> Tensor:
    """Return ∇J in the valley, (2,)."""
    steep, lowest = (torch.tensor(of, dtype=torch.float64) for of in (STEEP, LOWEST))
    return steep * (place - lowest)


def loss(place: Tensor) -> Tensor:
    """Return J in the valley: (…, 2) → (…)."""
    steep, lowest = (torch.tensor(of, dtype=torch.float64) for of in (STEEP, LOWEST))
    return 0.5 * (steep * (place - lowest).square()).sum(-1)


def valley() -> dict[str, Tensor]:
    """Return the walks of every walker at every rate; each of `NAMES` is (rate, walker, coordinate, step).

    `value` and `loss` include the start, so they have one more step.
    """
    walks = [[descend(name, lr) for name in WALKERS] for lr in RATES]
    names = (*NAMES, "value")
    joined = {n: torch.stack([torch.stack([w[n] for w in row]) for row in walks]) for n in names}
    joined["loss"] = loss(joined["value"].transpose(-1, -2))  # (rate, walker, step)
    return joined


def arrival_steps(heights: Tensor) -> Tensor:
    """Return the step from which J stays below `NEAR`; −1 where it does not: (…, step) → (…)."""
    outside = ~(heights < NEAR)  # NaN, from a path that left, is outside
    last = heights.shape[-1] - 1 - outside.flip(-1).int().argmax(-1)  # the last step outside
    return torch.where(outside[..., -1], -1, last + 1)


def descend(name: str, lr: float) -> dict[str, Tensor]:
    """Return one walk; each name is (coordinate, step)."""
    place = torch.tensor(START, dtype=torch.float64)
    steps = record_steps(walker(name, place, lr), place, lambda at, t: slope(at), STEPS)
    after = steps["value"][..., 1:].abs().amax(0)  # (step,)
    gone = (after.nan_to_num(math.inf) > GONE).cumsum(0) > 0
    for each in NAMES:
        steps[each][..., gone] = math.nan
    steps["value"][..., 1:][..., gone] = math.nan
    return steps


def decay() -> dict[str, Tensor]:
    """Return the walks of a parameter that starts at 1, with alternating gradients ±size: each name (way, size, step).

    An optimiser updates each entry of a tensor independently, so the three sizes share one tensor.
    """
    sizes, walks = torch.tensor(SIZES, dtype=torch.float64), []
    for name in WAYS:
        place = torch.ones_like(sizes)
        optimizer = walker(name, place, DECAY_RATE, DECAY_ALONE)
        walks.append(
            record_steps(optimizer, place, lambda _, t: sizes * (-1) ** (t + 1), DECAY_STEPS)
        )
    return {n: torch.stack([walk[n] for walk in walks]) for n in (*NAMES, "value")}


def record_steps(
    optimizer: Optimizer, place: Tensor, gradient: Callable[[Tensor, int], Tensor], steps: int
) -> dict[str, Tensor]:
    """Return all that the optimiser computes while it updates `place`, as tensors (…, step)."""
    rows, values = [], [place.clone()]
    for t in range(1, steps + 1):
        place.grad = gradient(place, t)
        optimizer.step()
        rows.append(terms(optimizer, 0, values[-1], place, place.grad))
        values.append(place.clone())
    joined = {name: torch.stack([row[name] for row in rows], -1) for name in NAMES}
    return joined | {"value": torch.stack(values, -1)}


def terms(
    optimizer: Optimizer, number: int, before: Tensor, after: Tensor, gradient: Tensor
) -> dict[str, Tensor]:
    """Return the parts of one finished step, by the optimiser's state.

    after = before + move + shrink. SGD keeps no means: m is its velocity, and the rest is NaN.
    """
    memory, lr = optimizer.state[number], optimizer.lr
    parts = {"gradient": gradient, "entering": gradient, "update": after - before}
    none = torch.full_like(before, math.nan)
    if isinstance(optimizer, SGD):
        blank = dict.fromkeys(("v", "m_hat", "v_hat", "uncorrected"), none)
        velocity = memory["v"]
        parts |= blank | {"m": velocity, "direction": velocity, "move": -lr * velocity}
        return parts | {"shrink": torch.zeros_like(before)}
    (beta1, beta2), t, weight_decay = optimizer.betas, memory["step"].item(), optimizer.weight_decay
    apart = isinstance(optimizer, AdamW)
    if not apart:
        parts["entering"] = gradient + weight_decay * before
    m, v = memory["m"], memory["v"]
    m_hat, v_hat = m / (1 - beta1**t), v / (1 - beta2**t)
    raw, direction = m / (v.sqrt() + EPS), m_hat / (v_hat.sqrt() + EPS)
    used = raw if isinstance(optimizer, Uncorrected) else direction
    parts |= {"m": m, "v": v, "m_hat": m_hat, "v_hat": v_hat}
    parts |= {"direction": direction, "uncorrected": raw, "move": -lr * used}
    return parts | {"shrink": -lr * weight_decay * before if apart else torch.zeros_like(before)}


def weights() -> dict[str, Tensor]:
    """Return the recording of four parameters of `reverse` in its first training steps: each name (weight, step).

    This repeats the start of the shipped model's training run with our own AdamW. `rate` and
    `clipped` (the factor by which gradients were scaled down) are (step,).
    """
    recipe = RECIPES[MODEL]
    settings = replace(recipe.settings, optimizer="AdamW")
    task = TASKS[recipe.task]()
    training = Training(build(task, settings.seed, **recipe.sizes), task, settings)
    training.model.train()
    named = dict(training.model.named_parameters())
    numbers = {name: number for number, name in enumerate(named)}
    rows, norms = [], []
    values = [[named[name].detach()[at].clone() for name, at in WEIGHTS]]
    for _ in range(WEIGHT_STEPS):
        before = {name: named[name].detach().clone() for name, _ in WEIGHTS}
        training.step()
        norms.append(training.norm)
        row = []
        for name, at in WEIGHTS:
            now = named[name].detach()
            parts = terms(training.optimizer, numbers[name], before[name], now, named[name].grad)
            row.append({part: value[at].clone() for part, value in parts.items()})
        rows.append(row)
        values.append([named[name].detach()[at].clone() for name, at in WEIGHTS])
    joined = {
        part: torch.stack([torch.stack([weight[part] for weight in row]) for row in rows], -1)
        for part in NAMES
    }
    joined["value"] = torch.stack([torch.stack(row) for row in values], -1)
    joined["rate"] = torch.tensor([settings.rate(step) for step in range(WEIGHT_STEPS)])
    joined["clipped"] = torch.tensor([min(1.0, settings.clip / norm) for norm in norms])
    return joined
