"""Do counts fit a distribution? Pearson's chi-square test (1900)."""

from dataclasses import dataclass

import torch
from torch import Tensor

LEAST = 5  # minimum expected count of a category; rarer categories are merged


@dataclass(frozen=True)
class Fit:
    """How far counts are from the expected ones."""

    square: float  # Σ (count − expected)² / expected
    degrees: int  # of freedom: the number of categories − 1
    p_value: float  # probability that correct draws deviate at least as much


def fit(counts: Tensor, probability: Tensor) -> Fit:
    """counts, probability (category,). If an impossible category was drawn, the p-value is 0."""
    counts, expected = counts.double(), probability.double() * counts.sum()
    if counts[expected == 0].any():
        return Fit(torch.inf, 0, 0.0)
    rare = expected < LEAST
    rest = torch.stack((counts[rare].sum(), expected[rare].sum()))
    counts, expected = counts[~rare], expected[~rare]
    if rest[1] >= LEAST:  # together they make one category
        counts, expected = torch.cat((counts, rest[:1])), torch.cat((expected, rest[1:]))
    if len(counts) < 2:
        return Fit(0.0, 0, 1.0)
    square, degrees = ((counts - expected) ** 2 / expected).sum(), len(counts) - 1
    p_value = torch.special.gammaincc(torch.tensor(degrees / 2, dtype=torch.float64), square / 2)
    return Fit(square.item(), degrees, p_value.item())
