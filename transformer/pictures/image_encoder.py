"""A convolutional encoder: an image becomes a feature map with a vector for each of 14 × 14 positions."""

from torch import Tensor, nn

from transformer.probe import Probe


class ImageEncoder(nn.Module):
    """Four convolutions. The second halves the resolution; the last is dilated, which gives each position a
    receptive field of 17 × 17 pixels: a whole shape with its surroundings."""

    def __init__(self, channels: int, width: int):
        super().__init__()
        self.layers = nn.Sequential(
            _layer(channels, 24),
            _layer(24, 32, stride=2),
            _layer(32, width),
            _layer(width, width, dilation=2),
        )
        self.map = Probe("batch width row column")

    def forward(self, picture: Tensor) -> Tensor:
        """picture (batch, channels, 28, 28) → (batch, width, 14, 14)."""
        return self.map(self.layers(picture))


def _layer(before: int, after: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """3 × 3 convolution, batch normalization (Ioffe and Szegedy 2015), ReLU."""
    conv = nn.Conv2d(before, after, 3, stride, padding=dilation, dilation=dilation, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(after), nn.ReLU())
