"""How far apart two words are: through how many layers the first one must pass until the last one knows of it."""

import torch
from torch import Tensor

DOUBLING = 2


def layers_needed(n: int, kernel: int, growth: int) -> int:
    """Layers of convolution of an odd width until word 1 has reached word n.

    The places that one layer reads stand 1 apart, those of the next `growth`, then growth², …: 1 for a
    usual convolution, 2 for a dilated one (van den Oord et al. 2016).
    """
    reach, apart, layers = 0, 1, 0
    while reach < n - 1:
        reach += kernel // 2 * apart
        apart *= growth
        layers += 1
    return layers


def reads(n: int, kernel: int, apart: int = 1, back: bool = False) -> Tensor:
    """Who reads whom in one layer, bool (reader, read): `kernel` places, `apart` from each other, around the
    reader, or `back` from it."""
    places = torch.arange(n)
    offset = places - places[:, None]  # (reader, read)
    near = offset % apart == 0
    steps = offset.div(apart, rounding_mode="floor")
    first = 1 - kernel if back else -(kernel // 2)
    return near & (steps >= first) & (steps < first + kernel)


def spread(n: int, kernel: int, growth: int, start: int = 0, back: bool = False) -> Tensor:
    """A search through the graph of who reads whom: (layer + 1, n) bool, who knows of word `start` at the input
    and after each layer, until all do. Raises `ValueError` where a layer adds nobody."""
    known = torch.zeros(n, dtype=torch.bool)
    known[start] = True
    found, apart = [known], 1
    last = known | torch.arange(n).ge(start) if back else torch.ones_like(known)
    while not (last <= found[-1]).all():
        now = (reads(n, kernel, apart, back) & found[-1]).any(-1)  # (n,)
        if (now == found[-1]).all():
            raise ValueError(f"places {apart} apart add nobody in a row of {n}")
        found.append(now)
        apart *= growth
    return torch.stack(found)
