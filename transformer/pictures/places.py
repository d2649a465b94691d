"""Soft attention over a map: its places as a list, a weight for each, their weighted mean, and back to a map."""

from torch import Tensor

from transformer.variants.scores import additive


def places(features: Tensor) -> Tensor:
    """A map as a list of places, row after row: (batch, width, row, column) → (batch, place, width)."""
    return features.flatten(2).mT


def place_weights(state: Tensor, places: Tensor, W: Tensor, U: Tensor, v: Tensor) -> Tensor:
    """How much each place counts now: softmax over the places of v · tanh(W s + U a).

    state (batch, hidden), places (batch, place, width), W (mix, hidden), U (mix, width), v (mix,) → (batch, place).
    """
    scores = additive(state[:, None], places, W, U, v)[:, 0]  # (batch, place)
    return scores.softmax(dim=-1)


def summary(weights: Tensor, places: Tensor) -> Tensor:
    """The context, Σ α a: weights (batch, place), places (batch, place, width) → (batch, width)."""
    return (weights[:, None] @ places)[:, 0]


def on_map(weights: Tensor, rows: int) -> Tensor:
    """Weights of places, row after row, as a map of so many rows: (batch, place) → (batch, row, column)."""
    return weights.unflatten(-1, (rows, -1))
