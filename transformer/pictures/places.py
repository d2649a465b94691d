"""Soft attention over a feature map: flatten it, weight its positions, average them, and restore the map."""

from torch import Tensor

from transformer.variants.scores import additive


def places(features: Tensor) -> Tensor:
    """Flatten a map into a list of positions, row by row: (batch, width, row, column) → (batch, place, width)."""
    return features.flatten(2).mT


def place_weights(state: Tensor, places: Tensor, W: Tensor, U: Tensor, v: Tensor) -> Tensor:
    """The attention weights of the positions: softmax of v · tanh(W s + U a).

    state (batch, hidden), places (batch, place, width), W (mix, hidden), U (mix, width), v (mix,) → (batch, place).
    """
    scores = additive(state[:, None], places, W, U, v)[:, 0]  # (batch, place)
    return scores.softmax(dim=-1)


def summary(weights: Tensor, places: Tensor) -> Tensor:
    """The context vector, Σ α a: weights (batch, place), places (batch, place, width) → (batch, width)."""
    return (weights[:, None] @ places)[:, 0]


def on_map(weights: Tensor, rows: int) -> Tensor:
    """Arrange the weights as a map with `rows` rows: (batch, place) → (batch, row, column)."""
    return weights.unflatten(-1, (rows, -1))
