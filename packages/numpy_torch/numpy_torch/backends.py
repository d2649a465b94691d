"""Other backends: none is available."""

from numpy_torch import cuda, mps  # noqa: F401
