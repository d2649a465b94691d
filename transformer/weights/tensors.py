"""Write a file of tensors that other users can read."""

from pathlib import Path

from safetensors import torch as safetensors
from torch import Tensor


def save_file(
    tensors: dict[str, Tensor], file: Path, metadata: dict[str, str] | None = None
) -> None:
    """Write a safetensors file with the permissions of any other new file (the umask's). The library's own
    `save_file` creates a file that only its owner can read."""
    file.write_bytes(safetensors.save(tensors, metadata))
