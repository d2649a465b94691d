"""A film becomes a list of vectors, one for each frame, which say what is there and how it moves."""

import torch
from torch import Tensor, nn

from transformer.probe import Probe


class Watching(nn.Module):
    """Three convolutions, of which the second reads three frames at a time (it is spatio-temporal: Tran et al.
    2015) and so sees what moves. Of each feature the largest number on a frame is kept, wherever it is; and a
    vector for each frame, which is learned, says when that was."""

    def __init__(self, channels: int, width: int, frames: int):
        super().__init__()
        self.layers = nn.Sequential(
            _layer(channels, 16, stride=2),
            _layer(16, 32, stride=2, frames=3),
            _layer(32, width),
        )
        self.when = nn.Parameter(torch.randn(frames, width))
        self.frames = Probe("batch frame width")

    def forward(self, film: Tensor) -> Tensor:
        """film (batch, channels, frame, 28, 28) → (batch, frame, width)."""
        maps = self.layers(film)  # (batch, width, frame, 7, 7)
        return self.frames(maps.amax(dim=(3, 4)).mT + self.when)


def _layer(before: int, after: int, stride: int = 1, frames: int = 1) -> nn.Sequential:
    """3 × 3 pixels of so many frames at a time, brought to mean 0 and variance 1 over the batch, ReLU."""
    kernel, steps, around = (frames, 3, 3), (1, stride, stride), (frames // 2, 1, 1)
    conv = nn.Conv3d(before, after, kernel, steps, around, bias=False)
    return nn.Sequential(conv, nn.BatchNorm3d(after), nn.ReLU())
