"""Exploding gradients, trained with and without clipping; and vanishing gradients, on which clipping has no
effect.

This runs a few real training steps of one cell, with plain SGD. The loss is computed only after the last of
`WORDS` words, as in `over_time`. Both training runs use the same data at each step and the same
initialization.
"""

from dataclasses import dataclass
from itertools import product

import torch
from torch import Tensor, nn

from lessons.sequences.measure.over_time import HIDDEN, INPUTS
from transformer.recurrent import RNN, Cell, State, read

WORDS, ROWS, STEPS = 20, 16, 30
RATE, MOST = 0.05, 1.0  # the learning rate; the largest norm that clipping allows
LARGE = 1.15  # times the identity


class ReLUCell(Cell):
    """h' = relu(W_ih x + W_hh h): unlike tanh, ReLU does not keep the state below 1 (Le et al. 2015)."""

    def forward(self, x: Tensor, state: State) -> State:
        """Return h' (batch, hidden); x (batch, inputs), h (batch, hidden)."""
        return (self.state(torch.relu(self.word(x) + self.state_term(state[0]))),)


@dataclass(frozen=True)
class Training:
    """The measurements of each step, (step,) each."""

    norm: Tensor  # of the gradient of all weights
    used: Tensor  # the norm of the gradient that was used, after clipping if there was any
    share: Tensor  # ‖∂L/∂x_1‖ ÷ ‖∂L/∂x_T‖: how much of the gradient reaches the first word
    loss: Tensor
    off: Tensor  # the fraction of the last state's components that are exactly 0: their ReLU passes no gradient
    silent: Tensor  # the loss of an answer of zeros, the same at each step


def initial_cell(explodes: bool) -> Cell:
    """Return a fresh cell: one with large recurrent weights and a ReLU, or an RNN with PyTorch's
    initialization."""
    if not explodes:
        return RNN(INPUTS, HIDDEN).double()
    cell = ReLUCell(INPUTS, HIDDEN).double()
    with torch.no_grad():
        cell.weight_hh.copy_(LARGE * torch.eye(HIDDEN))
    return cell


def train(explodes: bool, clips: bool, seed: int = 0) -> Training:
    """Return the measurements of `STEPS` training steps."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        cell = initial_cell(explodes)
        x = torch.randn(ROWS, WORDS, INPUTS, dtype=torch.float64)  # (row, time, inputs)
        wanted = torch.randn(ROWS, HIDDEN, dtype=torch.float64).abs()
    weights, there = list(cell.parameters()), torch.ones(ROWS, WORDS, dtype=torch.bool)
    optimizer, measures = torch.optim.SGD(weights, RATE), []
    for _ in range(STEPS):
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            _, (last,) = read(cell, x, there)
            loss = (last - wanted).square().mean()
            optimizer.zero_grad()
            loss.backward()
        most = MOST if clips else torch.inf
        norm = nn.utils.clip_grad_norm_(weights, most)  # all are multiplied by one number
        used = torch.stack(
            [weight.grad.norm() for weight in weights if weight.grad is not None]
        ).norm()
        optimizer.step()
        sizes = x.grad.square().sum((0, 2)).sqrt()  # type: ignore[union-attr]  # (time,)
        off, silent = (last == 0).double().mean(), wanted.square().mean()
        measures.append(torch.stack((norm, used, sizes[0] / sizes[-1], loss.detach(), off, silent)))
    return Training(*torch.stack(measures, dim=1))


def trainings() -> dict[str, Training]:
    """Return "explodes plain", "explodes clipped", "vanishes plain" and "vanishes clipped" → their
    measurements."""
    ways = product(("explodes", "vanishes"), ("plain", "clipped"))
    return {f"{a} {b}": train(a == "explodes", b == "clipped") for a, b in ways}
