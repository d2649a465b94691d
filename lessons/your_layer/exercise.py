"""Your exercise: write your own layer, an attention with one new step.

Write `scale`, save this file, then run `check()` in the notebook or look at the exercise box in the
app. Both re-read this file every time. When all checks pass, your layer is a variant: see the end of the lesson.
"""

import math  # noqa: F401  math.sqrt will be useful

import torch  # noqa: F401  torch.arange will be useful
from torch import Tensor

from transformer.attention import MultiHeadAttention


class NearerFirst(MultiHeadAttention):
    """Self-attention with scores that fall with the distance (ALiBi, Press et al. 2022).

    All steps are inherited except `scale`, which comes after `score` and before `hide`.
    """

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        """Scale scores (batch, head, query, key) → the same shape, passed through `self.scaled(...)`."""
        # 1  distance: |position of the query − position of the key|, (query, key). With a cache there are
        #    fewer queries than keys: the queries have the LAST positions. Create tensors on the device of the
        #    scores, with device=scores.device, so that the layer also runs on a GPU.
        # 2  slope of head h of H, counted from 1: 2 to the power of −8 h / H, as (head, 1, 1)
        # 3  the scores divided by √d_k, minus slope × distance
        # 4  pass the result through its hook: return self.scaled(...)
        raise NotImplementedError("scale is still to be written")
