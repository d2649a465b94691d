"""A sentence read word after word: the same cell, used once for each word."""

import torch
from torch import Tensor, nn

from transformer.probe import Probe
from transformer.recurrent.cells import Cell, State


class WordVectors(nn.Module):
    """A vector for each word. No position is added: the order is that in which the words are read."""

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
    """What the cell has kept after each word, and at the end.

    x (batch, time, inputs), words (batch, time) bool, True where a word stands → states (batch, time,
    hidden) and the last state. Where no word stands (PAD) the state stays as it is. `backwards` begins
    with the last word; place t of the states belongs to word t all the same.
    """
    state = cell.empty(x) if state is None else state
    places = range(x.shape[1])
    states: list[Tensor] = []
    for t in reversed(places) if backwards else places:  # one after another: h_t needs h_(t−1)
        here = words[:, t, None]  # (batch, 1)
        new = cell(x[:, t], state)
        state = tuple(torch.where(here, n, old) for n, old in zip(new, state, strict=True))
        states.append(state[0])  # (batch, hidden)
    states = states[::-1] if backwards else states
    return torch.stack(states, dim=1), state  # (batch, time, hidden)


class Reader(nn.Module):
    """Layers of cells over a sentence, each reading the states of the one below; in both directions if
    wanted, h_t = [→h_t ; ←h_t] (Schuster and Paliwal 1997)."""

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
        width = hidden * (2 if both_ways else 1)  # of what a layer hands on
        sizes = [inputs, *[width] * (layers - 1)]
        self.forwards = nn.ModuleList(cell(size, hidden, open_gate) for size in sizes)
        self.backwards = nn.ModuleList(cell(size, hidden, open_gate) for size in sizes if both_ways)
        self.states = Probe("batch source hidden")

    def forward(self, x: Tensor, words: Tensor) -> tuple[Tensor, list[State]]:
        """x (batch, source, inputs), words (batch, source) bool → the states of the last layer (batch,
        source, width), and of each layer the last state (batch, width)."""
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
