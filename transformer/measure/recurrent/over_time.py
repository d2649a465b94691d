"""How much of a gradient is left when it arrives at the first of T words.

Each number comes from a real backward pass through a fresh cell, before any training. The loss is asked for after
the last word alone, so its gradient passes one step after another, back to the first.
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
    """A cell, and the bias of the gate that keeps."""

    cell: str
    open_gate: float = 0.0


WAYS = {
    "rnn": Way("rnn"),
    "gru": Way("gru"),
    "lstm": Way("lstm"),
    "gru open": Way("gru", 3.0),
    "lstm open": Way("lstm", 3.0),
}


def reaches(way: Way, words: int, seed: int = 0) -> float:
    """‖∂L/∂x_1‖ ÷ ‖∂L/∂x_T‖ with T = `words`: the first word's share of the last word's gradient.

    In float64, since an RNN's soon is less than float32 can hold. Raises `ValueError` for less than one word.
    """
    if words < 1:
        raise ValueError(f"a gradient passes 1 word or more, got {words}")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        cell = CELLS[way.cell](INPUTS, HIDDEN, way.open_gate).double()
        x = torch.randn(ROWS, words, INPUTS, dtype=torch.float64)  # (row, time, inputs)
        wanted = torch.randn(ROWS, HIDDEN, dtype=torch.float64)
    with torch.enable_grad():
        x.requires_grad_()
        _, (last, *_) = read(cell, x, torch.ones(ROWS, words, dtype=torch.bool))
        loss = (last - wanted).square().mean()
        (gradient,) = torch.autograd.grad(loss, x)
    sizes = gradient.square().sum((0, 2)).sqrt()  # (time,)
    return (sizes[0] / sizes[-1]).item()


def over_time() -> dict[str, Tensor]:
    """Of every way, (seed, time): the logarithm to base 10 of what reaches the first word."""
    return {
        name: torch.tensor([[reaches(way, n, seed) for n in TIMES] for seed in SEEDS]).log10()
        for name, way in WAYS.items()
    }
