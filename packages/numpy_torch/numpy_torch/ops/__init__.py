"""The operations, one file per kind. Importing them fills the tables of `torch.operation`."""

from numpy_torch.ops import (  # noqa: F401
    asking,
    casting,
    changing,
    copies,
    einsum,
    elementwise,
    extremes,
    folds,
    fused,
    joining,
    making,
    operators,
    pairs,
    picking,
    places,
    placing,
    products,
    rows,
    setting,
    shapes,
)  # fmt: skip
