"""Attention classes in the shapes in which courses write them, each written anew for these tests."""

import math
from types import SimpleNamespace

import torch
from torch import nn
from torch.nn import functional as F

from transformer.probe import Probe


class FusedCausal(nn.Module):
    """GPT style: a config, one matrix for q, k and v, a stored triangle, `forward(x)`."""

    def __init__(self, config):
        super().__init__()
        self.all_three = nn.Linear(config.n_embd, 3 * config.n_embd)
        self.out = nn.Linear(config.n_embd, config.n_embd)
        self.n_head = config.n_head
        triangle = torch.ones(config.block_size, config.block_size).tril()
        self.register_buffer("triangle", triangle[None, None])

    def forward(self, x):
        batch, length, width = x.shape
        heads = (batch, length, self.n_head, width // self.n_head)
        q, k, v = (t.view(heads).transpose(1, 2) for t in self.all_three(x).split(width, dim=2))
        y = self.mixed(q, k, v).transpose(1, 2).reshape(batch, length, width)
        return self.out(y)

    def mixed(self, q, k, v):
        scores = q @ k.transpose(-2, -1) / math.sqrt(k.size(-1))
        size = scores.shape[-1]
        scores = scores.masked_fill(self.triangle[:, :, :size, :size] == 0, float("-inf"))
        return F.softmax(scores, dim=-1) @ v


class FusedFlash(FusedCausal):
    """The same with PyTorch's kernel, which shows no weights."""

    def mixed(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, attn_mask=None, is_causal=True)


class WithPast(FusedCausal):
    """A second argument that nobody passes."""

    def forward(self, x, layer_past=None):
        return super().forward(x)


class AdditiveMask(nn.Module):
    """BERT style: `attention_mask` is 0 or −∞ and is added to the scores."""

    def __init__(self, d_model, heads, dropout):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(d_model, d_model) for _ in range(3))
        self.heads, self.dropout = heads, nn.Dropout(dropout)

    def forward(self, hidden_states, attention_mask):
        q, k, v = (
            m(hidden_states).unflatten(-1, (self.heads, -1)).transpose(1, 2)
            for m in (self.query, self.key, self.value)
        )
        scores = q @ k.mT / q.shape[-1] ** 0.5 + attention_mask
        return (self.dropout(nn.functional.softmax(scores, dim=-1)) @ v).transpose(1, 2).flatten(2)


class FourLinears(nn.Module):
    """The paper line by line: heads first in the constructor, mask (batch, query, key), 0 = hide with −10⁹."""

    def __init__(self, h, d_model, dropout=0.1):
        super().__init__()
        self.d_k, self.h, self.attn = d_model // h, h, None
        self.linears = nn.ModuleList(nn.Linear(d_model, d_model) for _ in range(4))
        self.dropout = nn.Dropout(p=dropout)

    def forward(self, query, key, value, mask=None):
        if mask is not None:
            mask = mask.unsqueeze(1)
        split = [
            linear(t).view(len(t), -1, self.h, self.d_k).transpose(1, 2)
            for linear, t in zip(self.linears, (query, key, value), strict=False)
        ]
        scores = torch.matmul(split[0], split[1].transpose(-2, -1)) / math.sqrt(self.d_k)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        self.attn = scores.softmax(dim=-1)
        joined = torch.matmul(self.dropout(self.attn), split[2]).transpose(1, 2)
        return self.linears[-1](joined.reshape(len(query), -1, self.h * self.d_k))


class ValidLengths(nn.Module):
    """Heads in the batch axis, and the number of valid keys in place of a mask."""

    def __init__(self, num_hiddens, num_heads, dropout):
        super().__init__()
        self.num_heads = num_heads
        self.maps = nn.ModuleList(nn.Linear(num_hiddens, num_hiddens, bias=False) for _ in range(4))
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens):
        q, k, v = (
            m(t).unflatten(-1, (self.num_heads, -1)).transpose(1, 2).flatten(0, 1)
            for m, t in zip(self.maps, (queries, keys, values), strict=False)
        )
        scores = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(q.shape[-1])
        if valid_lens is not None:
            lens = torch.repeat_interleave(valid_lens, self.num_heads, dim=0)
            if lens.dim() == 1:
                lens = lens[:, None].expand(-1, scores.shape[1])
            place = torch.arange(scores.shape[2], device=scores.device)
            scores = scores.masked_fill(place >= lens[..., None], -1e6)
        weights = nn.functional.softmax(scores, dim=-1)
        mixed = torch.bmm(self.dropout(weights), v)
        return self.maps[3](mixed.unflatten(0, (-1, self.num_heads)).transpose(1, 2).flatten(2))


