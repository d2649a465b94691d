"""What can be computed at the same time: the earliest moment of every state, given enough processors.

The model's own code runs with modules that count instead of computing. Their output is not a state but its
moment, one later than the latest of its inputs. So the longest path of dependencies follows from `read`,
`Reader` and `EncoderLayer` themselves. The words are available at moment 0.
"""

import torch
from torch import Tensor, nn

from transformer.layers import EncoderLayer
from transformer.probe import Probe, record
from transformer.recurrent import Cell, RecurrentEncoder, State


class CountingCell(Cell):
    """A cell that needs the word and the state before it."""

    def forward(self, x: Tensor, state: State) -> State:
        """Return h' (batch, 1); x (batch, inputs), h (batch, 1). All of them are moments."""
        (h,) = state
        return (self.state(torch.maximum(x.amax(-1, keepdim=True), h) + 1),)


class CountingAttention(nn.Module):
    """An attention layer in which each word needs every word."""

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor | None = None) -> Tensor:
        """Return (batch, position, 1), like x and memory."""
        return torch.maximum(x, memory.amax(-2, keepdim=True)) + 1


class CountingFeedForward(nn.Module):
    """A feed-forward layer in which each word needs only itself."""

    def forward(self, x: Tensor) -> Tensor:
        """Return moments in the shape of x, (batch, position, 1)."""
        return x + 1


class Later(nn.Module):
    """A residual whose sum is available when both summands are."""

    def __init__(self) -> None:
        super().__init__()
        self.sum = Probe("batch position d_model")

    def forward(self, x: Tensor, sublayer: nn.Module) -> Tensor:
        """Return moments in the shape of x, (batch, position, 1)."""
        return self.sum(torch.maximum(x, sublayer(x)))


def reader(words: int, layers: int, both_ways: bool = False) -> Tensor:
    """Return (row, word): one row per layer, from the first; for both directions, forward and then backward."""
    with torch.random.fork_rng(devices=[]):  # a cell initializes parameters that are not used
        model = RecurrentEncoder(CountingCell, 1, 1, layers, both_ways)
    with record(model) as trace:
        model(torch.zeros(1, words, 1), torch.ones(1, words, dtype=torch.bool))
    rows = []
    for layer in range(layers):
        rows.append(torch.cat(trace[f"forwards.{layer}.state"]).T)  # (1, word)
        if both_ways:  # the backward direction began with the last word
            rows.append(torch.cat(trace[f"backwards.{layer}.state"]).T.flip(1))
    return torch.cat(rows)


def attention(words: int, layers: int) -> Tensor:
    """Return (row, word): attention and feed-forward of each encoder layer, from the first."""
    x, rows = torch.zeros(1, words, 1), []
    for _ in range(layers):
        layer = EncoderLayer(CountingAttention(), CountingFeedForward(), Later)
        with record(layer) as trace:
            x = layer(x)
        for part in ("attention", "feed_forward"):
            rows.append(trace.one(f"{part}_residual.sum")[..., 0])  # (1, word)
    return torch.cat(rows)


def reader_both_ways(words: int, layers: int) -> Tensor:
    """Return (row, word) as `reader` does, for both directions."""
    return reader(words, layers, both_ways=True)


KINDS = {"one": reader, "both": reader_both_ways, "attention": attention}
