"""Your exercise: soft attention over the feature map of an image.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `places`; its checks come first.
"""

import torch  # noqa: F401  torch.tanh will be useful
from torch import Tensor


def places(features: Tensor) -> Tensor:
    """A feature map as a list of positions, row by row: (batch, width, row, column) → (batch, position, width)."""
    # 1  merge rows and columns into one axis: the whole first row, then the whole second row → (batch, width, position)
    # 2  move the position axis before the feature axis → (batch, position, width)
    raise NotImplementedError("places is still to be written")


def place_weights(state: Tensor, places: Tensor, W: Tensor, U: Tensor, v: Tensor) -> Tensor:
    """The weight of each position: softmax over the positions of v · tanh(W s + U a).

    state (batch, hidden), places (batch, position, width), W (mix, hidden), U (mix, width), v (mix,) → (batch, position).
    """
    # 1  W s: one vector per image → (batch, mix); a new axis lets you add it at each position
    # 2  U a: one vector per position → (batch, position, mix)
    # 3  the scores: tanh of the sum, times v → (batch, position)
    # 4  softmax: over which axis?
    raise NotImplementedError("place_weights is still to be written")


def summary(weights: Tensor, places: Tensor) -> Tensor:
    """The context vector, Σ α a: weights (batch, position), places (batch, position, width) → (batch, width)."""
    raise NotImplementedError("summary is still to be written")


def on_map(weights: Tensor, rows: int) -> Tensor:
    """Weights of positions, row by row, as a map with `rows` rows: (batch, position) → (batch, row, column)."""
    raise NotImplementedError("on_map is still to be written")
