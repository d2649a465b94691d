"""ALiBi (Press et al. 2022), to be written by hand: attention that loses interest with the distance."""

import math

import torch
from torch import Tensor

from transformer.attention import MultiHeadAttention


class LinearBias(MultiHeadAttention):
    """Each score loses slope · distance, with a slope of its own for each head."""

    self_only = True

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        heads, queries, keys = scores.shape[-3:]
        place = torch.arange(keys, device=scores.device)
        distance = (place[keys - queries :, None] - place).abs()  # (query, key)
        head = torch.arange(1, heads + 1, device=scores.device)
        slope = 2.0 ** (-8 * head / heads)  # (head,)
        bias = slope[:, None, None] * distance  # (head, query, key)
        return self.scaled(scores / math.sqrt(d_k) - bias)  # (batch, head, query, key)
