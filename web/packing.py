"""Data as classic scripts, which a browser loads from any host and from a local folder.

The gzipped data is stored in a script as UTF-16 text, two bytes per character. This adds 3% to the size,
where base64 adds 33%. The first character marks the text as UTF-16, which browsers trust more than the host's
headers. `glassbox.unpacked` (load.js) restores the data.
"""

import gzip
import hashlib
import math
import re

import numpy as np

# What a quoted string in a script cannot hold: lone surrogates, quotes, line ends. MARK says that the next character
# is one of them with its highest bit flipped.
MARK = "\ue000"
APART = re.compile(f'[\ud800-\udfff"\\\\\n\r\u2028\u2029{MARK}]')


def hashed(text: str | bytes) -> str:
    """Return the part of a file's name that changes with its content."""
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()[:12]


def zipped(data: bytes, floats: bytes = b"", level: int = 9) -> bytes:
    """Return `data` followed by `floats` (float32)."""
    return gzip.compress(data + in_planes(floats), level, mtime=0)


def script(part: bytes, begin: int) -> bytes:
    """Return the zipped data, or a part, as a script; `begin`: where the floats start."""
    call = f'\ufeffglassbox.piece({len(part)}, {begin}, "'
    return call.encode("utf-16-le") + lettered(part) + '");\n'.encode("utf-16-le")


def spared(arrays: list[dict], floats: bytes) -> tuple[list[int], bytes]:
    """Leave out the `arrays` of a figure that equal the difference of the two before them; return which arrays
    these are, and the remaining floats."""
    numbers = np.frombuffer(floats, "<f4")
    parts = np.split(numbers, [array["offset"] for array in arrays[1:]])
    if any(
        part.size != math.prod(array["shape"]) for array, part in zip(arrays, parts, strict=True)
    ):
        return [], floats  # the arrays are not adjacent
    spares = []
    for number, (part, other, own) in enumerate(zip(parts, parts[1:], parts[2:], strict=False), 2):
        alike = part.size == other.size == own.size and np.isfinite([part, other]).all()
        if alike and (other - part).tobytes() == own.tobytes():
            spares.append(number)
    return spares, b"".join(p.tobytes() for n, p in enumerate(parts) if n not in spares)


def in_planes(floats: bytes) -> bytes:
    """Reorder the bytes: the first byte of every number, then every second one, and so on. Similar bytes (signs and
    exponents) are then adjacent, so gzip compresses better."""
    whole = len(floats) // 4 * 4
    return np.frombuffer(floats[:whole], np.uint8).reshape(-1, 4).T.tobytes() + floats[whole:]


def lettered(data: bytes) -> bytes:
    """Encode bytes as a quoted UTF-16 string; an odd number of bytes gets a zero at the end."""
    units = np.frombuffer(data + b"\0" * (len(data) % 2), "<u2")
    text = units.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    return APART.sub(lambda match: MARK + chr(ord(match[0]) ^ 0x8000), text).encode("utf-16-le")
