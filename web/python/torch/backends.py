"""Other ways to compute: none of them is there."""

from torch import cuda, mps  # noqa: F401
