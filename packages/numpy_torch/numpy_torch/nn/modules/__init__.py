"""Torch's names of the modules that contain its layers."""

from numpy_torch.nn import module  # noqa: F401
