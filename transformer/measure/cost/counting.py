"""The multiplications of a layer, by formula and counted during a run, and its running time on this computer."""

from collections.abc import Callable
from time import perf_counter

import torch
from torch.utils.flop_counter import FlopCounterMode

from transformer.measure.cost.layers import layer
from transformer.recurrent.cells import CELLS


def multiply_adds(kind: str, n: int, d: int, k: int, r: int) -> int:
    """Return the multiply-adds of one layer over n words of d dimensions, including all of its matrices.

    `kind`: "attention", "gru", "convolution" (width k) or "restricted" (attention to r words).
    """
    if kind == "gru":  # three blocks, each with a matrix for the word and one for the state
        return n * 3 * 2 * d * d
    if kind == "convolution":  # a matrix for each of the k words
        return n * k * d * d
    looked_at = r if kind == "restricted" else n
    projections = 4 * d * d  # W_Q, W_K, W_V, W_O
    return n * (projections + 2 * looked_at * d)  # 2: the scores and the weighted sum of the values


@torch.no_grad()
def count_multiply_adds(kind: str, n: int, d: int, k: int, r: int) -> int:
    """Count multiply-adds in one pass with PyTorch's counter. A recurrent layer repeats one step n times, so
    only one step is counted."""
    steps, words = (n, 1) if kind in CELLS else (1, n)
    run, x = layer(kind, words, d, k, r), torch.zeros(1, words, d)
    with FlopCounterMode(display=False) as counter:
        run(x)
    return steps * counter.get_total_flops() // 2  # the counter counts × and + separately


@torch.no_grad()
def milliseconds(kind: str, n: int, d: int, k: int, r: int, passes: int = 3) -> float:
    """Return the shortest time of several passes over one sequence of n words, on one thread of this computer."""
    run, x = layer(kind, n, d, k, r), torch.ones(1, n, d)
    return min(timed(lambda: run(x), passes))


def timed(run: Callable[[], object], passes: int) -> list[float]:
    """Return the milliseconds of each of several calls, on one thread of this computer."""
    threads, seconds = torch.get_num_threads(), []
    torch.set_num_threads(1)
    try:
        for _ in range(passes):
            begin = perf_counter()
            run()
            seconds.append(1000 * (perf_counter() - begin))
    finally:
        torch.set_num_threads(threads)
    return seconds
