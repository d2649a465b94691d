"""The operations, one file per kind. Importing them fills the tables of `torch.operation`."""

from numpy_torch.ops import (  # noqa: F401
    asking,
    changing,
    elementwise,
    extremes,
    folds,
    joining,
    making,
    pairs,
    picking,
    places,
    placing,
    products,
    rows,
    shapes,
)  # fmt: skip
