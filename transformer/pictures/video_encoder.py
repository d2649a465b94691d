"""A convolutional encoder for videos: one vector per frame, with its content and movement."""

import torch
from torch import Tensor, nn

from transformer.probe import Probe


class VideoEncoder(nn.Module):
    """Three convolutions. The second reads `local` frames at a time: with three it is spatio-temporal (Tran et al.
    2015) and sees movement; with one it does not. Max pooling over each frame keeps the largest value of each
    feature. A learned vector per frame, the temporal encoding, is added."""

    def __init__(self, channels: int, width: int, frames: int, local: int = 3):
        super().__init__()
        self.layers = nn.Sequential(
            _layer(channels, 16, stride=2),
            _layer(16, 32, stride=2, frames=local),
            _layer(32, width),
        )
        self.when = nn.Parameter(torch.randn(frames, width))
        self.frames = Probe("batch frame width")

    def forward(self, film: Tensor) -> Tensor:
        """film (batch, channels, frame, 28, 28) → (batch, frame, width)."""
        maps = self.layers(film)  # (batch, width, frame, 7, 7)
        return self.frames(maps.amax(dim=(3, 4)).mT + self.when)


def _layer(before: int, after: int, stride: int = 1, frames: int = 1) -> nn.Sequential:
    """Convolution over 3 × 3 pixels and `frames` frames, batch normalization, ReLU."""
    kernel, steps, around = (frames, 3, 3), (1, stride, stride), (frames // 2, 1, 1)
    conv = nn.Conv3d(before, after, kernel, steps, around, bias=False)
    return nn.Sequential(conv, nn.BatchNorm3d(after), nn.ReLU())
