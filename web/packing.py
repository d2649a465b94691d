"""Data as classic scripts, which a browser loads from any host and from a folder on a disk.

What gzip made of the data stands in a script as text in UTF-16, two bytes a letter: 3% more than the bytes, where
base64 needs 33%. The first letter says that it is UTF-16, and a browser believes that before it believes a host.
`glassbox.unpacked` (load.js) makes data of it again.
"""

import gzip
import math
import re

import numpy as np

# What a script cannot hold in quotes: halves of pairs, quotes, ends of lines. MARK says that the next letter is one of
# them with its highest bit turned.
MARK = "\ue000"
APART = re.compile(f'[\ud800-\udfff"\\\\\n\r\u2028\u2029{MARK}]')


def zipped(data: bytes, floats: bytes = b"", level: int = 9) -> bytes:
    """`data`, and after them `floats` (float32)."""
    return gzip.compress(data + in_planes(floats), level, mtime=0)


def script(part: bytes, begin: int) -> bytes:
    """All of what is zipped, or a part, as a script; where in the data the floats `begin`."""
    call = f'\ufeffglassbox.piece({len(part)}, {begin}, "'
    return call.encode("utf-16-le") + lettered(part) + '");\n'.encode("utf-16-le")


def spared(arrays: list[dict], floats: bytes) -> tuple[list[int], bytes]:
    """The numbers of a figure without those of its `arrays` that are the difference of the two before them: which
    arrays these are, and the floats that are left."""
    numbers = np.frombuffer(floats, "<f4")
    parts = np.split(numbers, [one["offset"] for one in arrays[1:]])
    if any(part.size != math.prod(one["shape"]) for one, part in zip(arrays, parts, strict=True)):
        return [], floats  # they do not follow each other
    found = []
    for number, (one, other, own) in enumerate(zip(parts, parts[1:], parts[2:], strict=False), 2):
        alike = one.size == other.size == own.size and np.isfinite([one, other]).all()
        if alike and (other - one).tobytes() == own.tobytes():
            found.append(number)
    return found, b"".join(p.tobytes() for n, p in enumerate(parts) if n not in found)


def in_planes(floats: bytes) -> bytes:
    """First the first byte of every number, then every second one, and so on: signs and exponents, which are alike,
    are together, and gzip has something to do."""
    whole = len(floats) // 4 * 4
    return np.frombuffer(floats[:whole], np.uint8).reshape(-1, 4).T.tobytes() + floats[whole:]


def lettered(data: bytes) -> bytes:
    """Bytes as the letters of a text in quotes, in UTF-16; an odd one has a zero after it."""
    units = np.frombuffer(data + b"\0" * (len(data) % 2), "<u2")
    text = units.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    return APART.sub(lambda one: MARK + chr(ord(one[0]) ^ 0x8000), text).encode("utf-16-le")
