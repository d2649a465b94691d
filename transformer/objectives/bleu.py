"""BLEU (Papineni et al. 2002), step by step: clipped counts, their mean, and what being short costs."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

Words = Sequence[str]
SMOOTHINGS = ("exp", "none")


@dataclass(frozen=True)
class Clipped:
    """One n-gram of a sentence: written so often, counted no more often than one reference has it."""

    ngram: tuple[str, ...]
    written: int
    allowed: int  # the most that any single reference has

    @property
    def counted(self) -> int:
        return min(self.written, self.allowed)


@dataclass(frozen=True)
class Order:
    """All n-grams of one length."""

    length: int
    sentences: tuple[tuple[Clipped, ...], ...]  # in the order in which they are written

    @property
    def matched(self) -> int:
        return sum(gram.counted for sentence in self.sentences for gram in sentence)

    @property
    def written(self) -> int:
        return sum(gram.written for sentence in self.sentences for gram in sentence)


@dataclass(frozen=True)
class Bleu:
    """score = 100 · brevity · (p₁ p₂ p₃ p₄)^(1/4)"""

    orders: tuple[Order, ...]
    precisions: tuple[float, ...]  # p_n = matched / written, after smoothing
    written: int  # words
    right: int  # words of the references, of each sentence the one whose length is closest
    brevity: float  # 1, or e^(1 − right/written) where too little is written
    score: float  # 0 to 100


def bleu(
    sentences: Sequence[Words],
    references: Sequence[Sequence[Words]],
    *,
    longest: int = 4,
    smoothing: str = "exp",
    effective: bool = False,
) -> Bleu:
    """sentences: the words of each; references: for each, one or several right ones. The counts of all
    sentences are put together before they are divided, so that it is no mean of sentences' scores.

    With `smoothing` "exp", as sacrebleu's default, the first length of which nothing matches counts
    as half an n-gram, the next as a quarter, and so on; with "none", as in the paper, one such length
    makes the score 0. `effective` leaves out lengths that no sentence has (a single short one).
    """
    _refuse(sentences, references, longest, smoothing)
    orders = tuple(
        Order(n, tuple(_clipped(*pair, n) for pair in zip(sentences, references, strict=True)))
        for n in range(1, longest + 1)
    )
    written = sum(map(len, sentences))
    right = sum(_closest(len(s), r) for s, r in zip(sentences, references, strict=True))
    brevity = 1.0
    if written < right:
        brevity = math.exp(1 - right / written) if written else 0.0
    precisions = _precisions(orders, smoothing)
    counted = [p for p, o in zip(precisions, orders, strict=True) if o.written or not effective]
    mean = 0.0
    if counted and min(counted) > 0:
        mean = math.exp(sum(map(math.log, counted)) / len(counted))
    return Bleu(orders, precisions, written, right, brevity, 100 * brevity * mean)


def ngrams(words: Words, length: int) -> Counter:
    """Every n-gram of this length, and how often it stands there."""
    return Counter(tuple(words[n : n + length]) for n in range(len(words) - length + 1))


def _clipped(sentence: Words, references: Sequence[Words], length: int) -> tuple[Clipped, ...]:
    right = [ngrams(reference, length) for reference in references]
    return tuple(
        Clipped(gram, count, max(r[gram] for r in right))
        for gram, count in ngrams(sentence, length).items()
    )


def _closest(length: int, references: Sequence[Words]) -> int:
    """The length of the reference that is closest in length; of two, the shorter."""
    return min(map(len, references), key=lambda other: (abs(other - length), other))


def _precisions(orders: Sequence[Order], smoothing: str) -> tuple[float, ...]:
    if not any(order.matched for order in orders):
        return (0.0,) * len(orders)
    precisions, without = [], 0  # how many lengths matched nothing
    for order in orders:
        matched = float(order.matched)
        if not matched and smoothing == "exp":
            without += 1
            matched = 0.5**without
        precisions.append(matched / order.written if order.written else 0.0)
    return tuple(precisions)


def _refuse(
    sentences: Sequence[Sequence[str]],
    references: Sequence[Sequence[Sequence[str]]],
    longest: int,
    smoothing: str,
) -> None:
    if smoothing not in SMOOTHINGS:
        raise ValueError(f"smoothing is '{smoothing}'; choose one of {', '.join(SMOOTHINGS)}")
    if longest < 1:
        raise ValueError(f"longest is {longest}: n-grams have at least one word")
    if not sentences or len(sentences) != len(references):
        raise ValueError(
            f"{len(sentences)} sentences and {len(references)} lists of references: each sentence needs "
            "its list, and there has to be one"
        )
    for sentence, right in zip(sentences, references, strict=True):
        if not right:
            raise ValueError(f"no reference for {' '.join(sentence)!r}: it needs at least one")
        if text := next((w for w in (sentence, right, *right) if isinstance(w, str)), None):
            raise TypeError(
                f"bleu() was given the text {text!r} where it needs a list of words: split it first; "
                "of references each sentence has a list, even if it is only one"
            )
