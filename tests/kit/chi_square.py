"""Do counts look like draws from a distribution? Pearson's test (1900), categories that are too rare
for it put together."""

import torch

LEAST = 5  # expected draws of a category


def surprise(counts: torch.Tensor, probability: torch.Tensor) -> float:
    """counts, probability (category,) → how probable it is that true draws miss the expected counts by
    at least as much. Draws that are impossible are no matter of chance: 0."""
    counts, expected = counts.double().flatten(), probability.double().flatten() * counts.sum()
    if counts[expected == 0].any():
        return 0.0
    rare = expected < LEAST
    counts, expected = (torch.cat((t[~rare], t[rare].sum()[None])) for t in (counts, expected))
    if expected[-1] < LEAST:  # even together
        counts, expected = ((t[:-1]) for t in (counts, expected))
    if len(counts) < 2:
        return 1.0
    square = ((counts - expected) ** 2 / expected).sum()
    return torch.special.gammaincc(torch.tensor((len(counts) - 1) / 2), square / 2).item()
