"""Test cases of `merge`, `learn` and `encode`: small, but irregular enough to reveal every mistake."""

from collections import Counter

from lessons.tokens import DECK as SLIDE
from lessons.tokens import SENNRICH as PAPER

DECK = dict(Counter(SLIDE.split()))  # low, lower, newest, wides: once each
SENNRICH = dict(Counter(PAPER.split()))  # low 5, lower 2, newest 6, widest 3

JOINS = (
    (["n", "e", "w", "e", "s", "t"], ("e", "s")),
    (["a", "a", "a"], ("a", "a")),
    (["b", "a", "n", "a", "n", "a"], ("a", "n")),
    (["t", "h", "e", "th", "e"], ("h", "e")),
    (["w", "e", "s", "t"], ("e", "s")),
    (["l", "o", "w"], ("s", "t")),
    (["a", "bc", "ab", "c"], ("a", "bc")),
)
CORPORA = (
    (DECK, 12),
    (SENNRICH, 10),
    ({"banana": 2, "bandana": 1, "band": 3, "an": 1}, 8),
    ({"aaaa": 2, "baaa": 1, "bab": 3, "ab": 1}, 9),
    ({"the": 4, "then": 1, "he": 3, "other": 2, "tithe": 1, "thehe": 2}, 9),
    ({"aaa": 2, "xy": 3}, 2),
    ({"x": 3, "yx": 1, "zz": 1}, 20),
    ({"IT": 3, "it": 2, "iT": 4, "it.": 1}, 9),
)
MERGES = [
    ("l", "o"),
    ("e", "s"),
    ("lo", "w"),
    ("es", "t"),
    ("est", "</w>"),
    ("w", "es"),
    ("s", "t"),
]
WORDS = [
    (word, merges)
    for words, merges in (
        (("low", "lowest", "west", "slow", "esest", "t", "🙂low"), MERGES),
        (("theses", "lowlow"), [("s", "e"), ("e", "s"), ("es", "</w>"), ("l", "o"), ("lo", "w")]),
        (("ababa", "aabb"), [("a", "b"), ("b", "a"), ("ab", "a"), ("a", "</w>")]),
        (("It", "IT", "it."), [("i", "t"), ("I", "T"), ("it", "."), ("I", "t")]),
        (("abc", "aaabc"), [("b", "c"), ("a", "bc"), ("a", "b"), ("a", "a")]),
    )
    for word in words
]
