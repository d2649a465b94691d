"""A score of the first layer, split into parts from the words and parts from their positions.

The input of the first layer is word + position. Queries and keys are linear in it, so a score is a sum of four
products: word with word, word with position, position with word, position with position. Above the first layer
every vector is already a mixture of all words and positions, and cannot be split in this way.
"""

import math
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.layers import LayerNorm
from transformer.measure.answer import must_have
from transformer.probe import SourceLine, record

SCALED = "encoder.layers.0.self_attention.scaled"
PARTS = ("content–content", "content–position", "position–content", "position–position")


@torch.no_grad()
def score_parts(model: Any, source: Tensor) -> dict[str, Tensor]:
    """Return the four parts of `scaled` in encoder layer 0, each (batch, head, query, key).

    "content–position" is the query's word with the key's position. source (batch, source). What belongs to
    neither (the biases of LayerNorm and of W_Q, W_K) counts as content. Raises `ValueError` for a layer whose
    scores are not a product of linear queries and keys.
    """
    must_have(model, SCALED, "source_embedding.tokens")
    layer = model.encoder.layers[0].self_attention
    if type(layer) is not MultiHeadAttention:
        raise ValueError(
            f"{type(layer).__name__} does not compute its scores as the dot product of queries and keys that are linear "
            f"in word + position, so its scores are not the sum of four such terms"
        )
    with record(model) as trace:
        model.encode(source)
    words = trace.one("source_embedding.tokens")  # (batch, position, d_model)
    places = trace.one("source_embedding.positions").expand_as(words)
    content, position = _normed(model.encoder.layers[0].attention_residual, words, places)
    queries = {"content": layer.W_Q(content), "position": _without_bias(layer.W_Q, position)}
    keys = {"content": layer.W_K(content), "position": _without_bias(layer.W_K, position)}
    parts = {}
    for name in PARTS:
        of_query, of_key = name.split("–")
        query, key = layer.split(queries[of_query]), layer.split(keys[of_key])
        parts[name] = query @ key.mT / math.sqrt(query.shape[-1])  # (batch, head, query, key)
    return parts


def spread_along_rows(parts: Mapping[str, Tensor]) -> Tensor:
    """Return how much each of the four parts (batch, head, query, key) varies along a row, (head, part): the
    standard deviation over the keys, averaged over all queries. The softmax ignores whatever is the same for
    all keys."""
    return torch.stack([parts[name].std(-1, unbiased=False).mean((0, -1)) for name in PARTS], -1)


def most_by_position(spreads: Tensor) -> int:
    """Return the head in which "position–position" has the largest fraction of all four; spreads (head, part)."""
    return int((spreads[:, PARTS.index("position–position")] / spreads.sum(-1)).argmax())


@torch.no_grad()
def scores(model: Any, source: Tensor) -> tuple[Tensor, SourceLine]:
    """Return the sum of the four parts, `scaled` of encoder layer 0 from the model's own pass, (batch, head,
    query, key), and the source line that computes it."""
    with record(model, SCALED) as trace:
        model.encode(source)
    return trace.one(SCALED), trace.lines[SCALED]


def _normed(residual: Any, words: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
    """Return the output of the LayerNorm before the layer, split into word and position, each of the same shape.

    LayerNorm divides by the standard deviation of the sum. With this number fixed at its value in this forward
    pass, the rest is linear: each part is centred, divided and weighted on its own.
    """
    if not residual.pre:
        return words, places  # "post": the sum enters unchanged
    norm = residual.norm
    if type(norm).__name__ != LayerNorm.__name__:  # by name, because an edit creates a new class
        raise ValueError(
            f"a {type(norm).__name__} comes before the first layer; here, only LayerNorm can be split "
            f"into a word part and a position part"
        )
    variance = (words + places).var(-1, unbiased=False, keepdim=True)  # (batch, position, 1)
    deviation = torch.sqrt(variance + norm.eps)
    content, position = (
        norm.weight * (part - part.mean(-1, keepdim=True)) / deviation for part in (words, places)
    )
    return content + norm.bias, position


def _without_bias(matrix: nn.Linear, x: Tensor) -> Tensor:
    return nn.functional.linear(x, matrix.weight)
