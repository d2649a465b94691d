"""The layers of Table 1 (Vaswani et al. 2017, section 4); each returns a sequence of the same shape as its
input.

x (batch, n, d) → (batch, n, d). `k` is the width of a convolution, `r` the number of words in the window of
local attention.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn.functional import pad

from transformer.attention import MultiHeadAttention
from transformer.recurrent.cells import CELLS
from transformer.recurrent.encoder import read
from transformer.variants.window import window

Layer = Callable[[Tensor], Tensor]
COMPARED = ("attention", "gru", "convolution", "restricted", "masked")


class NearAttention(MultiHeadAttention):
    """Local attention to the `r` words around each position that computes only these scores.

    `WindowedAttention` computes all scores and masks the rest: the same output at full cost.
    """

    def __init__(self, d_model: int, r: int):
        super().__init__(d_model, heads=1)
        self.r = r

    def near(self, x: Tensor) -> Tensor:
        """(batch, head, n, d) → (batch, head, n, r, d): the vectors around each position."""
        side = self.r // 2
        return pad(x, (0, 0, side, side)).unfold(2, self.r, 1).mT

    def attend(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        """query, key and value (batch, head, n, d) → (batch, head, n, d)."""
        inside = self.near(query.new_ones(1, 1, query.shape[2], 1)).mT > 0  # (1, 1, n, 1, r)
        scores = query[..., None, :] @ self.near(key).mT  # (batch, head, n, 1, r)
        hidden = self.hide(self.scale(scores, query.shape[-1]), inside)
        weights = self.normalise(hidden, inside)
        return (weights @ self.near(value))[..., 0, :]  # (batch, head, n, d)


def layer(kind: str, n: int, d: int, k: int, r: int) -> Layer:
    """Build one layer with fresh parameters: one of `COMPARED`, of `CELLS`, or "fused", PyTorch's own loop over a
    GRU.

    "masked" computes every score and masks the distant ones.
    """
    torch.manual_seed(0)
    if kind in CELLS:
        cell, words = CELLS[kind](d, d), torch.ones(1, n, dtype=torch.bool)
        return lambda x: read(cell, x, words.expand(len(x), n))[0]
    if kind == "fused":
        fused = nn.GRU(d, d, batch_first=True)
        return lambda x: fused(x)[0]
    if kind == "convolution":
        taps = nn.Conv1d(d, d, k, padding=k // 2)
        return lambda x: taps(x.mT).mT
    attention = NearAttention(d, r) if kind == "restricted" else MultiHeadAttention(d, 1)
    mask = window(n, r // 2) if kind == "masked" else None  # bool (n, n), True = may attend
    return lambda x: attention(x, x, mask)
