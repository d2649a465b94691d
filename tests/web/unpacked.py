"""What `web.packing` wrote, read as its docstring says it, to see what lies in a site."""

import gzip
import re
import struct
from pathlib import Path

SCRIPT = re.compile(r'glassbox\.piece\((\d+), (\d+), "(.*)"\);\n', re.S)


def unpacked(*scripts: Path) -> tuple[bytes, bytes]:
    """The data, and the floats after them."""
    zipped, begin = b"", 0
    for script in scripts:
        size, begin, letters = SCRIPT.fullmatch(script.read_text(encoding="utf-16")).groups()
        found, each = [], iter(letters)
        for letter in each:
            found.append(ord(next(each)) ^ 0x8000 if letter == "\ue000" else ord(letter))
        zipped += struct.pack(f"<{len(found)}H", *found)[: int(size)]
    data = gzip.decompress(zipped)
    data, planes = data[: int(begin)], data[int(begin) :]
    count = len(planes) // 4
    whole = bytes(planes[k * count + n] for n in range(count) for k in range(4))
    return data, whole + planes[4 * count :]
