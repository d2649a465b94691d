"""One signal read twice: a convolution weights by distance, attention by content."""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import conv1d

from transformer.attention import ScaledDotProduct
from transformer.probe import record

BUMP, DIP = (0.2, 0.6, 1.0, 0.6, 0.2), (-0.4, -0.8, -0.4)
SIGNALS = {  # in "moved", the second bump is one position further left
    "given": (0.0, *BUMP, 0.0, *DIP, 0.0, *BUMP),
    "moved": (0.0, *BUMP, 0.0, *DIP, *BUMP, 0.0),
}
PEAK = 3  # the position of the first bump's peak, counted from 0
TAPS = (0.25, 0.5, 0.25)  # weights of the word before, the word itself, the word after
SHARP = 3.0  # query and key are this multiple of the value


@dataclass(frozen=True)
class OperatorResult:
    """`weights` (position, position): row i holds the weight of each position for position i. `output`
    (position,)."""

    weights: Tensor
    output: Tensor


def convolve(signal: Tensor, taps: Tensor) -> OperatorResult:
    """Convolve signal (position,) with taps (width,): the same weights at every position, with zeros beyond the ends."""
    side = len(taps) // 2
    output = conv1d(signal[None, None], taps[None, None], padding=side)[0, 0]
    each = conv1d(torch.eye(len(signal))[:, None], taps[None, None], padding=side)[:, 0]
    return OperatorResult(each.mT, output)  # row: the position that reads


def attend(signal: Tensor, sharp: float = SHARP) -> OperatorResult:
    """Let signal (position,) attend to itself: queries and keys are computed only from the values, without any information on
    position."""
    layer, x = ScaledDotProduct(), signal[None, None, :, None]  # (batch, head, place, 1)
    with record(layer) as trace:
        output = layer.attend(sharp * x, sharp * x, x, None)
    return OperatorResult(trace.one("weights")[0, 0], output[0, 0, :, 0])


def apply_both(name: str) -> dict[str, OperatorResult]:
    """Apply both operators to one of `SIGNALS`."""
    signal = torch.tensor(SIGNALS[name])
    return {"convolution": convolve(signal, torch.tensor(TAPS)), "attention": attend(signal)}
