"""How a cell computes each component of its state: for every gate the part from the word, W_ih x + b_ih, and
the part from the old state, W_hh h + b_hh."""

import torch
from torch import Tensor

from transformer.probe import record
from transformer.recurrent import CELLS, GRU, LSTM, Cell, read

# Of each kind of cell its blocks of rows, in the order of the weights (PyTorch's).
BLOCKS = {GRU: "rzn", LSTM: "ifgo"}


@torch.no_grad()
def contributions(cell: Cell, x: Tensor, h: Tensor) -> dict[str, Tensor]:
    """Return “x r”, “h r”, … for each gate, (step, hidden) each; for an RNN, which has one block, “x n” and “h n”.

    x (step, inputs); h (step, hidden), the old states.
    """
    blocks = next((names for kind, names in BLOCKS.items() if isinstance(cell, kind)), "n")
    word, kept = (each.chunk(len(blocks), dim=-1) for each in (cell.word(x), cell.state_term(h)))
    parts = {f"x {name}": part for name, part in zip(blocks, word, strict=True)}
    return parts | {f"h {name}": part for name, part in zip(blocks, kept, strict=True)}


@torch.no_grad()
def fresh_cell(kind: str, x: Tensor, seed: int = 0, larger: float = 1.5) -> dict[str, Tensor]:
    """Return every value of a cell with fresh parameters (times `larger`) while it reads x (step, inputs),
    (step, hidden) each. Its state has as many components as x."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        cell = CELLS[kind](x.shape[1], x.shape[1])
    for weight in cell.parameters():
        weight.mul_(larger)
    with record(cell) as trace:
        read(cell, x[None], torch.ones(1, len(x), dtype=torch.bool))
    values = {name: torch.cat(trace[name]) for name in trace.names()}
    for name, of in {"before": "state", "memory before": "memory"}.items():
        if of in values:
            values[name] = torch.cat((torch.zeros(1, x.shape[1]), values[of][:-1]))
    return values | contributions(cell, x, values["before"])
