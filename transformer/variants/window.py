"""The distance between two words, and local attention."""

import torch
from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.variants import variant

WIDTH = 2  # words to each side


def offsets(queries: int, keys: int | None = None, device: torch.device | None = None) -> Tensor:
    """Return the position of each key relative to each query: −1 is the word before; shape (query, key).

    The queries are the last of the keys, as in `causal`.
    """
    keys = queries if keys is None else keys
    query = torch.arange(keys - queries, keys, device=device)[:, None]  # (query, 1)
    return torch.arange(keys, device=device) - query  # (query, key)


def window(
    queries: int, width: int, keys: int | None = None, device: torch.device | None = None
) -> Tensor:
    """Let each position attend to neighbours at most `width` away; bool (query, key)."""
    return offsets(queries, keys, device).abs() <= width


@variant("attention", "windowed")
class WindowedAttention(MultiHeadAttention):
    """A word attends to itself and to `WIDTH` words on each side (Vaswani et al. 2017, section 4).

    What to look for: a band along the diagonal, all else hatched. A second layer sees twice as far.
    """

    self_only = True  # distances exist only within one text
    no_promise = {"hides nothing that is allowed": "a word attends only to words near it"}

    def attention_mask(self, mask: Tensor | None, scores: Tensor) -> Tensor:
        near = window(scores.shape[-2], WIDTH, scores.shape[-1], scores.device)  # (query, key)
        left = super().attention_mask(mask, scores)
        return near if left is None else near & left  # True = may look
