"""Three functions on trial: where they are found, and what they are tried on."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lessons.kit import checking
from lessons.kit.checking import Failed
from lessons.tokens import DECK as SLIDE
from lessons.tokens import SENNRICH as PAPER

EXERCISE = Path(__file__).with_name("exercise.py")
NAMES = ("merge", "learn", "encode")

DECK = dict(Counter(SLIDE.split()))  # low, lower, newest, wides: once each
SENNRICH = dict(Counter(PAPER.split()))  # low 5, lower 2, newest 6, widest 3

# Small and irregular enough that no mistake can hide.
JOINS = (
    (["n", "e", "w", "e", "s", "t"], ("e", "s")),
    (["a", "a", "a"], ("a", "a")),
    (["b", "a", "n", "a", "n", "a"], ("a", "n")),
    (["t", "h", "e", "th", "e"], ("h", "e")),
    (["w", "e", "s", "t"], ("e", "s")),
    (["l", "o", "w"], ("s", "t")),
)
CORPORA = (
    (DECK, 12),
    (SENNRICH, 10),
    ({"banana": 2, "bandana": 1, "band": 3, "an": 1}, 8),
    ({"aaaa": 2, "baaa": 1, "bab": 3, "ab": 1}, 9),
    ({"the": 4, "then": 1, "he": 3, "other": 2, "tithe": 1, "thehe": 2}, 9),
    ({"aaa": 2, "xy": 3}, 2),
    ({"x": 3, "yx": 1, "zz": 1}, 20),
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
WORDS = (
    (("low", "lowest", "west", "slow", "esest", "t", "🙂low"), MERGES),
    (("theses", "lowlow"), [("s", "e"), ("e", "s"), ("es", "</w>"), ("l", "o"), ("lo", "w")]),
    (("ababa", "aabb"), [("a", "b"), ("b", "a"), ("ab", "a"), ("a", "</w>")]),
    (("abc", "aaabc"), [("b", "c"), ("a", "bc"), ("a", "b"), ("a", "a")]),
)


class Student:
    """Someone's functions; `None` stands for those in exercise.py as it is now on disk.

    `code` is anything that has them as attributes: a module, or a class that needs no arguments.
    """

    def __init__(self, code: Any = None):
        self.code = code() if isinstance(code, type) else code
        self.file = str(EXERCISE) if code is None else code.learn.__code__.co_filename

    def find(self) -> None:
        """Load the file; `Failed` where one of the three functions is missing."""
        if self.code is None:
            self.code = checking.load_file(EXERCISE)
        for name in NAMES:
            found = getattr(self.code, name, None)
            if not callable(found):
                saw = f"there is no {name}" if found is None else f"{name} is no function"
                raise Failed(saw, f"def {name}(…), as in the stub", "", checking.shown(self.file))

    def merge(self, tokens: list[str], pair: tuple[str, str]) -> Any:
        return self.code.merge(list(tokens), pair)  # copies: theirs may change what they are given

    def learn(self, words: dict[str, int], merges: int) -> Any:
        return self.code.learn(dict(words), merges)

    def encode(self, word: str, merges: list[tuple[str, str]]) -> Any:
        return self.code.encode(word, list(merges))

    def failed(self, name: str, saw: str, expected: str, likely: str = "") -> Failed:
        """What a check raises; its "look at" is the line where the function begins."""
        code = getattr(getattr(self.code, name), "__code__", None)
        if code is None or code.co_filename != self.file:
            return Failed(saw, expected, likely, checking.shown(self.file))
        return Failed(
            saw, expected, likely, checking.place(self.file, code.co_firstlineno, f"def {name}")
        )


def outcomes(function: Callable[..., Any], name: str) -> list[Any]:
    """What one of the three functions gives on everything that it is tried on; None: it raised."""
    tried = {
        "merge": JOINS,
        "learn": CORPORA,
        "encode": [(word, merges) for words, merges in WORDS for word in words],
    }[name]
    seen = []
    for arguments in tried:
        try:
            seen.append(function(*arguments))
        except Exception:  # which error it is depends on how the same mistake is written
            seen.append(None)
    return seen
