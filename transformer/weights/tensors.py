"""A file of tensors, readable for whom other files are readable."""

from pathlib import Path

from safetensors import torch as safetensors
from torch import Tensor


def save_file(
    tensors: dict[str, Tensor], file: Path, metadata: dict[str, str] | None = None
) -> None:
    """Write a safetensors file with the rights of any other new file (the umask's); the library's own
    `save_file` leaves one that nobody but its owner can read."""
    file.write_bytes(safetensors.save(tensors, metadata))
