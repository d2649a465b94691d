"""Sketch for the card of this lesson: letters become tokens."""

from lessons.figures.kit.sketch import box, line, sketch, word
from lessons.tokens import WIDEST
from transformer.tokens.basic import END, encode, learn

WORD, MERGES = "newest", 5


def motif() -> str:
    """Draw a word as letters, and as the tokens after the first merges."""
    pieces = encode(WORD, learn(WIDEST, MERGES))
    tokens = [piece for piece in (token.removesuffix(END) for token in pieces) if piece]
    side, left = 27, (252 - 27 * len(WORD)) / 2
    marks, at = [], 0
    for k, letter in enumerate(WORD):
        marks += [
            box(left + side * k, 12, side - 5, 30),
            word(left + side * k + 11, 27, letter, "ink", 16),
        ]
    for token in tokens:
        x, wide = left + side * at, side * len(token) - 5
        hue = "query" if len(token) > 1 else "line"
        marks += [
            line([(x + wide / 2, 46), (x + wide / 2, 62)], hue, 2),
            box(x, 66, wide, 30, hue, "panel"),
            word(
                x + wide / 2,
                81,
                token,
                "query" if len(token) > 1 else "ink",
                16,
                bold=len(token) > 1,
            ),
        ]
        at += len(token)
    return sketch(marks)
