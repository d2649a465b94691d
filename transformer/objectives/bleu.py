"""BLEU (Papineni et al. 2002), step by step: clipped counts, their mean, and the brevity penalty."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

Words = Sequence[str]
SMOOTHINGS = ("exp", "none")


@dataclass(frozen=True)
class Clipped:
    """One n-gram of a sentence, counted at most as often as it occurs in a single reference."""

    ngram: tuple[str, ...]
    written: int
    allowed: int  # the highest count in a single reference

    @property
    def clipped_count(self) -> int:
        """Return how many of its occurrences count as matches."""
        return min(self.written, self.allowed)


@dataclass(frozen=True)
class Order:
    """All n-grams of one length."""

    length: int
    sentences: tuple[tuple[Clipped, ...], ...]  # in order of appearance

    @property
    def matched(self) -> int:
        return sum(gram.clipped_count for sentence in self.sentences for gram in sentence)

    @property
    def written(self) -> int:
        return sum(gram.written for sentence in self.sentences for gram in sentence)


@dataclass(frozen=True)
class Bleu:
    """score = 100 · brevity · (p₁ p₂ p₃ p₄)^(1/4)"""

    orders: tuple[Order, ...]
    precisions: tuple[float, ...]  # p_n = matched / written, after smoothing
    written: int  # words
    right: int  # reference words: for each sentence, the reference with the closest length
    brevity: float  # brevity penalty: 1, or e^(1 − right/written) if the output is too short
    score: float  # 0 to 100


def bleu(
    sentences: Sequence[Words],
    references: Sequence[Sequence[Words]],
    *,
    longest: int = 4,
    smoothing: str = "exp",
    effective: bool = False,
) -> Bleu:
    """sentences: the words of each; references: for each, one or more references. The counts of all sentences
    are summed before the division, so the score is not a mean over sentences.

    With `smoothing` "exp", sacrebleu's default, the first n-gram length without a match counts as half an
    n-gram, the next as a quarter, and so on. With "none", as in the paper, one such length makes the score 0.
    `effective` ignores lengths that no sentence has (useful for a single short one).
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
    """The counts of all n-grams of this length."""
    return Counter(tuple(words[n : n + length]) for n in range(len(words) - length + 1))


def _clipped(sentence: Words, references: Sequence[Words], length: int) -> tuple[Clipped, ...]:
    right = [ngrams(reference, length) for reference in references]
    return tuple(
        Clipped(gram, count, max(r[gram] for r in right))
        for gram, count in ngrams(sentence, length).items()
    )


def _closest(length: int, references: Sequence[Words]) -> int:
    """The reference length closest to `length`; of two, the shorter."""
    return min(map(len, references), key=lambda other: (abs(other - length), other))


def _precisions(orders: Sequence[Order], smoothing: str) -> tuple[float, ...]:
    if not any(order.matched for order in orders):
        return (0.0,) * len(orders)
    precisions, without = [], 0  # number of lengths without a match
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
        raise ValueError(f"smoothing is '{smoothing}'. Choose one of: {', '.join(SMOOTHINGS)}.")
    if longest < 1:
        raise ValueError(f"longest is {longest}, but an n-gram must contain at least 1 word.")
    if not sentences or len(sentences) != len(references):
        raise ValueError(
            f"{len(sentences)} sentences and {len(references)} lists of references were given. Provide at least "
            "one sentence, and one list for each sentence."
        )
    for sentence, right in zip(sentences, references, strict=True):
        if not right:
            raise ValueError(
                f"no reference for {' '.join(sentence)!r} was given. Provide at least one reference."
            )
        if text := next((w for w in (sentence, right, *right) if isinstance(w, str)), None):
            raise TypeError(
                f"bleu() was given the text {text!r}, but it needs a list of words: split it first. "
                "Each sentence needs a list of references, even if there is only one."
            )
