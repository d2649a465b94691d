"""Find the attention weights of a layer that has no probes: watch its softmax while it runs."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode

from transformer.probe import Probe, _active

SOFTMAX = (torch.softmax, F.softmax, Tensor.softmax)


class Watch(TorchFunctionMode):
    """While the block runs, pass attention weights through a probe, which may also replace them."""

    def __init__(self, probe: Probe, possible: Tensor, keys: int):
        """possible (batch, 1, query, 1) is False in rows that are fully masked: their weights are 0."""
        super().__init__()
        self.probe, self.possible, self.keys = probe, possible, keys
        self.saw = False

    def __torch_function__(
        self, function: Callable, types: Any, args: tuple = (), kwargs: dict | None = None
    ) -> Any:
        options = kwargs or {}
        if function is F.scaled_dot_product_attention and not options.get("enable_gqa"):
            return self.attend(*args, **options)
        result = function(*args, **options)
        return self.passed(result) if function in SOFTMAX else result

    def passed(self, weights: Tensor) -> Tensor:
        """The result of a softmax; it goes through the probe if its shape is (…, query, key)."""
        batch, _, queries, _ = self.possible.shape
        whole = weights_in([weights], batch, queries, self.keys)  # (batch, head, query, key)
        if whole is None:
            return weights
        self.saw = True
        return self.probe(whole * self.possible).reshape(weights.shape)

    def attend(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        attn_mask: Tensor | None = None,
        dropout_p: float = 0.0,
        is_causal: bool = False,
        scale: float | None = None,
        enable_gqa: bool = False,
    ) -> Tensor:
        """PyTorch’s `scaled_dot_product_attention`, step by step; query (…, query, d_k) → (…, query, d_v)."""
        scores = query @ key.mT * (query.shape[-1] ** -0.5 if scale is None else scale)
        if is_causal:
            attn_mask = torch.ones(scores.shape[-2:], dtype=torch.bool, device=query.device).tril()
        if attn_mask is not None and attn_mask.dtype == torch.bool:
            scores = scores.masked_fill(~attn_mask, -torch.inf)
        elif attn_mask is not None:
            scores = scores + attn_mask  # (…, query, key)
        return F.dropout(self.passed(scores.softmax(-1)), dropout_p) @ value


def watched(probe: Probe) -> bool:
    """Whether a surrounding `record` or `replace` reads this probe."""
    return probe in (_active.get() or {})


def weights_in(values: Iterable[Any], batch: int, queries: int, keys: int) -> Tensor | None:
    """The first tensor that can be attention weights, as (batch, head, query, key)."""
    fit = (v for v in values if isinstance(v, Tensor) and v.shape[-2:] == (queries, keys))
    for weights in fit:
        if weights.numel() % (batch * queries * keys) == 0:
            return weights.reshape(batch, -1, queries, keys)
    return None
