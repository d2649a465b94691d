"""How much of a gradient is left when it arrives at the first of T words.

Each number comes from a real backward pass through a fresh cell, before any training. The loss is computed
only after the last word, so its gradient passes back step by step to the first word.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.recurrent import CELLS, read

TIMES = (5, 10, 20, 50, 100)  # words
SEEDS = (0, 1, 2)
INPUTS, HIDDEN, ROWS = 16, 64, 4


@dataclass(frozen=True)
class Way:
    """A cell, and the bias of the gate that keeps the old state."""

    cell: str
    open_gate: float = 0.0
    only_gate: bool = False  # W_hh = 0: the old state passes through the gate and through no matrix


WAYS = {
    "rnn": Way("rnn"),
    "gru": Way("gru"),
    "lstm": Way("lstm"),
    "gru open": Way("gru", 3.0),
    "lstm open": Way("lstm", 3.0),
    "lstm gate": Way("lstm", 3.0, only_gate=True),
}


def gradient_ratio(way: Way, words: int, seed: int = 0) -> float:
    """Return ‖∂L/∂x_1‖ ÷ ‖∂L/∂x_T‖ with T = `words`: the first word's gradient relative to the last word's.

    Computed in float64, because an RNN's gradient soon falls below the range of float32. Raises `ValueError`
    for less than one word.
    """
    if words < 1:
        raise ValueError(f"words is {words}, but the gradient must pass through at least 1 word")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        cell = CELLS[way.cell](INPUTS, HIDDEN, way.open_gate).double()
        x = torch.randn(ROWS, words, INPUTS, dtype=torch.float64)  # (row, time, inputs)
        wanted = torch.randn(ROWS, HIDDEN, dtype=torch.float64)
    if way.only_gate:
        with torch.no_grad():
            cell.weight_hh.zero_()
    with torch.enable_grad():
        x.requires_grad_()
        _, (last, *_) = read(cell, x, torch.ones(ROWS, words, dtype=torch.bool))
        loss = (last - wanted).square().mean()
        (gradient,) = torch.autograd.grad(loss, x)
    sizes = gradient.square().sum((0, 2)).sqrt()  # (time,)
    return (sizes[0] / sizes[-1]).item()


def over_time() -> dict[str, Tensor]:
    """Return, for each cell, (seed, time): log10 of the gradient that reaches the first word."""
    return {
        name: torch.tensor(
            [[gradient_ratio(way, n, seed) for n in TIMES] for seed in SEEDS]
        ).log10()
        for name, way in WAYS.items()
    }
