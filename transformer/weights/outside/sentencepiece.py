"""SentencePiece's file (Kudo and Richardson 2018) → a tokenizer of the library `tokenizers`.

The file is a protocol buffer: a field is its number and kind in one integer, then the value. Four fields are
needed: the pieces (1) with text (1) and score (2), and of the normaliser (3) its table of characters (2).
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

Field = tuple[int, Any]  # its number; an integer, or bytes
PIECES, NORMALISER, KIND, UNIGRAM = 1, 3, 3, 1


def tokenizer(file: Path) -> Tokenizer:
    """The unigram tokenizer of a .spm file. Raises `ValueError` where it holds something else."""
    pieces: list[tuple[str, float]] = []
    characters = b""
    for number, value in fields(file.read_bytes()):
        if number == PIECES:
            piece = dict(fields(value))
            pieces.append(
                (piece[1].decode(), struct.unpack("<f", piece[2])[0] if 2 in piece else 0.0)
            )
        elif number == NORMALISER:
            characters = dict(fields(value)).get(2, b"")
        elif number == 2 and dict(fields(value)).get(KIND, UNIGRAM) != UNIGRAM:
            raise ValueError(f"{file.name} is SentencePiece, but no unigram model")
    unknown = next((n for n, (piece, _) in enumerate(pieces) if piece == "<unk>"), None)
    made = Tokenizer(models.Unigram(pieces, unknown))
    steps = [normalizers.Replace(Regex(" {2,}"), " "), normalizers.Strip()]
    if characters:
        steps.insert(0, normalizers.Precompiled(characters))
    made.normalizer = normalizers.Sequence(steps)
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    return made


def fields(data: bytes) -> Iterator[Field]:
    """The fields of a message: (number, value), a message inside it as bytes."""
    at = 0
    while at < len(data):
        key, at = _integer(data, at)
        kind = key & 7
        if kind == 0:
            value, at = _integer(data, at)
            yield key >> 3, value
            continue
        if kind not in (1, 2, 5):
            raise ValueError("this is no SentencePiece file")
        length, at = _integer(data, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
        if at + length > len(data):
            raise ValueError("the file ends in the middle of a field")
        yield key >> 3, data[at : at + length]
        at += length


def _integer(data: bytes, at: int) -> tuple[int, int]:
    """Seven bits a byte, the lowest first; the eighth says that more follow. → (value, where the next begins)"""
    value = shift = 0
    while True:
        if at >= len(data):
            raise ValueError("the file ends in the middle of a number")
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if not data[at - 1] & 128:
            return value, at