class ContextLength(nn.Module):
    """Many arguments in the constructor; hides in place with a stored bool triangle."""

    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.num_heads, self.head_dim, self.d_out = num_heads, d_out // num_heads, d_out
        self.W_query, self.W_key, self.W_value = (
            nn.Linear(d_in, d_out, bias=qkv_bias) for _ in range(3)
        )
        self.out_proj, self.dropout = nn.Linear(d_out, d_out), nn.Dropout(dropout)
        later = torch.triu(torch.ones(context_length, context_length), diagonal=1)
        self.register_buffer("mask", later)

    def forward(self, x):
        b, tokens, _ = x.shape
        shape = b, tokens, self.num_heads, self.head_dim
        keys, queries, values = (
            m(x).view(shape).transpose(1, 2) for m in (self.W_key, self.W_query, self.W_value)
        )
        scores = queries @ keys.transpose(2, 3)
        scores.masked_fill_(self.mask.bool()[:tokens, :tokens], -torch.inf)
        weights = torch.softmax(scores / keys.shape[-1] ** 0.5, dim=-1)
        mixed = (self.dropout(weights) @ values).transpose(1, 2)
        return self.out_proj(mixed.contiguous().view(b, tokens, self.d_out))


class OneHead(nn.Module):
    """Without an axis for heads; True = hide; returns the output and the weights."""

    def __init__(self, d_model, heads, dropout):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d_model, d_model) for _ in range(3))

    def forward(self, q, k, v, mask):
        scores = self.q(q) @ self.k(k).transpose(1, 2) / q.shape[-1] ** 0.5
        weights = self.normalise(scores.masked_fill(mask, -torch.inf))
        return weights @ self.v(v), weights

    def normalise(self, scores):
        return scores.softmax(-1)


class OneHeadByHand(OneHead):
    """No softmax is called, so only the tuple has the weights."""

    def normalise(self, scores):
        large = (scores - scores.amax(-1, keepdim=True)).exp()
        return large / large.sum(-1, keepdim=True)


class WeightsHidden(OneHeadByHand):
    """The weights are neither returned nor the result of a softmax."""

    def forward(self, q, k, v, mask):
        return super().forward(q, k, v, mask)[0]


class OwnProbe(WeightsHidden):
    def __init__(self, d_model, heads, dropout):
        super().__init__(d_model, heads, dropout)
        self.weights = Probe("batch head query key")

    def normalise(self, scores):
        return self.weights(super().normalise(scores)[:, None])[:, 0]


class FloatMask(OneHead):
    """`forward(x, memory, mask)` with 1 = may attend as numbers, (batch, query, key)."""

    def forward(self, x, memory, mask):
        scores = self.q(x) @ self.k(memory).mT / x.shape[-1] ** 0.5 - 1e9 * (1.0 - mask)
        return scores.softmax(-1) @ self.v(memory)


def small(d_model, heads, **more):
    return SimpleNamespace(n_embd=d_model, n_head=heads, block_size=64, **more)


LAYERS = {
    "a fused GPT layer": lambda d, h, p: FusedCausal(small(d, h)),
    "a fused GPT layer, flash": lambda d, h, p: FusedFlash(small(d, h)),
    "a GPT layer with a past": lambda d, h, p: WithPast(small(d, h)),
    "an additive mask": AdditiveMask,
    "four linears": lambda d, h, p: FourLinears(h, d, p),
    "valid lengths": ValidLengths,
    "a context length": lambda d, h, p: ContextLength(d, d, 64, p, h),
    "PyTorch's own": lambda d, h, p: nn.MultiheadAttention(d, h, p, batch_first=True),
    "one head": OneHead,
    "one head by hand": OneHeadByHand,
    "an own probe": OwnProbe,
    "a float mask": FloatMask,
}
