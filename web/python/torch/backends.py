"""Other backends: none is available."""

from torch import cuda, mps  # noqa: F401
