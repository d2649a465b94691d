"""Your exercise: a layer of your own, an attention in which one step is yours.

Write `scale`, save this file, then run `check()` in the notebook or look at the exercise box in the
app. Both read this file anew each time. When it is right, it is a variant: see the end of the lesson.
"""

import math  # noqa: F401  math.sqrt will be useful

import torch  # noqa: F401  torch.arange will be useful
from torch import Tensor

from transformer.attention import MultiHeadAttention


class NearerFirst(MultiHeadAttention):
    """Self-attention that loses interest with the distance (ALiBi, Press et al. 2022).

    All is inherited but one step: `scale`, which comes after `score` and before `hide`.
    """

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        """scores (batch, head, query, key) → the same shape, handed to `self.scaled(...)`."""
        # 1  distance: |place of the query − place of the key|, (query, key). With a cache there are
        #    fewer queries than keys: the queries are the LAST places.
        # 2  slope of head h of H, counted from 1: 2 to the power of −8 h / H, as (head, 1, 1)
        # 3  the scores divided by √d_k, minus slope × distance
        # 4  pass it through its probe: return self.scaled(...)
        raise NotImplementedError("scale is still to be written")
