"""Three functions on trial, and what they are tried on."""

from pathlib import Path
from typing import Any

from torch import Tensor

from lessons.kit.exercise import Functions, returned
from lessons.kit.layer import numbers
from transformer.measure.soft_lookup import soft_lookup
from transformer.variants.scores import additive, general

# All sizes differ, so that no axis can be taken for another.
QUERIES, KEYS, D_Q, D_K, HIDDEN, D_V = 3, 4, 5, 2, 6, 7


def pair(queries: int = QUERIES, d_q: int = D_Q) -> tuple[Tensor, Tensor]:
    """Queries (query, d_q) and keys (key, d_k)."""
    return numbers(queries, d_q), numbers(KEYS, D_K, start=100)


def looked_up(d: int = D_K) -> tuple[Tensor, Tensor, Tensor]:
    """Queries and keys of one size, and values: (query, d), (key, d), (key, d_v)."""
    return 2 * numbers(QUERIES, d), 2 * numbers(KEYS, d, start=100), numbers(KEYS, D_V, start=200)


def matrix(d_q: int = D_Q) -> Tensor:
    """The W of `general`, (d_q, d_k)."""
    return numbers(d_q, D_K, start=300)


def network(d_q: int = D_Q) -> tuple[Tensor, Tensor, Tensor]:
    """W_1, W_2 and v of `additive`."""
    return (
        2 * numbers(HIDDEN, d_q, start=400),
        2 * numbers(HIDDEN, D_K, start=500),
        numbers(HIDDEN, start=600),
    )


class Student(Functions):
    """Someone's `general`, `additive` and `soft_lookup`; also as one thing that has all three."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {"general": general, "additive": additive, "soft_lookup": soft_lookup}
    trained = tuple(real)

    def general(self, query: Tensor, key: Tensor, W: Tensor) -> Tensor:
        return self._scores("general", query, key, W)

    def additive(self, query: Tensor, key: Tensor, W_1: Tensor, W_2: Tensor, v: Tensor) -> Tensor:
        return self._scores("additive", query, key, W_1, W_2, v)

    def soft_lookup(self, query: Tensor, key: Tensor, value: Tensor, temperature: float) -> Tensor:
        got = self.call("soft_lookup", query.clone(), key.clone(), value.clone(), temperature)
        return self._shaped("soft_lookup", got, (len(query), value.shape[1]), "(query, d_v)")

    def _scores(self, name: str, query: Tensor, key: Tensor, *parameters: Tensor) -> Tensor:
        got = self.call(name, query.clone(), key.clone(), *(one.clone() for one in parameters))
        return self._shaped(name, got, (len(query), len(key)), "(query, key)")

    def _shaped(self, name: str, got: Any, shape: tuple[int, ...], axes: str) -> Tensor:
        """What came back; `Failed` where it is not a tensor of numbers of this shape."""
        expected = f"a tensor {shape}: {axes}"
        if not isinstance(got, Tensor):
            raise self.failed(name, f"{name} {returned(got)}", expected)
        if tuple(got.shape) != shape:
            raise self.failed(name, f"{name} gave shape {tuple(got.shape)}", expected)
        if not got.isfinite().all():
            raise self.failed(name, f"{name} gave {got[~got.isfinite()][0].item()}", "numbers")
        return got
