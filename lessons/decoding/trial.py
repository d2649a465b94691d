"""Decoding on trial: the student's functions, asked for numbers, and the solution they are held to.

The machine does the same with tensors, for a batch of sentences at once (`transformer/decoding/beam.py`,
`sample.py`, `speculative.py`). Here it is with lists, as a student writes it; checks and tests hold it to the machine.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lessons.kit.exercise import Functions, returned
from transformer.vocabulary import END


def beam_step(totals: list[float], log_p: list[list[float]], k: int) -> tuple[list, list]:
    candidates = [
        (total + p, hypothesis, token)
        for hypothesis, total in enumerate(totals)
        for token, p in enumerate(log_p[hypothesis])
    ]
    ranked = sorted(candidates, key=lambda one: one[0], reverse=True)
    ended = [one for one in ranked[:k] if one[2] == END]
    kept = [one for one in ranked if one[2] != END][:k]
    return kept, ended


def score(total: float, tokens: list[int], alpha: float) -> float:
    return total / len(tokens) ** alpha


def top_p(probabilities: list[float], p: float) -> list[float]:
    order = sorted(range(len(probabilities)), key=lambda token: -probabilities[token])
    law, before = [0.0] * len(probabilities), 0.0
    for token in order:
        if before < p:
            law[token] = probabilities[token]
        before += probabilities[token]
    together = sum(law)
    return [one / together for one in law]


def accept(drafted: int, p: list[float], q: list[float], u: float) -> tuple[bool, list[float]]:
    accepted = u < p[drafted] / q[drafted]
    left = [max(0.0, model - draft) for model, draft in zip(p, q, strict=True)]
    missing = sum(left)
    return accepted, [one / missing for one in left]


class Student(Functions):
    """Someone's `beam_step`, `score`, `top_p` and `accept`; also as one thing that has all four."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {"beam_step": beam_step, "score": score, "top_p": top_p, "accept": accept}
    further = ("accept",)

    def beam_step(self, totals: Sequence[float], log_p: Sequence, k: int) -> tuple[list, list]:
        """The student's (kept, ended); `Failed` where it is not two lists of three numbers each."""
        got = self.call("beam_step", list(totals), [list(row) for row in log_p], k)
        with self._expecting("beam_step", "two lists: kept, ended", got):
            kept, ended = map(list, got)
        return self._candidates("kept", kept), self._candidates("ended", ended)

    def _candidates(self, name: str, part: list) -> list[tuple[float, int, int]]:
        """One of the two lists; `Failed` with the first in it that is not three numbers."""
        found = []
        for one in part:
            try:
                total, hypothesis, token = one
                found.append((finite(total), int(hypothesis), int(token)))
            except (TypeError, ValueError):
                saw = f"{name} holds {one!r}"
                expected = "three numbers each: (total, hypothesis, token)"
                raise self.failed("beam_step", saw[:150], expected) from None
        return found

    def score(self, total: float, tokens: Sequence[int], alpha: float) -> float:
        """The student's score; `Failed` where it is no number."""
        got = self.call("score", total, list(tokens), alpha)
        with self._expecting("score", "a finite number", got):
            return finite(got)

    def top_p(self, probabilities: Sequence[float], p: float) -> list[float]:
        """The student's law; `Failed` where it is not one number for each token."""
        expected = f"{len(probabilities)} probabilities, 0 where a token is cut"
        got = self.call("top_p", list(probabilities), p)
        with self._expecting("top_p", expected, got):
            return [finite(one) for one, _ in zip(got, probabilities, strict=True)]

    def accept(self, drafted: int, p: Sequence[float], q: Sequence[float], u: float):
        """The student's (accepted, residual); `Failed` where it is not a bool and one number a token."""
        expected = f"accepted, True or False, and a residual of {len(p)} numbers"
        got = self.call("accept", drafted, list(p), list(q), u)
        with self._expecting("accept", expected, got):
            accepted, residual = got
            if accepted not in (True, False):
                raise ValueError(accepted)
            return bool(accepted), [finite(one) for one, _ in zip(residual, p, strict=True)]

    @contextmanager
    def _expecting(self, name: str, expected: str, got: Any) -> Iterator[None]:
        """What cannot be read as that is told to the student."""
        try:
            yield
        except (TypeError, ValueError):
            what = returned(got) if got is None else f"returned {got!r}"
            raise self.failed(name, f"{name} {what[:150]}", expected) from None


def finite(number: Any) -> float:
    """A number that can be compared; `ValueError` where it is none."""
    if not math.isfinite(number := float(number)):
        raise ValueError(number)
    return number
