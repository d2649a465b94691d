"""Table 1 for many n, d, k and r: every layer is run once under the counter, and some layers are timed."""

import math
from collections.abc import Callable
from itertools import product

import numpy as np

from transformer.measure.cost.counting import count_multiply_adds, milliseconds
from transformer.measure.cost.layers import COMPARED
from transformer.measure.cost.paths import layers_needed

LENGTHS = (16, 32, 64, 128, 256, 512)  # n
SIZES = (32, 64, 128)  # d
KERNELS = (3, 5, 9)  # k
WINDOWS = (5, 17, 33)  # r
AXES = LENGTHS, SIZES, KERNELS, WINDOWS
READERS = ("rnn", "gru", "lstm")
CLOCKED = ("attention", "gru", "fused")


def measured(kind: str, what: Callable[..., float] = count_multiply_adds) -> np.ndarray:
    """Compute `what` of a kind for each n, d, k and r: (n, d, k, r). A size that does not matter is computed
    only once."""
    values, grid = {}, np.empty([len(axis) for axis in AXES])
    for place in np.ndindex(grid.shape):
        n, d, k, r = (axis[at] for axis, at in zip(AXES, place, strict=True))
        sizes = (
            n,
            d,
            k if kind == "convolution" else KERNELS[0],
            r if kind == "restricted" else WINDOWS[0],
        )
        if sizes not in values:
            values[sizes] = what(kind, *sizes)
        grid[place] = values[sizes]
    return grid


def products() -> dict[str, np.ndarray]:
    """Return the multiply-adds of each kind of layer and each cell, (n, d, k, r)."""
    return {kind: measured(kind) for kind in dict.fromkeys((*COMPARED, *READERS))}


def clocked() -> dict[str, np.ndarray]:
    """Return the milliseconds on this computer, (n, d, k, r)."""
    return {kind: measured(kind, milliseconds) for kind in (*COMPARED, "fused")}


def in_turn(kind: str, n: int) -> int:
    """Return the number of sequential steps."""
    return n if kind in READERS else 1


def stored_weights(kind: str, n: int, r: int) -> float:
    """Return the attention weights that one head of a layer stores; nan for a layer without attention."""
    return {"attention": n * n, "masked": n * n, "restricted": n * r}.get(kind, math.nan)


def path(kind: str, n: int, k: int, r: int) -> int:
    """Return the layers, or recurrent steps, on the path from word 1 to word n."""
    if kind == "attention":
        return 1
    if kind in READERS:
        return n - 1
    return layers_needed(n, k if kind == "convolution" else r, 1)


def paths(kinds: tuple[str, ...]) -> np.ndarray:
    """Return the path lengths, (n, k, r, kind)."""
    lengths = [path(kind, n, k, r) for n, k, r, kind in product(LENGTHS, KERNELS, WINDOWS, kinds)]
    return np.array(lengths).reshape(len(LENGTHS), len(KERNELS), len(WINDOWS), len(kinds))
