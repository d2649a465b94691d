"""Ways to tell the model where a token stands. Each gives one vector per position, to be added."""

import torch
from torch import Tensor, nn


def sinusoidal(length: int, d_model: int, base: float = 10000.0, start: int = 0) -> Tensor:
    """Sines in the even, cosines in the odd dimensions (Vaswani et al. 2017, section 3.5).

    Dimensions 2i and 2i+1 share the frequency base^(-2i/d_model): the first pair turns once in 2π
    positions, the last one needs almost base · 2π. Returns (length, d_model).
    """
    if d_model % 2:
        raise ValueError(f"d_model {d_model} is odd; each sine is paired with a cosine")
    position = torch.arange(start, start + length, dtype=torch.float64)[:, None]  # (length, 1)
    pair = torch.arange(0, d_model, 2, dtype=torch.float64)  # (d_model / 2,) holds 2i
    angle = position * base ** (-pair / d_model)  # (length, d_model / 2)
    return torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1).float()  # (length, d_model)


class SinusoidalPositions(nn.Module):
    """Fixed waves: nothing to learn, and no longest sentence."""

    def __init__(self, d_model: int, max_length: int):
        super().__init__()
        self.register_buffer("waves", sinusoidal(max_length, d_model), persistent=False)

    def forward(self, length: int, start: int = 0) -> Tensor:
        if start + length > len(self.waves):  # longer than ever before: compute a longer table
            longer = sinusoidal(2 * (start + length), self.waves.shape[1])
            self.waves = longer.to(self.waves.device)
        return self.waves[start : start + length]  # (length, d_model)


class LearnedPositions(nn.Module):
    """One learned vector per position (Gehring et al. 2017; BERT, GPT): nothing beyond max_length."""

    def __init__(self, d_model: int, max_length: int):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_length, d_model) * 0.02)

    def forward(self, length: int, start: int = 0) -> Tensor:
        if start + length > len(self.table):
            raise ValueError(
                f"{start + length} positions, but this model learned only {len(self.table)}: "
                f"shorten the text, or train with max_length ≥ {start + length}"
            )
        return self.table[start : start + length]  # (length, d_model)


class NoPositions(nn.Module):
    """Zeros: without positions a Transformer sees a bag of words."""

    def __init__(self, d_model: int, max_length: int):
        super().__init__()
        self.register_buffer("zero", torch.zeros(1, d_model), persistent=False)

    def forward(self, length: int, start: int = 0) -> Tensor:
        return self.zero.expand(length, -1)  # (length, d_model)


POSITIONS = {"sinusoidal": SinusoidalPositions, "learned": LearnedPositions, "none": NoPositions}
