"""Gradients that explode, trained with clipping and without it; and gradients that vanish, which it leaves alone.

Few real training steps of one cell, with plain SGD. The loss is asked for after the last of `WORDS` words alone, as
in `over_time`. The same rows of data at each step; both trainings begin with the same weights.
"""

from dataclasses import dataclass
from itertools import product

import torch
from torch import Tensor, nn

from transformer.measure.recurrent.over_time import HIDDEN, INPUTS
from transformer.recurrent import RNN, Cell, State, read

WORDS, ROWS, STEPS = 20, 16, 30
RATE, MOST = 0.05, 1.0  # the learning rate; the largest norm that clipping lets through
LARGE = 1.15  # times the identity


class ReLUCell(Cell):
    """h' = relu(W_ih x + W_hh h): nothing keeps a number of the state below 1, as tanh does (Le et al. 2015)."""

    def forward(self, x: Tensor, state: State) -> State:
        """x (batch, inputs), h (batch, hidden) → h' (batch, hidden)."""
        return (self.state(torch.relu(self.word(x) + self.kept(state[0]))),)


@dataclass(frozen=True)
class Training:
    """What was measured at each step, (step,) each."""

    norm: Tensor  # of the gradient of all weights
    used: Tensor  # the norm of what moved them: after clipping, if there was any
    share: Tensor  # ‖∂L/∂x_1‖ ÷ ‖∂L/∂x_T‖: of the gradient, what arrives at the first word
    loss: Tensor


def begin(explodes: bool) -> Cell:
    """A fresh cell: with large recurrent weights and a ReLU, or an RNN as PyTorch begins it."""
    if not explodes:
        return RNN(INPUTS, HIDDEN).double()
    cell = ReLUCell(INPUTS, HIDDEN).double()
    with torch.no_grad():
        cell.weight_hh.copy_(LARGE * torch.eye(HIDDEN))
    return cell


def train(explodes: bool, clips: bool, seed: int = 0) -> Training:
    """`STEPS` steps, of which each is measured."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        cell = begin(explodes)
        x = torch.randn(ROWS, WORDS, INPUTS, dtype=torch.float64)  # (row, time, inputs)
        wanted = torch.randn(ROWS, HIDDEN, dtype=torch.float64).abs()
    weights, there = list(cell.parameters()), torch.ones(ROWS, WORDS, dtype=torch.bool)
    optimizer, found = torch.optim.SGD(weights, RATE), []
    for _ in range(STEPS):
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            _, (last,) = read(cell, x, there)
            loss = (last - wanted).square().mean()
            optimizer.zero_grad()
            loss.backward()
        most = MOST if clips else torch.inf
        norm = nn.utils.clip_grad_norm_(weights, most)  # all are multiplied by one number
        used = torch.stack([one.grad.norm() for one in weights if one.grad is not None]).norm()
        optimizer.step()
        sizes = x.grad.square().sum((0, 2)).sqrt()  # type: ignore[union-attr]  # (time,)
        found.append(torch.stack((norm, used, sizes[0] / sizes[-1], loss.detach())))
    return Training(*torch.stack(found, dim=1))


def trainings() -> dict[str, Training]:
    """ "explodes plain", "explodes clipped", "vanishes plain" and "vanishes clipped" → what was measured."""
    ways = product(("explodes", "vanishes"), ("plain", "clipped"))
    return {f"{a} {b}": train(a == "explodes", b == "clipped") for a, b in ways}
