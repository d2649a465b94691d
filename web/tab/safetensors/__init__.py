"""The file format safetensors in a tab: a JSON header, followed by the numbers. Read and written with numpy."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

DTYPES = {
    "F32": np.float32, "F64": np.float64, "F16": np.float16, "I64": np.int64, "I32": np.int32, "I16": np.int16,
    "I8": np.int8, "U8": np.uint8, "BOOL": np.bool_,
}  # fmt: skip
NAMES = {np.dtype(kind): name for name, kind in DTYPES.items()}


class SafetensorError(Exception):
    """Raised for a damaged file, or a file of another format."""


class safe_open:
    """A file whose tensors are read one by one; `framework` "pt" gives tensors, "numpy" arrays."""

    def __init__(self, filename: str | Path, framework: str, device: str = "cpu"):
        self.framework = framework
        self.header, self.notes, self.data = opened(Path(filename).read_bytes())

    def __enter__(self) -> "safe_open":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def metadata(self) -> dict[str, str] | None:
        return self.notes

    def keys(self) -> list[str]:
        return sorted(self.header)

    def get_tensor(self, name: str) -> Any:
        if name not in self.header:
            raise SafetensorError(f"File does not contain tensor {name}")
        array = array_of(self.header[name], self.data)
        if self.framework in ("np", "numpy"):
            return array
        from torch import from_numpy  # PyTorch's, or that of numpy_torch

        return from_numpy(array)

    def get_slice(self, name: str) -> "_Slice":
        return _Slice(self.get_tensor(name))


class _Slice:
    """A tensor that is read in part."""

    def __init__(self, tensor: Any):
        self.tensor = tensor

    def __getitem__(self, key: Any) -> Any:
        return self.tensor[key]

    def get_shape(self) -> list[int]:
        return list(self.tensor.shape)

    def get_dtype(self) -> str:
        return NAMES[np.dtype(str(self.tensor.dtype).removeprefix("torch."))]


def opened(data: bytes) -> tuple[dict[str, Any], dict[str, str] | None, memoryview]:
    """Return the header by tensor, the metadata, and the numbers as bytes."""
    if len(data) < 8:
        raise SafetensorError("Error while deserializing header: header too small")
    (length,) = struct.unpack("<Q", data[:8])
    if length > len(data) - 8:
        raise SafetensorError("Error while deserializing header: invalid header length")
    try:
        header = json.loads(data[8 : 8 + length])
        notes = header.pop("__metadata__", None)
        numbers, end = memoryview(data)[8 + length :], 0  # viewed, not copied: weights are large
        for entry in sorted(header.values(), key=lambda entry: entry["data_offsets"]):
            begin, end = entry["data_offsets"][0] - end, entry["data_offsets"][1]
            size = int(np.prod(entry["shape"])) * np.dtype(DTYPES[entry["dtype"]]).itemsize
            if begin or size != end - entry["data_offsets"][0]:
                raise SafetensorError("Error while deserializing header: invalid offset")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SafetensorError(f"Error while deserializing header: {error}") from None
    if end != len(numbers):
        raise SafetensorError(
            "Error while deserializing header: incomplete metadata, file not fully covered"
        )
    return header, notes, numbers


def array_of(entry: dict[str, Any], data: memoryview) -> np.ndarray:
    """Return the array that a header entry describes."""
    begin, end = entry["data_offsets"]
    return np.frombuffer(data[begin:end], DTYPES[entry["dtype"]]).reshape(entry["shape"]).copy()


def to_bytes(arrays: dict[str, np.ndarray], metadata: dict[str, str] | None = None) -> bytes:
    """Return a whole file as bytes; the widest dtypes come first, as in the library."""
    order = sorted(arrays, key=lambda name: (-arrays[name].dtype.itemsize, name))
    header: dict[str, Any] = {"__metadata__": metadata} if metadata else {}
    at = 0
    for name in order:
        array = arrays[name]
        header[name] = {
            "dtype": NAMES[array.dtype], "shape": list(array.shape), "data_offsets": [at, at + array.nbytes],
        }  # fmt: skip
        at += array.nbytes
    head = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    head += b" " * (-len(head) % 8)
    return (
        struct.pack("<Q", len(head))
        + head
        + b"".join(np.ascontiguousarray(arrays[n]).tobytes() for n in order)
    )
