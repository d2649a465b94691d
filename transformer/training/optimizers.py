"""Optimisers in readable code: how a gradient becomes a step.

Each equals its counterpart in `torch.optim` over many steps (a test compares them), and has the same
interface: `optimizer.step()` after `loss.backward()`. Training uses torch's fused kernel for AdamW unless a
setting names another optimiser.
"""

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

import torch
from torch import Tensor
from torch.optim.adamw import adamw


class Optimizer:
    """The base class: the parameters, the state of each parameter, and the learning rate.

    As in torch, `param_groups[0]["lr"]` is the learning rate and may be changed between steps.
    """

    def __init__(self, parameters: Iterable[Tensor], lr: float):
        _must(_within(lr, 0, math.inf), "lr", lr, "a number that is 0 or more")
        self.param_groups: list[dict[str, Any]] = [{"params": _checked(parameters), "lr": lr}]
        self.state: dict[int, dict[str, Tensor]] = {}  # of each parameter, by its number

    @property
    def lr(self) -> float:
        return self.param_groups[0]["lr"]

    def zero_grad(self) -> None:
        """Delete the gradients of the previous step."""
        for parameter in self.param_groups[0]["params"]:
            parameter.grad = None

    @torch.no_grad()
    def step(self) -> None:
        """Update every parameter that has a gradient."""
        for number, parameter in enumerate(self.param_groups[0]["params"]):
            if parameter.grad is not None:
                memory = self.state.setdefault(number, {"step": torch.tensor(0.0)})
                memory["step"] += 1
                self.move(parameter, parameter.grad, memory)

    def move(self, parameter: Tensor, gradient: Tensor, memory: dict[str, Tensor]) -> None:
        """Update one parameter in place; `memory` is its state for the next step."""
        raise NotImplementedError

    def state_dict(self) -> dict:
        """Return everything except the parameters that the next step depends on, in torch's format."""
        return {"state": self.state, "param_groups": [{"lr": self.lr}]}

    def load_state_dict(self, state: dict) -> None:
        """Continue from a `state_dict()`."""
        self.param_groups[0]["lr"] = state["param_groups"][0]["lr"]
        self.state = {
            number: {name: value.clone() for name, value in memory.items()}
            for number, memory in state["state"].items()
        }


class SGD(Optimizer):
    """Stochastic gradient descent with momentum: v ← μ v + g,  θ ← θ − lr · v."""

    def __init__(self, parameters: Iterable[Tensor], lr: float, momentum: float = 0.9):
        super().__init__(parameters, lr)
        _must(_within(momentum, 0, 1), "momentum", momentum, "0 or more and below 1")
        self.momentum = momentum

    def move(self, parameter: Tensor, gradient: Tensor, memory: dict[str, Tensor]) -> None:
        before = memory.get("v")
        v = gradient.clone() if before is None else self.momentum * before + gradient
        memory["v"] = v
        parameter -= self.lr * v


class Adam(Optimizer):
    """Adam (Kingma and Ba 2015): a step of about `lr` for every parameter, however large its gradient.

    m and v are running means of the gradient and of its square. Both start at 0 and are therefore too small
    at first; dividing by 1 − β^t corrects this bias. `weight_decay` adds L2 regularisation: the gradient of ½
    λ θ² is added to the gradient, and so enters both means.
    """

    def __init__(
        self,
        parameters: Iterable[Tensor],
        lr: float,
        betas: tuple[float, float] = (0.9, 0.98),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
    ):
        super().__init__(parameters, lr)
        _check_adam(betas, eps, weight_decay)
        self.betas, self.eps, self.weight_decay = betas, eps, weight_decay

    def move(self, parameter: Tensor, gradient: Tensor, memory: dict[str, Tensor]) -> None:
        if self.weight_decay:
            gradient = gradient + self.weight_decay * parameter
        parameter -= self.lr * self.direction(gradient, memory)

    def direction(self, gradient: Tensor, memory: dict[str, Tensor]) -> Tensor:
        """Return m̂ / (√v̂ + ε), with the gradient's shape."""
        (beta1, beta2), t = self.betas, memory["step"].item()
        memory["m"] = beta1 * memory.get("m", 0) + (1 - beta1) * gradient
        memory["v"] = beta2 * memory.get("v", 0) + (1 - beta2) * gradient.square()
        m, v = memory["m"] / (1 - beta1**t), memory["v"] / (1 - beta2**t)
        return m / (v.sqrt() + self.eps)


