"""What must hold of the scores, in the order in which it is checked.

    from lessons.scores.checks import check, hint, reveal
    check()             # general, additive and soft_lookup in lessons/scores/exercise.py

Each function is checked before the next; properties come before parity, because a property names the
cause.
"""

import math
from itertools import product

import torch

from lessons.kit.checking import Check
from lessons.kit.exercise import Exercise
from lessons.scores import hints
from lessons.scores.recognise import recognise
from lessons.scores.trial import (
    D_K,
    D_Q,
    HIDDEN,
    KEYS,
    QUERIES,
    Student,
    looked_up,
    matrix,
    network,
    pair,
)
from transformer.attention import attention
from transformer.measure import soft_lookup as lookup
from transformer.variants import scores as source

CLOSE = 1e-4  # float32 arithmetic in another order differs by about 1e-6


# --- general ----------------------------------------------------------------------------------
def general_runs(student: Student) -> None:
    student.general(*pair(), matrix())


def general_reads_one_entry(student: Student) -> None:
    """With a single 1 in W, a score is one number of the query times one of the key."""
    query, key = pair()
    for a, b in product(range(D_Q), range(D_K)):
        W = torch.zeros(D_Q, D_K)
        W[a, b] = 1.0
        _equal(student, "general", student.general(query, key, W), torch.outer(query[:, a], key[:, b]),
               f"with a single 1 in W, at ({a}, {b}): ")  # fmt: skip


def general_is_the_real_one(student: Student) -> None:
    for d_q in (D_Q, D_K):
        (query, key), W = pair(d_q=d_q), matrix(d_q)
        right = [[float(q @ W @ k) for k in key] for q in query]
        _equal(student, "general", student.general(query, key, W), torch.tensor(right))


# --- additive ---------------------------------------------------------------------------------
def additive_runs(student: Student) -> None:
    student.additive(*pair(), *network())


def additive_of_a_pair(student: Student) -> None:
    """A score depends on its own query and key, whoever else is there."""
    query, key = pair()
    together = student.additive(query, key, *network())
    for i, j in product(range(QUERIES), range(KEYS)):
        alone = student.additive(query[i : i + 1], key[j : j + 1], *network())
        _equal(
            student,
            "additive",
            together[i : i + 1, j : j + 1],
            alone,
            f"query {i} and key {j} among others: ",
        )


def additive_is_bounded(student: Student) -> None:
    """tanh stays between −1 and 1, so no score is larger than the numbers of v together."""
    (query, key), (W_1, W_2, v) = pair(), network()
    got = student.additive(1000 * query, 1000 * key, W_1, W_2, v).abs().max().item()
    if not got <= (most := v.abs().sum().item()) + CLOSE:
        raise student.failed(
            "additive", f"queries and keys × 1000 score {got:.4g}", f"at most Σ|v| = {most:.2f}"
        )


def additive_is_the_real_one(student: Student) -> None:
    (query, key), (W_1, W_2, v) = pair(), network()
    right = [
        [sum(v[h].item() * math.tanh(W_1[h] @ q + W_2[h] @ k) for h in range(HIDDEN)) for k in key]
        for q in query
    ]
    _equal(student, "additive", student.additive(query, key, W_1, W_2, v), torch.tensor(right))


# --- soft_lookup ------------------------------------------------------------------------------
def lookup_runs(student: Student) -> None:
    student.soft_lookup(*looked_up(), 1.0)


def shares_add_up(student: Student) -> None:
    """Where every value is 1, so is every mixture."""
    query, key, value = looked_up()
    got = student.soft_lookup(query, key, torch.ones_like(value), 2.0)
    _equal(student, "soft_lookup", got, torch.ones_like(got), "with 1 for every value: ")


def cold_and_hot(student: Student) -> None:
    query, key, value = looked_up()
    best = value[(query @ key.mT).argmax(-1)]  # (query, d_v)
    _equal(
        student,
        "soft_lookup",
        student.soft_lookup(query, key, value, 1e-3),
        best,
        "at temperature 0.001: ",
    )
    mean = value.mean(0).expand(QUERIES, -1)  # (query, d_v)
    _equal(
        student,
        "soft_lookup",
        student.soft_lookup(query, key, value, 1e6),
        mean,
        "at temperature 1,000,000: ",
    )


def lookup_is_attention(student: Student) -> None:
    for d in (2, 5):
        query, key, value = looked_up(d)
        got = student.soft_lookup(query, key, value, math.sqrt(d))
        _equal(student, "soft_lookup", got, attention(query, key, value), f"at temperature √{d}: ")
        got, colder = student.soft_lookup(query, key, value, 0.05), query * math.sqrt(d) / 0.05
        _equal(student, "soft_lookup", got, attention(colder, key, value), "at temperature 0.05: ")


def _equal(
    student: Student, name: str, got: torch.Tensor, right: torch.Tensor, where: str = ""
) -> None:
    difference = (got - right).abs()
    if not difference.max() <= CLOSE:
        row, column = divmod(int(difference.argmax()), right.shape[1])
        saw = f"{where}row {row}, column {column} is {got[row, column]:.3f}"
        raise student.failed(name, saw, f"{right[row, column]:.3f}")


CHECKS: tuple[Check, ...] = (
    Check("all three functions are there", Student.find, hints.BEGIN),
    Check(f"general: shape ({QUERIES}, {KEYS})", general_runs, hints.GENERAL),
    Check("general: W pairs their numbers", general_reads_one_entry, hints.GENERAL),
    Check("general: equal to qᵀ W k", general_is_the_real_one, hints.GENERAL),
    Check(f"additive: shape ({QUERIES}, {KEYS})", additive_runs, hints.AXES),
    Check("additive: a pair for itself", additive_of_a_pair, hints.AXES),
    Check("additive: at most Σ|v|", additive_is_bounded, hints.TANH),
    Check("additive: equal to the sum by hand", additive_is_the_real_one, hints.TANH),
    Check("soft_lookup: a mixture a query", lookup_runs, hints.LOOKUP),
    Check("soft_lookup: shares add up to 1", shares_add_up, hints.LOOKUP),
    Check("soft_lookup: cold best, hot mean", cold_and_hot, hints.TEMPERATURE),
    Check("soft_lookup: at √d it is attention", lookup_is_attention, hints.TEMPERATURE),
)

EXERCISE = Exercise(
    Student,
    CHECKS,
    recognise,
    (source.general, source.additive, lookup.soft_lookup, lookup.lookup_weights),
    "the real functions",
)
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution

if __name__ == "__main__":  # python -m lessons.scores.checks
    print(check())
