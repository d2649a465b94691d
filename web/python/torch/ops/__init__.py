"""The operations, a file for each kind. Importing them fills the tables of `torch.operation`."""

from torch.ops import changing, elementwise, folds, making, picking, products, shapes  # noqa: F401
