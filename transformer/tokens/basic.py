"""Byte-pair encoding in thirty plain lines: the whole method at a glance.

The rest of this package does the same for a whole book in seconds, and keeps every character; this
version drops the white space between words. A test compares both on small texts.
"""

from collections import Counter
from itertools import pairwise

END = "</w>"  # marks the end of a word, as a symbol of its own

Pair = tuple[str, str]


def learn(text: str, merges: int) -> list[Pair]:
    """Merge the most frequent pair of neighbours, again and again (Sennrich et al. 2016, 3.2)."""
    counts = Counter(text.split())
    pieces = {word: [*word, END] for word in counts}
    merged: list[Pair] = []
    while len(merged) < merges:
        pairs: Counter[Pair] = Counter()
        for word, count in counts.items():
            for pair in pairwise(pieces[word]):
                pairs[pair] += count
        best = max(pairs, key=lambda pair: pairs[pair], default=None)  # ties: the first seen
        if best is None or pairs[best] < 2:
            break
        merged.append(best)
        pieces = {word: join(parts, best) for word, parts in pieces.items()}
    return merged


def join(pieces: list[str], pair: Pair) -> list[str]:
    """The tokens of a word after a merge: from the left, the pair becomes one token."""
    joined: list[str] = []
    for piece in pieces:
        if joined and (joined[-1], piece) == pair:
            joined[-1] += piece
        else:
            joined.append(piece)
    return joined


def encode(text: str, merges: list[Pair]) -> list[str]:
    """Cut a text into tokens: apply all merges to each word, in the order of learning."""
    encoded = []
    for word in text.split():
        pieces = [*word, END]
        for pair in merges:
            pieces = join(pieces, pair)
        encoded += pieces
    return encoded
