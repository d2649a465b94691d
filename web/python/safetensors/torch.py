"""Files of tensors."""

from pathlib import Path

from torch import Tensor

import safetensors


def save(tensors, metadata=None):
    return safetensors.written({name: one.array for name, one in tensors.items()}, metadata)


def save_file(tensors, filename, metadata=None):
    Path(filename).write_bytes(save(tensors, metadata))


def load(data):
    header, _, data = safetensors.opened(data)
    return {name: Tensor(safetensors.array_of(one, data)) for name, one in header.items()}


def load_file(filename, device="cpu"):
    return load(Path(filename).read_bytes())
