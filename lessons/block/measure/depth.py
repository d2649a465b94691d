"""What a stack does to the gradient, layer by layer, before any training: with residual and LayerNorm, in
either order, and without them.

Each number comes from a real backward pass through a fresh encoder that has to reverse strings of letters.
The deeper the stack, the more factors the gradient passes on its way to the first layer. Plain gradient
descent takes a step of that size. Adam divides the size out: its first step is lr · g / (|g| + ε).
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cosine_similarity, cross_entropy

from transformer.config import TransformerConfig
from transformer.embeddings import Embedding
from transformer.model import Encoder

DEPTHS = (2, 6, 12, 24)
SEEDS = (0, 1, 2)
SIZES: dict[str, Any] = {"d_model": 32, "d_ff": 128, "self_heads": 4}
LETTERS, ROWS, LONG = 20, 4, 8
EPS = 1e-8  # of Adam

# How a stack is built, as config settings.
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
    adam: Tensor  # (seed, layer): Adam's first step of the median weight of a layer, in learning rates
    loss: float  # the mean over the seeds
    alike: float  # mean cosine of the final vectors of two words of a string, over all pairs


def backward(way: str, depth: int, seeds: tuple[int, ...] = SEEDS) -> Pass:
    """Run one forward and one backward pass for each seed through `depth` layers."""
    if way not in WAYS:
        raise ValueError(
            f"'{way}' is not a valid way to build a stack; choose one of {', '.join(WAYS)}"
        )
    if depth < 1:
        raise ValueError(f"depth is {depth}: a stack needs at least 1 layer")
    return _passes(way, (depth,), seeds)[depth]


def all_passes() -> dict[tuple[str, int], Pass]:
    """Run every way at every depth, in about two seconds."""
    return {(way, n): result for way in WAYS for n, result in _passes(way, DEPTHS, SEEDS).items()}


def _passes(way: str, depths: tuple[int, ...], seeds: tuple[int, ...]) -> dict[int, Pass]:
    """Build one stack per seed; the shallower stacks are its first layers."""
    built = [_new_stack(way, max(depths), seed) for seed in seeds]
    passes = {}
    for depth in depths:
        results = [_backward_pass(*parts, depth) for parts in built]
        gradients, adam, losses, alike = zip(*results, strict=True)
        mean = [sum(values) / len(seeds) for values in (losses, alike)]
        passes[depth] = Pass(torch.stack(gradients), torch.stack(adam), *mean)
    return passes


def _new_stack(way: str, depth: int, seed: int) -> tuple[Embedding, Encoder, Tensor]:
    """Return an embedding, a stack, and strings of letters (row, position)."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        config = TransformerConfig(LETTERS, LETTERS, **SIZES, **WAYS[way])
        embedding, stack = Embedding(LETTERS, config), Encoder(config, depth)
    generator = torch.Generator().manual_seed(seed)
    return embedding, stack, torch.randint(LETTERS, (ROWS, LONG), generator=generator)


def _backward_pass(
    embedding: Embedding, stack: Encoder, letters: Tensor, depth: int
) -> tuple[Tensor, Tensor, float, float]:
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
    flat = [
        torch.cat([next(gradients).flatten() for _ in layer]) for layer in weights
    ]  # of each layer
    sizes = torch.stack([gradient.norm() for gradient in flat])
    steps = torch.stack([(gradient.abs() / (gradient.abs() + EPS)).median() for gradient in flat])
    return sizes, steps, loss.item(), _mean_cosine(states.detach())


@torch.no_grad()
def cosine_without_mixing(way: str, depth: int, seeds: tuple[int, ...] = SEEDS) -> float:
    """Return the mean cosine of the words of a string when every word may attend only to itself, so without
    attention's effect."""
    itself, similarities = torch.eye(LONG, dtype=torch.bool), []
    for seed in seeds:
        embedding, stack, letters = _new_stack(way, depth, seed)
        states = embedding(letters)  # (row, position, d_model)
        for layer in stack.layers:
            states = layer(states, itself)
        similarities.append(_mean_cosine(stack.norm(states)))
    return sum(similarities) / len(similarities)


def _mean_cosine(states: Tensor) -> float:
    """Return the mean cosine of two different words of one string; found (row, position, d_model)."""
    a, b = torch.triu_indices(states.shape[1], states.shape[1], offset=1)
    return cosine_similarity(states[:, a], states[:, b], dim=-1).mean().item()
