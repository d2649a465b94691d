"""The time of a training step over sentences of different lengths, for a recurrent encoder and for attention."""

from functools import partial
from statistics import median

import torch
from torch import nn

from transformer.attention import MultiHeadAttention
from transformer.layers import EncoderLayer, FeedForward, Residual
from transformer.measure.cost.counting import timed
from transformer.recurrent import GRU, RecurrentEncoder

WORDS = (10, 20, 40, 80, 160)
ROWS, WIDTH, HEADS = 4, 64, 4
PASSES = 7
COMPARED = ("gru", "attention")


def network(kind: str) -> nn.Module:
    """Build one layer with fresh parameters: our loop over a GRU, or an encoder layer."""
    with torch.random.fork_rng(devices=[]):
        if kind == "gru":
            return RecurrentEncoder(GRU, WIDTH, WIDTH)
        parts = MultiHeadAttention(WIDTH, HEADS), FeedForward(WIDTH, 4 * WIDTH)
        return EncoderLayer(*parts, partial(Residual, WIDTH, "post"))


@torch.enable_grad()
def step(layer: nn.Module, words: int) -> None:
    """Run a forward and a backward pass over sentences of this many words."""
    x = torch.ones(ROWS, words, WIDTH)  # (row, word, d)
    there = x[..., 0].bool()  # (row, word)
    out = layer(x, there)[0] if isinstance(layer, RecurrentEncoder) else layer(x)
    out.square().mean().backward()


def milliseconds() -> dict[str, list[float]]:
    """Return the median step of each kind for each of `WORDS`, on one thread. The kinds take turns, so that
    other load on the computer affects all of them equally."""
    layers = {kind: network(kind) for kind in COMPARED}
    runs = {(k, n): partial(step, layers[k], n) for k in COMPARED for n in WORDS}
    for run in runs.values():
        run()  # a warm-up run
    times: dict[tuple[str, int], list[float]] = {key: [] for key in runs}
    for _ in range(PASSES):
        for key, run in runs.items():
            times[key] += timed(run, 1)
    return {kind: [median(times[kind, words]) for words in WORDS] for kind in COMPARED}
