"""The order of documents by their scores, and how often the right one stands near the top."""

import torch
from torch import Tensor

SILENT = 0.1  # so that a BM25 of 0 does not decide alone


def product(bm25: Tensor, cosine: Tensor) -> Tensor:
    """Both have to like a document: (…, document) of each → the same shape. BM25 as a share of the best one's."""
    best = bm25.amax(-1, keepdim=True).clamp(min=1e-9)
    return (bm25 / best + SILENT) * (1 + cosine) / 2


def ranks(scores: Tensor, right: Tensor) -> Tensor:
    """The rank of the right document, 1 is first: scores (question, document), right (question,) → (question,).
    Documents with the same score share their ranks: nobody knows their order, so each stands in the middle."""
    own = scores.gather(1, right[:, None])  # (question, 1)
    return 1 + (scores > own).sum(1) + ((scores == own).sum(1) - 1) / 2


def recall(rank: Tensor, k: int) -> float:
    """The share of questions whose document is among the first k."""
    return (rank <= k).float().mean().item()


def top(scores: Tensor, k: int) -> list[int]:
    """The best k documents, of equal ones the earlier: scores (document,)."""
    return torch.argsort(scores, descending=True, stable=True)[:k].tolist()
