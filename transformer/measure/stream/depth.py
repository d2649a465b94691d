"""What a stack does to the gradient, layer by layer, before any training: with residual and LayerNorm, in
either order, and without them.

Each number comes from a real backward pass through a fresh encoder that is asked to reverse rows of
letters. The deeper the stack, the more factors a gradient passes on its way to the first layer.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cosine_similarity, cross_entropy

from transformer.config import TransformerConfig
from transformer.embeddings import Embedding
from transformer.model import Builder, Encoder

DEPTHS = (2, 6, 12, 24)
SEEDS = (0, 1, 2)
SIZES: dict[str, Any] = {"d_model": 32, "d_ff": 128, "self_heads": 4}
LETTERS, ROWS, LONG = 20, 4, 8

# How a stack is put together, as a config says it.
WAYS: dict[str, dict[str, Any]] = {
    "pre": {"norm_order": "pre"},
    "post": {"norm_order": "post"},
    "without norm": {"norm": "none"},
    "without residual": {"residual": "none"},
    "without both": {"norm": "none", "residual": "none"},
}


@dataclass(frozen=True)
class Pass:
    """One backward pass for each seed."""

    gradients: Tensor  # (seed, layer): the norm of the gradient of all weight matrices of a layer
    loss: float  # the mean over the seeds
    alike: float  # cosine of the vectors of two words of a row at the end, the mean over all pairs


def backward(way: str, depth: int, seeds: tuple[int, ...] = SEEDS) -> Pass:
    """One forward and one backward pass for each seed through `depth` layers."""
    if way not in WAYS:
        raise ValueError(f"there is no way '{way}' to build a stack; there are: {', '.join(WAYS)}")
    if depth < 1:
        raise ValueError(f"a stack has at least 1 layer, got {depth}")
    return _passes(way, (depth,), seeds)[depth]


def all_passes() -> dict[tuple[str, int], Pass]:
    """Every way at every depth: about two seconds."""
    return {(way, n): one for way in WAYS for n, one in _passes(way, DEPTHS, SEEDS).items()}


def _passes(way: str, depths: tuple[int, ...], seeds: tuple[int, ...]) -> dict[int, Pass]:
    """A stack is built once for each seed; the shallower ones are its first layers."""
    built = [_fresh(way, max(depths), seed) for seed in seeds]
    passes = {}
    for depth in depths:
        found = [_once(*parts, depth) for parts in built]
        gradients, losses, alike = zip(*found, strict=True)
        mean = [sum(one) / len(seeds) for one in (losses, alike)]
        passes[depth] = Pass(torch.stack(gradients), *mean)
    return passes


def _fresh(way: str, depth: int, seed: int) -> tuple[Embedding, Encoder, Tensor]:
    """An embedding, a stack, and rows of letters (row, position)."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        build = Builder(TransformerConfig(LETTERS, LETTERS, **SIZES, **WAYS[way]))
        embedding, stack = build.embedding(LETTERS), build.encoder(depth)
    generator = torch.Generator().manual_seed(seed)
    return embedding, stack, torch.randint(LETTERS, (ROWS, LONG), generator=generator)


def _once(
    embedding: Embedding, stack: Encoder, letters: Tensor, depth: int
) -> tuple[Tensor, float, float]:
    layers = stack.layers[:depth]
    weights = [[p for p in layer.parameters() if p.dim() > 1] for layer in layers]
    with torch.enable_grad():
        states = embedding(letters)  # (row, position, d_model)
        for layer in layers:
            states = layer(states)
        states = stack.norm(states)
        scores = embedding.scores(states)  # (row, position, letter)
        loss = cross_entropy(scores.flatten(0, 1), letters.flip(1).flatten())
        gradients = iter(torch.autograd.grad(loss, [p for layer in weights for p in layer]))
    squares = [
        torch.stack([next(gradients).square().sum() for _ in layer]).sum() for layer in weights
    ]
    return torch.stack(squares).sqrt(), loss.item(), _likeness(states.detach())


def _likeness(states: Tensor) -> float:
    """The mean cosine of two different words of one row; found (row, position, d_model)."""
    a, b = torch.triu_indices(states.shape[1], states.shape[1], offset=1)
    return cosine_similarity(states[:, a], states[:, b], dim=-1).mean().item()
