"""Rank documents by score, and measure how often the correct one is near the top."""

import torch
from torch import Tensor

SILENT = 0.1  # so that a BM25 of 0 does not decide on its own


def product(bm25: Tensor, cosine: Tensor) -> Tensor:
    """Combine both scores: (…, document) each → the same shape. BM25 is relative to the best document's."""
    best = bm25.amax(-1, keepdim=True).clamp(min=1e-9)
    return (bm25 / best + SILENT) * (1 + cosine) / 2


def ranks(scores: Tensor, right: Tensor) -> Tensor:
    """The rank of the correct document, 1 is first: scores (question, document), right (question,) → (question,).
    Tied documents get the mean of their ranks."""
    own = scores.gather(1, right[:, None])  # (question, 1)
    return 1 + (scores > own).sum(1) + ((scores == own).sum(1) - 1) / 2


def recall(rank: Tensor, k: int) -> float:
    """The fraction of questions whose document is among the first k."""
    return (rank <= k).float().mean().item()


def top(scores: Tensor, k: int) -> list[int]:
    """The indices of the k best documents; ties keep their order: scores (document,)."""
    return torch.argsort(scores, descending=True, stable=True)[:k].tolist()
