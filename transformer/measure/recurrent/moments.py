"""What can be computed at the same time: the earliest moment of every state, if there are processors enough.

The machine's own code runs, with parts that count in place of those that compute: what they hand on is not a state
but its moment, one later than the latest of all that it needs. So the longest path through who needs whom comes out
of `read`, `Reader` and `EncoderLayer` themselves. The words are there at moment 0.
"""

import torch
from torch import Tensor, nn

from transformer.layers import EncoderLayer
from transformer.probe import Probe, record
from transformer.recurrent import Cell, Reader, State


class CountingCell(Cell):
    """Needs the word and the state before it."""

    def forward(self, x: Tensor, state: State) -> State:
        """x (batch, inputs), h (batch, 1) → h' (batch, 1), all of them moments."""
        (h,) = state
        return (self.state(torch.maximum(x.amax(-1, keepdim=True), h) + 1),)


class CountingAttention(nn.Module):
    """Needs every word, for each word."""

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor | None = None) -> Tensor:
        """x, memory (batch, position, 1) → (batch, position, 1)."""
        return torch.maximum(x, memory.amax(-2, keepdim=True)) + 1


class CountingFeedForward(nn.Module):
    """Needs the word itself."""

    def forward(self, x: Tensor) -> Tensor:
        """x (batch, position, 1) → the same shape."""
        return x + 1


class Later(nn.Module):
    """A residual: the sum is there when both are."""

    def __init__(self) -> None:
        super().__init__()
        self.sum = Probe("batch position d_model")

    def forward(self, x: Tensor, sublayer: nn.Module) -> Tensor:
        """x (batch, position, 1) → the same shape."""
        return self.sum(torch.maximum(x, sublayer(x)))


def reader(words: int, layers: int, both_ways: bool = False) -> Tensor:
    """(row, word): a row for each layer, from the first; of both ways forwards, then backwards."""
    with torch.random.fork_rng(devices=[]):  # a cell draws weights, which are not used
        model = Reader(CountingCell, 1, 1, layers, both_ways)
    with record(model) as trace:
        model(torch.zeros(1, words, 1), torch.ones(1, words, dtype=torch.bool))
    rows = []
    for layer in range(layers):
        rows.append(torch.cat(trace[f"forwards.{layer}.state"]).T)  # (1, word)
        if both_ways:  # it began with the last word
            rows.append(torch.cat(trace[f"backwards.{layer}.state"]).T.flip(1))
    return torch.cat(rows)


def attention(words: int, layers: int) -> Tensor:
    """(row, word): of each encoder layer, from the first, attention and feed-forward."""
    x, rows = torch.zeros(1, words, 1), []
    for _ in range(layers):
        layer = EncoderLayer(CountingAttention(), CountingFeedForward(), Later)
        with record(layer) as trace:
            x = layer(x)
        for part in ("attention", "feed_forward"):
            rows.append(trace.one(f"{part}_residual.sum")[..., 0])  # (1, word)
    return torch.cat(rows)


def reader_both_ways(words: int, layers: int) -> Tensor:
    """(row, word): as `reader`, of both ways."""
    return reader(words, layers, both_ways=True)


KINDS = {"one": reader, "both": reader_both_ways, "attention": attention}
