"""Three functions on trial: and what they are tried on."""

from collections import Counter
from pathlib import Path
from typing import Any

from lessons.kit import checking
from lessons.kit.exercise import Functions
from lessons.tokens import DECK as SLIDE
from lessons.tokens import SENNRICH as PAPER
from lessons.tokens.recount import Recount

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
WORDS = (
    (("low", "lowest", "west", "slow", "esest", "t", "🙂low"), MERGES),
    (("theses", "lowlow"), [("s", "e"), ("e", "s"), ("es", "</w>"), ("l", "o"), ("lo", "w")]),
    (("ababa", "aabb"), [("a", "b"), ("b", "a"), ("ab", "a"), ("a", "</w>")]),
    (("It", "IT", "it."), [("i", "t"), ("I", "T"), ("it", "."), ("I", "t")]),
    (("abc", "aaabc"), [("b", "c"), ("a", "bc"), ("a", "b"), ("a", "a")]),
)


class Student(Functions):
    """Someone's functions: anything that has the three as attributes, a class or a module."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {name: getattr(Recount(), name) for name in ("merge", "learn", "encode")}
    missing = "there is no {}"

    def __init__(self, code: Any = None):
        super().__init__()
        if code is not None:
            self.in_file, self.file = False, code.learn.__code__.co_filename
            made = code() if isinstance(code, type) else code
            self.found = {name: getattr(made, name, None) for name in self.real}

    @classmethod
    def reference(cls) -> "Student":
        return cls(Recount)

    def merge(self, tokens: list[str], pair: tuple[str, str]) -> Any:
        return self.call("merge", list(tokens), pair)  # a copy: theirs may write into it

    def learn(self, words: dict[str, int], merges: int) -> Any:
        return self.call("learn", dict(words), merges)

    def encode(self, word: str, merges: list[tuple[str, str]]) -> Any:
        return self.call("encode", word, list(merges))

    def line(self, name: str) -> str:
        code = getattr(self.found[name], "__code__", None)
        if code is None or code.co_filename != self.file:
            return checking.shown(self.file)
        return checking.place(self.file, code.co_firstlineno, f"def {name}")
