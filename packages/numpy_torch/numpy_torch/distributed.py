"""Distributed training, which this package does not have."""

from numpy_torch.refusal import missing


def is_available():
    return False


def is_initialized():
    return False


def __getattr__(name):
    raise missing("torch.distributed", name)
