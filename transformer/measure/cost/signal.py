"""One row of numbers read twice: a convolution weighs by distance, attention by what stands there."""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import conv1d

from transformer.attention import ScaledDotProduct
from transformer.probe import record

BUMP, DIP = (0.2, 0.6, 1.0, 0.6, 0.2), (-0.4, -0.8, -0.4)
SIGNALS = {  # the second bump stands one place further left in "moved"
    "given": (0.0, *BUMP, 0.0, *DIP, 0.0, *BUMP),
    "moved": (0.0, *BUMP, 0.0, *DIP, *BUMP, 0.0),
}
PEAK = 3  # the place of the first bump's top, counted from 0
TAPS = (0.25, 0.5, 0.25)  # of the word before, the word itself, the word after
SHARP = 3.0  # query and key are so many times the number itself


@dataclass(frozen=True)
class Read:
    """`weights` (place, place): row i says how much each place counts for place i. `output` (place,)."""

    weights: Tensor
    output: Tensor


def convolved(signal: Tensor, taps: Tensor) -> Read:
    """signal (place,), taps (width,): the same weights at every place; beyond the ends stand zeros."""
    side = len(taps) // 2
    output = conv1d(signal[None, None], taps[None, None], padding=side)[0, 0]
    each = conv1d(torch.eye(len(signal))[:, None], taps[None, None], padding=side)[:, 0]
    return Read(each.mT, output)  # row: the place that reads


def attended(signal: Tensor, sharp: float = SHARP) -> Read:
    """signal (place,): queries and keys are made of the numbers alone, nobody knows where anything stands."""
    layer, x = ScaledDotProduct(), signal[None, None, :, None]  # (batch, head, place, 1)
    with record(layer) as trace:
        output = layer.attend(sharp * x, sharp * x, x, None)
    return Read(trace.one("weights")[0, 0], output[0, 0, :, 0])


def both(name: str) -> dict[str, Read]:
    """Both operators on one of `SIGNALS`."""
    signal = torch.tensor(SIGNALS[name])
    return {"convolution": convolved(signal, torch.tensor(TAPS)), "attention": attended(signal)}
