"""SentencePiece's file (Kudo and Richardson 2018) → a tokenizer of the library `tokenizers`.

The file is a protocol buffer: a field is its number and type in one integer, then the value. Needed are the pieces
(1) with text (1), score (2) and type (3), and the character table (2) of the normaliser (3).
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

Field = tuple[int, Any]  # its number; an integer, or bytes
PIECES, TRAINER, NORMALISER = 1, 2, 3
NORMAL, UNKNOWN, CONTROL, UNUSED = (
    1,
    2,
    3,
    5,
)  # types of a piece; a control or unused piece matches no text
# Options of the trainer and the normaliser: number, name, and the only value that is followed here.
TRAINED = ((3, "model_type", 1), (24, "treat_whitespace_as_suffix", 0), (35, "byte_fallback", 0))
NORMALISED = ((3, "add_dummy_prefix", 1), (4, "remove_extra_whitespaces", 1), (5, "escape_whitespaces", 1))  # fmt: skip


def tokenizer(file: Path) -> Tokenizer:
    """Return the unigram tokenizer of a .spm file. Raises `ValueError` where it holds something else, or has an
    option that is not followed."""
    pieces: list[tuple[str, float]] = []
    characters = b""
    for number, value in fields(file.read_bytes()):
        if number == PIECES:
            piece = dict(fields(value))
            text, kind = piece[1].decode(), piece.get(3, NORMAL)
            if kind not in (NORMAL, UNKNOWN, CONTROL, UNUSED):
                raise ValueError(
                    f"{file.name} has the piece {text!r} of type {kind}, which is not followed here"
                )
            if kind in (NORMAL, UNKNOWN):
                pieces.append((text, struct.unpack("<f", piece[2])[0] if 2 in piece else 0.0))
        elif number == TRAINER:
            _must_be(TRAINED, value, file)
        elif number == NORMALISER:
            _must_be(NORMALISED, value, file)
            characters = dict(fields(value)).get(2, b"")
    unknown = next((n for n, (piece, _) in enumerate(pieces) if piece == "<unk>"), None)
    made = Tokenizer(models.Unigram(pieces, unknown))
    steps = [normalizers.Replace(Regex(" {2,}"), " "), normalizers.Strip()]
    if characters:
        steps.insert(0, normalizers.Precompiled(characters))
    made.normalizer = normalizers.Sequence(steps)
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    return made


def _must_be(options: tuple, message: bytes, file: Path) -> None:
    stored = dict(fields(message))
    for number, name, value in options:
        if stored.get(number, value) != value:
            raise ValueError(
                f"{name} in {file.name} is {stored[number]}; only {value} is followed here"
            )


def fields(data: bytes) -> Iterator[Field]:
    """Yield the fields of a message: (number, value), with nested messages as bytes."""
    at = 0
    while at < len(data):
        key, at = _integer(data, at)
        kind = key & 7
        if kind == 0:
            value, at = _integer(data, at)
            yield key >> 3, value
            continue
        if kind not in (1, 2, 5):
            raise ValueError("this is not a SentencePiece file")
        length, at = _integer(data, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
        if at + length > len(data):
            raise ValueError("the file ends in the middle of a field")
        yield key >> 3, data[at : at + length]
        at += length


def _integer(data: bytes, at: int) -> tuple[int, int]:
    """Read seven bits per byte, the lowest first; the eighth bit means that more bytes follow. → (value, next
    position)"""
    value = shift = 0
    while True:
        if at >= len(data):
            raise ValueError("the file ends in the middle of a number")
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if not data[at - 1] & 128:
            return value, at
