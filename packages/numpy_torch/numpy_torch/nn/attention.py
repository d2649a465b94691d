"""torch's own attention layer, with which lessons compare their implementation."""

import math

from numpy_torch.nn import functional as F
from numpy_torch.nn import init
from numpy_torch.nn.layers import Linear, _empty
from numpy_torch.nn.module import Module
from numpy_torch.refusal import refuse


class MultiheadAttention(Module):
    """Multi-head attention. In its masks, True means: must *not* attend."""

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, batch_first=False):
        super().__init__()
        if not bias:
            raise refuse("MultiheadAttention(bias=False)")
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.batch_first = batch_first
        self.in_proj_weight = _empty(3 * embed_dim, embed_dim)
        self.in_proj_bias = _empty(3 * embed_dim)
        self.out_proj = Linear(embed_dim, embed_dim)
        init.xavier_uniform_(self.in_proj_weight)
        init.zeros_(self.in_proj_bias)
        init.zeros_(self.out_proj.bias)

    def _heads(self, x):
        return x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

    def forward(
        self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
        average_attn_weights=True, is_causal=False,
    ):  # fmt: skip
        if query.dim() != 3:
            raise refuse("MultiheadAttention without a batch dimension")
        if is_causal and attn_mask is None:
            raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
        if not self.batch_first:
            query, key, value = (x.transpose(0, 1) for x in (query, key, value))
        parts = zip(
            (query, key, value),
            self.in_proj_weight.chunk(3),
            self.in_proj_bias.chunk(3),
            strict=True,
        )
        q, k, v = (self._heads(F.linear(x, weight, bias)) for x, weight, bias in parts)
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        if attn_mask is not None:
            many = (
                attn_mask.unflatten(0, (-1, self.num_heads)) if attn_mask.dim() == 3 else attn_mask
            )
            scores = (
                scores.masked_fill(many, -math.inf) if many.array.dtype == bool else scores + many
            )
        if key_padding_mask is not None:
            scores = scores.masked_fill(key_padding_mask[:, None, None, :], -math.inf)
        weights = scores.softmax(-1) if need_weights else F.safe_softmax(scores)
        mixed = F.dropout(weights, self.dropout, self.training) @ v
        out = self.out_proj(mixed.transpose(1, 2).flatten(2))
        out = out if self.batch_first else out.transpose(0, 1)
        if not need_weights:
            return out, None
        return out, weights.mean(1) if average_attn_weights else weights