class AdamW(Adam):
    """Adam with decoupled weight decay (Loshchilov and Hutter 2019): θ ← θ − lr (m̂/(√v̂ + ε) + λ θ).

    The decay does not enter m and v, so parameters with large gradients shrink as fast as others.
    """

    def __init__(
        self,
        parameters: Iterable[Tensor],
        lr: float,
        betas: tuple[float, float] = (0.9, 0.98),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
    ):
        super().__init__(parameters, lr, betas, eps, weight_decay)

    def move(self, parameter: Tensor, gradient: Tensor, memory: dict[str, Tensor]) -> None:
        parameter *= 1 - self.lr * self.weight_decay
        parameter -= self.lr * self.direction(gradient, memory)


class FusedAdamW(AdamW):
    """AdamW with torch's fused kernel, which updates all parameters at once.

    The class `torch.optim.AdamW` does the same, but imports torch's compiler before its first step, which
    takes more than a second in every program that trains.
    """

    @torch.no_grad()
    def step(self) -> None:
        """Update every parameter that has a gradient."""
        moved = [(n, p) for n, p in enumerate(self.param_groups[0]["params"]) if p.grad is not None]
        kept = [self.memory(number, parameter) for number, parameter in moved]
        adamw(
            [parameter for _, parameter in moved],
            [parameter.grad for _, parameter in moved],
            [memory["exp_avg"] for memory in kept],  # m
            [memory["exp_avg_sq"] for memory in kept],  # v
            [],  # of AMSGrad
            [memory["step"] for memory in kept],
            fused=True,
            amsgrad=False,
            maximize=False,
            beta1=self.betas[0],
            beta2=self.betas[1],
            lr=self.lr,
            weight_decay=self.weight_decay,
            eps=self.eps,
        )

    def memory(self, number: int, parameter: Tensor) -> dict[str, Tensor]:
        """Return the state of a parameter, under torch's names; its step counter is also on its device."""
        if number not in self.state:
            names = ("exp_avg", "exp_avg_sq")
            zeros = {name: torch.zeros_like(parameter) for name in names}
            self.state[number] = {"step": torch.tensor(0.0), **zeros}
        memory = self.state[number]
        memory["step"] = memory["step"].to(parameter.device)
        return memory


def _within(value: Any, low: float, high: float) -> bool:
    """Whether it is a number with low ≤ value < high; NaN is not."""
    return isinstance(value, Real) and low <= float(value) < high


def _must(holds: bool, name: str, value: object, needed: str) -> None:
    if not holds:
        raise ValueError(f"{name}={value!r} is not allowed: {name} must be {needed}")


def _check_adam(betas: Any, eps: Any, weight_decay: Any) -> None:
    two = isinstance(betas, tuple | list) and len(betas) == 2
    two = two and all(_within(beta, 0, 1) for beta in betas)
    _must(two, "betas", betas, "two numbers, each 0 or more and below 1")
    _must(_within(eps, 0, math.inf) and eps > 0, "eps", eps, "greater than 0")
    decay = _within(weight_decay, 0, math.inf)
    _must(decay, "weight_decay", weight_decay, "a number that is 0 or more")


def _checked(parameters: Iterable[Tensor]) -> list[Tensor]:
    """Return the parameters as a list. ValueError for anything that cannot be trained, or would be updated
    twice."""
    if isinstance(parameters, Tensor):
        raise ValueError(
            "the argument parameters is a single tensor: pass a list of tensors, such as model.parameters()"
        )
    checked = list(parameters)
    if not checked:
        raise ValueError(
            "the list of parameters is empty: if you pass a generator, it can be used only once"
        )
    for parameter in checked:
        if not isinstance(parameter, Tensor):
            raise ValueError(f"a parameter is a {type(parameter).__name__}: pass only tensors")
        if not parameter.is_leaf:
            raise ValueError(
                "a parameter was computed from other tensors: pass the tensors that it was computed from"
            )
    if len(set(map(id, checked))) < len(checked):
        raise ValueError(
            "a parameter is in the list twice, so each step would update it twice: remove one"
        )
    return checked


# By the names in the menus; `settings` has learning_rate and weight_decay.
OPTIMIZERS = {
    "fused AdamW": lambda parameters, settings: FusedAdamW(
        parameters, settings.learning_rate, weight_decay=settings.weight_decay
    ),
    "AdamW": lambda parameters, settings: AdamW(
        parameters, settings.learning_rate, weight_decay=settings.weight_decay
    ),
    "Adam + L2": lambda parameters, settings: Adam(
        parameters, settings.learning_rate, weight_decay=settings.weight_decay
    ),
    "Adam": lambda parameters, settings: Adam(parameters, settings.learning_rate),
    "SGD": lambda parameters, settings: SGD(parameters, settings.learning_rate),
}
