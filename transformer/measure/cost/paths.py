"""The path length between two words: the number of layers until the last word can depend on the first."""

import torch
from torch import Tensor

DOUBLING = 2


def layers_needed(n: int, kernel: int, growth: int) -> int:
    """Return the number of convolution layers of odd width until word n depends on word 1.

    The positions that the first layer reads are 1 apart, those of the next layer `growth`, then growth², and
    so on. `growth` is 1 for a plain convolution and 2 for a dilated one (van den Oord et al. 2016).
    """
    reach, apart, layers = 0, 1, 0
    while reach < n - 1:
        reach += kernel // 2 * apart
        apart *= growth
        layers += 1
    return layers


def reads(n: int, kernel: int, apart: int = 1, back: bool = False) -> Tensor:
    """Return which position reads which in one layer, bool (reader, read): `kernel` positions, `apart` from
    each other, around the reader, or only before it with `back`."""
    places = torch.arange(n)
    offset = places - places[:, None]  # (reader, read)
    near = offset % apart == 0
    steps = offset.div(apart, rounding_mode="floor")
    first = 1 - kernel if back else -(kernel // 2)
    return near & (steps >= first) & (steps < first + kernel)


def spread(n: int, kernel: int, growth: int, start: int = 0, back: bool = False) -> Tensor:
    """Search the graph of which position reads which: (layer + 1, n) bool, the positions that depend on word
    `start` at the input and after each layer, until all do. Raises `ValueError` where a layer adds no position."""
    reached = torch.zeros(n, dtype=torch.bool)
    reached[start] = True
    layers, apart = [reached], 1
    last = reached | torch.arange(n).ge(start) if back else torch.ones_like(reached)
    while not (last <= layers[-1]).all():
        now = (reads(n, kernel, apart, back) & layers[-1]).any(-1)  # (n,)
        if (now == layers[-1]).all():
            raise ValueError(f"a distance of {apart} is too large for a sequence of {n} positions")
        layers.append(now)
        apart *= growth
    return torch.stack(layers)
