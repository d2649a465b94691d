"""Messages between the app and the process that runs students' code: plain data and arrays.

A message is JSON, followed by the bytes that JSON cannot hold. Any other object stays in its process; the
other side gets a handle (`remote.Remote`) to query it. No code is sent, so nothing that a layer does can
reach the app.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path, PurePath
from typing import Any

import numpy as np

KIND = "="  # the key that marks values other than plain JSON


def pack(value: Any, hold: Callable[[Any], dict]) -> bytes:
    """Encode a value as bytes; `hold(object)` describes what cannot be sent, as a dictionary of plain fields."""
    blobs: list[bytes] = []

    def add_blob(raw: bytes) -> int:
        blobs.append(raw)
        return len(blobs) - 1

    def plain(value: Any) -> Any:
        if value is None or type(value) in (bool, int, float, str):
            return value
        if type(value) is list:
            return [plain(item) for item in value]
        if isinstance(value, Mapping):
            return {KIND: "dict", "items": [[plain(k), plain(v)] for k, v in value.items()]}
        if type(value) in (tuple, set, frozenset):
            return {KIND: type(value).__name__, "items": [plain(item) for item in value]}
        if isinstance(value, np.generic):
            return plain(value.item())
        if isinstance(value, bytes):
            return {KIND: "bytes", "at": add_blob(value)}
        if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
            at = add_blob(np.ascontiguousarray(value).tobytes())
            return {KIND: "array", "type": value.dtype.str, "shape": value.shape, "at": at}
        if type(value) is date:
            return {KIND: "date", "day": value.isoformat()}
        if isinstance(value, PurePath):
            return {KIND: "path", "path": str(value)}
        return {KIND: "held", **{name: plain(field) for name, field in hold(value).items()}}

    text = json.dumps({"value": plain(value), "sizes": [len(blob) for blob in blobs]}).encode()
    return b"".join([len(text).to_bytes(8, "little"), text, *blobs])


def unpack(data: bytes, held: Callable[[dict], Any]) -> Any:
    """Decode the value; `held(fields)` resolves what the other side described."""
    start = 8 + int.from_bytes(data[:8], "little")
    message, blobs = json.loads(data[8:start]), []
    for size in message["sizes"]:
        blobs.append(data[start : start + size])
        start += size

    def whole(value: Any) -> Any:
        if isinstance(value, list):
            return [whole(item) for item in value]
        return made(value) if isinstance(value, dict) else value

    def made(value: dict) -> Any:
        kind = value[KIND]
        if kind == "dict":
            return {whole(k): whole(v) for k, v in value["items"]}
        if kind in COLLECTIONS:
            return COLLECTIONS[kind](whole(item) for item in value["items"])
        if kind == "bytes":
            return blobs[value["at"]]
        if kind == "array":
            flat = np.frombuffer(blobs[value["at"]], value["type"])
            return flat.reshape(value["shape"])
        if kind == "date":
            return date.fromisoformat(value["day"])
        if kind == "path":
            return Path(value["path"])
        return held({name: whole(field) for name, field in value.items() if name != KIND})

    return whole(message["value"])


COLLECTIONS = {"tuple": tuple, "set": set, "frozenset": frozenset}
