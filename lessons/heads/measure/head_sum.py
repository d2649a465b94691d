"""The output of an attention layer as a sum over its heads: concatenating and multiplying by W_O is the same
sum.

As an nn.Linear stores it, W_O has one row for each output dimension, and its columns follow the order of the
concatenated heads. So head h meets only its own d_v columns. The output of the layer is the sum of what each
head adds, plus the bias.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.probe import Trace


def contributions(head_output: Tensor, W_O: Tensor) -> Tensor:
    """Return the contribution of each head: head_output (batch, head, query, d_v), W_O (d_model, head·d_v) → (batch, head, query, d_model)

    The contribution of each head. The sum over the heads, plus the bias, is the output of the attention.
    """
    heads, d_v = head_output.shape[1], head_output.shape[-1]
    blocks = W_O.unflatten(1, (heads, d_v))  # (d_model, head, d_v): each head its d_v columns
    return torch.einsum("bhqv,dhv->bhqd", head_output, blocks)


@dataclass(frozen=True)
class Steps:
    """The steps of one layer from its heads to its output, for every word of one sentence."""

    joined: Tensor  # (query, head·d_v): the heads side by side
    W_O: Tensor  # (d_model, head·d_v)
    bias: Tensor  # (d_model,)
    written: Tensor  # (head, query, d_model)
    output: Tensor  # (query, d_model), as the probe saw it

    @property
    def difference(self) -> float:
        """The largest difference between the sum of the contributions and the recorded output."""
        return float((self.written.sum(0) + self.bias - self.output).abs().max())


@torch.no_grad()
def steps(model: nn.Module, trace: Trace, path: str) -> Steps:
    """Return the steps of one layer. Raises `ValueError` for a layer that does not combine its heads in the
    standard way."""
    layer: Any = model.get_submodule(path)  # of whatever class
    matrix = getattr(layer, "W_O", None)
    standard = getattr(type(layer), "merge", None) is MultiHeadAttention.merge
    if not isinstance(matrix, nn.Linear) or not standard:
        raise ValueError(
            f"{type(layer).__name__} does not concatenate its heads and multiply by W_O, so its "
            "output is not a sum with one term per head"
        )
    heads = trace.one(f"{path}.head_output")[:1]  # (1, head, query, d_v)
    weight = matrix.weight.detach()
    bias = torch.zeros(len(weight)) if matrix.bias is None else matrix.bias.detach()
    written = contributions(heads, weight)[0]  # (head, query, d_model)
    return Steps(layer.merge(heads)[0], weight, bias, written, trace.one(f"{path}.output")[0])


def parameters(d_model: int, heads: tuple[int, ...]) -> dict[int, dict[str, int]]:
    """Count the parameters of real layers, by number of heads: each matrix with its bias, and the total."""
    counts = {}
    for count in heads:
        layer = MultiHeadAttention(d_model, count)
        each = {n: sum(p.numel() for p in part.parameters()) for n, part in layer.named_children()}
        each = {name: size for name, size in each.items() if size}
        weights = sum(p.numel() for p in layer.parameters() if p.dim() == 2)
        counts[count] = each | {"weights": weights, "all": sum(each.values())}
    return counts
