"""Torch's names of the modules that contain its layers."""

from torch.nn import module  # noqa: F401
