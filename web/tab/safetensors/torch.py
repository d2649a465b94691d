"""Files of tensors."""

from pathlib import Path

import safetensors  # the package of this file, in a tab
from torch import Tensor, from_numpy


def save(tensors: dict[str, Tensor], metadata: dict[str, str] | None = None) -> bytes:
    arrays = {name: tensor.numpy() for name, tensor in tensors.items()}
    return safetensors.to_bytes(arrays, metadata)  # type: ignore[attr-defined]


def save_file(
    tensors: dict[str, Tensor], filename: str | Path, metadata: dict[str, str] | None = None
) -> None:
    Path(filename).write_bytes(save(tensors, metadata))


def load(data: bytes) -> dict[str, Tensor]:
    header, _, numbers = safetensors.opened(data)  # type: ignore[attr-defined]
    return {name: from_numpy(safetensors.array_of(part, numbers)) for name, part in header.items()}  # type: ignore[attr-defined]


def load_file(filename: str | Path, device: str = "cpu") -> dict[str, Tensor]:
    return load(Path(filename).read_bytes())
