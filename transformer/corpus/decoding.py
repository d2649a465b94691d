"""Decode the bytes of a text: UTF-8, UTF-16 with its byte-order mark, or Windows-1252 with a warning."""

import codecs
import re

from transformer.corpus.unpacking import Unreadable

UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
CONTROL = re.compile("[\x01-\x08\x0e-\x19\x1b-\x1f]")  # do not occur in a text from Windows
BINARY = "contains bytes that do not occur in text: if it is a text file, save it as “text, UTF-8”"
MOST_ACCENTED = (
    0.3  # of the letters: French has 0.05; Russian or Chinese bytes read as Latin letters exceed it
)


def decode(name: str, data: bytes, remarks: list[str]) -> str:
    """Bytes → characters. Raises `Unreadable` with the reason where they are not text."""
    try:
        text = data.decode("utf-16" if data.startswith(UTF_16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        text = _windows(name, data, line)
        remarks.append(
            f"The file {name} is not UTF-8 (line {line:,}), so it was read as Windows-1252: if accents look wrong, save "
            "it as “text, UTF-8”."
        )
    if "\0" in text:
        raise Unreadable(f"the file {name} {BINARY}")
    if not text.strip():
        raise Unreadable(f"the file {name} is empty: use a file that contains text")
    return text


def lines_of(text: str) -> list[str]:
    """Split into lines as an editor does, for any line ending."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _windows(name: str, data: bytes, line: int) -> str:
    """Decode Windows-1252, the usual encoding of Western European text that is not Unicode."""
    if b"\0" in data and not data.startswith(UTF_16):
        raise Unreadable(f"the file {name} {BINARY}")
    text = "" if data.startswith(UTF_16) else data.decode("cp1252", "replace")
    letters = [c for c in text if c.isalpha()]
    accented = sum(not c.isascii() for c in letters)
    if CONTROL.search(text) or "�" in text or accented >= MOST_ACCENTED * len(letters):
        raise Unreadable(
            f"the file {name} is not UTF-8 text (line {line:,}), nor Windows-1252: save it as “CSV UTF-8” or “text, "
            "UTF-8”"
        )
    return text
