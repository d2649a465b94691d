"""The exercise and its checks for `general`, `additive` and `soft_lookup`, in order."""

import math
from itertools import product
from typing import Any

import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import CLOSE, Attempt, Spec, exercise, runs
from lessons.scores import hints
from lessons.scores.measure.soft_lookup import lookup_weights, soft_lookup
from lessons.scores.mistakes import MISTAKES
from transformer.attention import attention
from transformer.diagnosis.returned import returned
from transformer.variants.scores import additive, general

# All sizes differ, so that no axis can be mistaken for another.
QUERIES, KEYS, D_Q, D_K, HIDDEN, D_V = 3, 4, 5, 2, 6, 7
QUERY, KEY = fixed_tensor(QUERIES, D_Q), fixed_tensor(KEYS, D_K, start=100)
W = fixed_tensor(D_Q, D_K, start=300)
W_1, W_2, V = (
    2 * fixed_tensor(HIDDEN, D_Q, start=400),
    2 * fixed_tensor(HIDDEN, D_K, start=500),
    fixed_tensor(HIDDEN, start=600),
)
# With equal sizes, more mistakes return a result instead of an error.
AS_KEY, SQUARE = fixed_tensor(QUERIES, D_K), fixed_tensor(D_K, D_K, start=300)
AS_MANY = fixed_tensor(KEYS, D_Q)


def lookup_inputs(d: int = D_K) -> tuple[Tensor, Tensor, Tensor]:
    """Return queries and keys of equal size, and values: (query, d), (key, d), (key, d_v)."""
    return (
        2 * fixed_tensor(QUERIES, d),
        2 * fixed_tensor(KEYS, d, start=100),
        fixed_tensor(KEYS, D_V, start=200),
    )


# --- general ----------------------------------------------------------------------------------
def general_runs(general: Attempt) -> None:
    general(QUERY, KEY, W)


def general_reads_one_entry(general: Attempt) -> None:
    """Check that with a single 1 in W, a score is one component of the query times one of the key."""
    for a, b in product(range(D_Q), range(D_K)):
        single = torch.zeros(D_Q, D_K)
        single[a, b] = 1.0
        right = torch.outer(QUERY[:, a], KEY[:, b])
        check_equal(general(QUERY, KEY, single), right, f"with a single 1 in W, at ({a}, {b}): ")


def general_by_hand(general: Attempt) -> None:
    for query, matrix in ((QUERY, W), (AS_KEY, SQUARE)):
        right = [[float(q @ matrix @ k) for k in KEY] for q in query]
        check_equal(general(query, KEY, matrix), torch.tensor(right))


# --- additive ---------------------------------------------------------------------------------
def additive_of_a_pair(additive: Attempt) -> None:
    """Check that a score depends only on its own query and key."""
    together = additive(QUERY, KEY, W_1, W_2, V)
    for i, j in product(range(QUERIES), range(KEYS)):
        alone = additive(QUERY[i, None], KEY[j, None], W_1, W_2, V)
        check_equal(together[i, j, None, None], alone, f"query {i} and key {j} among others: ")


def additive_is_bounded(additive: Attempt) -> None:
    """Check that no score is larger than Σ|v|, because tanh stays between −1 and 1."""
    got = additive(1000 * QUERY, 1000 * KEY, W_1, W_2, V).abs().max().item()
    if not got <= (most := V.abs().sum().item()) + CLOSE:
        raise Failed(
            f"with queries and keys × 1000, a score is {got:.4g}", f"at most Σ|v| = {most:.2f}"
        )


def additive_by_hand(additive: Attempt) -> None:
    right = [
        [sum(V[h].item() * math.tanh(W_1[h] @ q + W_2[h] @ k) for h in range(HIDDEN)) for k in KEY]
        for q in QUERY
    ]
    check_equal(additive(QUERY, KEY, W_1, W_2, V), torch.tensor(right))


# --- soft_lookup ------------------------------------------------------------------------------
def lookup_runs(soft_lookup: Attempt) -> None:
    soft_lookup(*lookup_inputs(), 1.0)


def shares_add_up(soft_lookup: Attempt) -> None:
    """Check that every mixture is 1 if every value is 1."""
    query, key, value = lookup_inputs()
    got = soft_lookup(query, key, torch.ones_like(value), 2.0)
    check_equal(got, torch.ones_like(got), "with 1 for every value: ")


