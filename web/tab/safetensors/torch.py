"""Files of tensors."""

from pathlib import Path

import safetensors
from torch import from_numpy


def save(tensors, metadata=None):
    return safetensors.written({name: one.numpy() for name, one in tensors.items()}, metadata)


def save_file(tensors, filename, metadata=None):
    Path(filename).write_bytes(save(tensors, metadata))


def load(data):
    header, _, data = safetensors.opened(data)
    return {name: from_numpy(safetensors.array_of(one, data)) for name, one in header.items()}


def load_file(filename, device="cpu"):
    return load(Path(filename).read_bytes())
