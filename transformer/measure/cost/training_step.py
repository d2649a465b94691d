"""How long a training step takes over sentences of different lengths: a reader word after word, and attention."""

from collections.abc import Callable
from functools import partial
from statistics import median

import torch

from transformer.attention import MultiHeadAttention
from transformer.layers import EncoderLayer, FeedForward, Residual
from transformer.measure.cost.counting import clocked
from transformer.measure.cost.layers import Layer
from transformer.recurrent import GRU, Reader

WORDS = (10, 20, 40, 80, 160)
ROWS, WIDTH, HEADS = 4, 64, 4
PASSES = 5
KINDS = ("gru", "attention")


def network(kind: str) -> Layer:
    """One layer with fresh weights, (batch, word, d) → the same shape: our loop over a GRU, or an encoder layer."""
    with torch.random.fork_rng(devices=[]):
        if kind == "gru":
            reader = Reader(GRU, WIDTH, WIDTH)
            return lambda x: reader(x, torch.ones(x.shape[:2], dtype=torch.bool))[0]
        parts = MultiHeadAttention(WIDTH, HEADS), FeedForward(WIDTH, 4 * WIDTH)
        return EncoderLayer(*parts, partial(Residual, WIDTH, "post"))


def step(kind: str, words: int) -> Callable[[], None]:
    """One training step, forwards and backwards."""
    run, x = network(kind), torch.ones(ROWS, words, WIDTH)

    @torch.enable_grad()
    def both_ways() -> None:
        run(x).square().mean().backward()

    return both_ways


def milliseconds() -> dict[str, list[float]]:
    """Of each kind the step in the middle for each of `WORDS`, on one thread. All take turns, so that a moment in
    which this machine is busy with something else falls on all of them."""
    runs = {(kind, words): step(kind, words) for kind in KINDS for words in WORDS}
    for run in runs.values():
        run()  # the first one prepares what the others find ready
    found: dict[tuple[str, int], list[float]] = {key: [] for key in runs}
    for _ in range(PASSES):
        for key, run in runs.items():
            found[key] += clocked(run, 1)
    return {kind: [median(found[kind, words]) for words in WORDS] for kind in KINDS}
