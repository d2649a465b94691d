"""Convert what the student's functions return for the checks; `Failed` if it has the wrong form."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lessons.kit.checking import Failed
from transformer.diagnosis.returned import returned


def kept_and_ended(name: str, got: Any, *arguments) -> tuple[list, list]:
    """Return (kept, ended); `Failed` unless both are lists of triples of numbers."""
    with conversion_errors(name, "two lists: kept, ended", got):
        kept, ended = map(list, got)
    return candidates("kept", kept), candidates("ended", ended)


def candidates(name: str, part: list) -> list[tuple[float, int, int]]:
    """Convert one of the two lists; `Failed` with its first element that is not three numbers."""
    converted = []
    for candidate in part:
        try:
            total, hypothesis, token = candidate
            converted.append((finite(total), int(hypothesis), int(token)))
        except (TypeError, ValueError):
            expected = "three numbers each: (total, hypothesis, token)"
            raise Failed(f"{name} contains {candidate!r}"[:150], expected) from None
    return converted


def finite_number(name: str, got: Any, *arguments) -> float:
    with conversion_errors(name, "a finite number", got):
        return finite(got)


def token_probabilities(name: str, got: Any, probabilities: list[float], p: float) -> list[float]:
    """Convert the probabilities; `Failed` unless there is one number per token."""
    with conversion_errors(
        name, f"{len(probabilities)} probabilities, 0 for each removed token", got
    ):
        return [finite(number) for number, _ in zip(got, probabilities, strict=True)]


def accepted_and_residual(name: str, got: Any, drafted: int, p: list[float], *arguments) -> tuple:
    """Return (accepted, residual); `Failed` unless it is a bool and one number per token."""
    with conversion_errors(
        name, f"accepted (True or False) and a residual of {len(p)} numbers", got
    ):
        accepted, residual = got
        if accepted not in (True, False):
            raise ValueError(accepted)
        return bool(accepted), [finite(number) for number, _ in zip(residual, p, strict=True)]


@contextmanager
def conversion_errors(name: str, expected: str, got: Any) -> Iterator[None]:
    """Turn an error in the conversion into a message for the student."""
    try:
        yield
    except (TypeError, ValueError):
        what = returned(got) if got is None else f"returned {got!r}"
        raise Failed(f"{name} {what[:150]}", expected) from None


def finite(number: Any) -> float:
    """Convert to a finite float; `ValueError` if that is not possible."""
    if not math.isfinite(number := float(number)):
        raise ValueError(number)
    return number
