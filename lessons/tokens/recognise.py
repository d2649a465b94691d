"""Which mistake is it? What each function is asked, in the order in which they are written."""

from typing import Any

from lessons.kit import recognise as kit
from lessons.tokens.mistakes import MISTAKES
from lessons.tokens.trial import CORPORA, JOINS, WORDS, Student

STAGES = (
    tuple(lambda student, asked=asked: student.merge(*asked) for asked in JOINS),
    tuple(lambda student, asked=asked: student.learn(*asked) for asked in CORPORA),
    tuple(
        lambda student, word=word, merges=merges: student.encode(word, merges)
        for words, merges in WORDS
        for word in words
    ),
)


def recognise(student: Student) -> str:
    """The sentence of the mistake that the first wrong function makes; "" where none fits."""
    return kit.recognise(student, MISTAKES.values(), STAGES, same)


def same(a: Any, b: Any) -> bool:
    """Equal; which error it is depends on how the same mistake is written."""
    return a == b or (isinstance(a, Exception) and isinstance(b, Exception))
