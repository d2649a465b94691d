"""An encoder that reads a sentence word by word: the same cell, once per word."""

import torch
from torch import Tensor, nn

from transformer.probe import Probe
from transformer.recurrent.cells import Cell, State


class WordVectors(nn.Module):
    """Word embeddings without positional encoding: the reading order gives the positions."""

    def __init__(self, vocabulary: int, size: int):
        super().__init__()
        self.table = nn.Embedding(vocabulary, size)
        self.vectors = Probe("batch position embedding")

    def forward(self, tokens: Tensor) -> Tensor:
        """tokens (batch, position) → (batch, position, embedding)."""
        return self.vectors(self.table(tokens))


def read(
    cell: Cell, x: Tensor, words: Tensor, state: State | None = None, backwards: bool = False
) -> tuple[Tensor, State]:
    """The state of the cell after each word, and at the end.

    x (batch, time, inputs), words (batch, time) bool, False for padding → states (batch, time, hidden) and the
    last state. Padding does not change the state. `backwards` starts with the last word; position t of the
    states still belongs to word t.
    """
    state = cell.empty(x) if state is None else state
    places = range(x.shape[1])
    states: list[Tensor] = []
    for t in reversed(places) if backwards else places:  # sequential: h_t needs h_(t−1)
        here = words[:, t, None]  # (batch, 1)
        new = cell(x[:, t], state)
        state = tuple(torch.where(here, n, old) for n, old in zip(new, state, strict=True))
        states.append(state[0])  # (batch, hidden)
    states = states[::-1] if backwards else states
    return torch.stack(states, dim=1), state  # (batch, time, hidden)


class RecurrentEncoder(nn.Module):
    """Layers of cells over a sentence; each layer reads the states of the one below. Optionally bidirectional:
    h_t = [→h_t ; ←h_t] (Schuster and Paliwal 1997)."""

    def __init__(
        self,
        cell: type[Cell],
        inputs: int,
        hidden: int,
        layers: int = 1,
        both_ways: bool = False,
        open_gate: float = 0.0,
    ):
        super().__init__()
        width = hidden * (2 if both_ways else 1)  # of a layer's output
        sizes = [inputs, *[width] * (layers - 1)]
        self.forwards = nn.ModuleList(cell(size, hidden, open_gate) for size in sizes)
        self.backwards = nn.ModuleList(cell(size, hidden, open_gate) for size in sizes if both_ways)
        self.states = Probe("batch source hidden")

    def forward(self, x: Tensor, words: Tensor) -> tuple[Tensor, list[State]]:
        """x (batch, source, inputs), words (batch, source) bool → the states of the last layer (batch,
        source, width), and the last state of each layer (batch, width)."""
        last: list[State] = []
        for layer, cell in enumerate(self.forwards):
            below = x
            x, end = read(cell, below, words)  # type: ignore[arg-type]
            if self.backwards:
                cell = self.backwards[layer]
                before, begin = read(cell, below, words, backwards=True)  # type: ignore[arg-type]
                x = torch.cat((x, before), dim=-1)  # (batch, source, 2 · hidden)
                end = tuple(torch.cat(both, -1) for both in zip(end, begin, strict=True))
            last.append(end)
        return self.states(x), last