def cold_and_hot(soft_lookup: Attempt) -> None:
    query, key, value = lookup_inputs()
    best = value[(query @ key.mT).argmax(-1)]  # (query, d_v)
    check_equal(soft_lookup(query, key, value, 1e-3), best, "at temperature 0.001: ")
    mean = value.mean(0).expand(QUERIES, -1)  # (query, d_v)
    check_equal(soft_lookup(query, key, value, 1e6), mean, "at temperature 1,000,000: ")


def lookup_is_attention(soft_lookup: Attempt) -> None:
    for d in (2, 5):
        query, key, value = lookup_inputs(d)
        got = soft_lookup(query, key, value, math.sqrt(d))
        check_equal(got, attention(query, key, value), f"at temperature √{d}: ")
        got, colder = soft_lookup(query, key, value, 0.05), query * math.sqrt(d) / 0.05
        check_equal(got, attention(colder, key, value), "at temperature 0.05: ")


def check_equal(got: Tensor, right: Tensor, where: str = "") -> None:
    difference = (got - right).abs()
    if not difference.max() <= CLOSE:
        row, column = divmod(int(difference.argmax()), right.shape[1])
        saw = f"{where}row {row}, column {column} is {got[row, column]:.3f}"
        raise Failed(saw, f"{right[row, column]:.3f}")


def check_scores(name: str, got: Any, query: Tensor, key: Tensor, *more) -> Tensor:
    return numbers_of(name, got, (len(query), len(key)), "(query, key)")


def check_mixtures(name: str, got: Any, query: Tensor, key: Tensor, value: Tensor, *more) -> Tensor:
    return numbers_of(name, got, (len(query), value.shape[1]), "(query, d_v)")


def numbers_of(name: str, got: Any, shape: tuple[int, ...], axes: str) -> Tensor:
    """Return `got`; raise `Failed` if it is not a finite tensor of this shape."""
    expected = f"a tensor {shape}: {axes}"
    if not isinstance(got, Tensor):
        raise Failed(f"{name} {returned(got)}", expected)
    if tuple(got.shape) != shape:
        raise Failed(f"{name} returned shape {tuple(got.shape)}", expected)
    if not got.isfinite().all():
        raise Failed(f"{name} returned {got[~got.isfinite()][0].item()}", "numbers")
    return got


EXERCISE = exercise(
    __file__,
    "all three functions exist",
    hints.BEGIN,
    Spec(
        general,
        [(AS_KEY, KEY, SQUARE), (QUERY, KEY, W)],
        Check(f"`general`: shape ({QUERIES}, {KEYS})", general_runs, hints.GENERAL),
        Check("`general`: W combines the components", general_reads_one_entry, hints.GENERAL),
        Check("`general`: equals qᵀ W k", general_by_hand, hints.GENERAL),
        answer=check_scores,
        trained=True,
    ),
    Spec(
        additive,
        [(QUERY, KEY, W_1, W_2, V), (AS_MANY, KEY, W_1, W_2, V)],
        Check(f"`additive`: shape ({QUERIES}, {KEYS})", runs, hints.AXES),
        Check("`additive`: each pair is independent", additive_of_a_pair, hints.AXES),
        Check("`additive`: every score is at most Σ|v|", additive_is_bounded, hints.TANH),
        Check("`additive`: equals the sum computed by hand", additive_by_hand, hints.TANH),
        answer=check_scores,
        trained=True,
    ),
    Spec(
        soft_lookup,
        [(*lookup_inputs(d), temperature) for temperature, d in ((0.5, 2), (3.0, 5), (1e-3, 2))],
        Check("`soft_lookup`: one mixture per query", lookup_runs, hints.LOOKUP),
        Check("`soft_lookup`: weights add up to 1", shares_add_up, hints.LOOKUP),
        Check("`soft_lookup`: low and high temperature", cold_and_hot, hints.TEMPERATURE),
        Check("`soft_lookup`: equals attention at √d", lookup_is_attention, hints.TEMPERATURE),
        answer=check_mixtures,
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
    sources=(general, additive, soft_lookup, lookup_weights),
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
