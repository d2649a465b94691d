"""Your exercise: soft attention over the map of a picture.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both read this file anew each time. Begin with `places`; its checks come first.
"""

import torch  # noqa: F401  torch.tanh will be useful
from torch import Tensor


def places(features: Tensor) -> Tensor:
    """A map as a list of places, row after row: (batch, width, row, column) → (batch, place, width)."""
    # 1  rows and columns become one axis: all of the first row, then all of the second → (batch, width, place)
    # 2  the axis of the places before that of the numbers → (batch, place, width)
    raise NotImplementedError("places is still to be written")


def place_weights(state: Tensor, places: Tensor, W: Tensor, U: Tensor, v: Tensor) -> Tensor:
    """How much each place counts now: softmax over the places of v · tanh(W s + U a).

    state (batch, hidden), places (batch, place, width), W (mix, hidden), U (mix, width), v (mix,) → (batch, place).
    """
    # 1  W s: of each picture one vector → (batch, mix); with a new axis it is added at each place
    # 2  U a: of each place one vector → (batch, place, mix)
    # 3  the scores: tanh of the sum, times v → (batch, place)
    # 4  softmax: over which axis?
    raise NotImplementedError("place_weights is still to be written")


def summary(weights: Tensor, places: Tensor) -> Tensor:
    """The context, Σ α a: weights (batch, place), places (batch, place, width) → (batch, width)."""
    raise NotImplementedError("summary is still to be written")


def on_map(weights: Tensor, rows: int) -> Tensor:
    """Weights of places, row after row, as a map of so many rows: (batch, place) → (batch, row, column)."""
    raise NotImplementedError("on_map is still to be written")
