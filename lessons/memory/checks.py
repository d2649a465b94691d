"""The exercise: a look at facts, a hop, and the answer after all hops; and what must hold of each."""

import torch
from torch import Tensor

from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.numbers import numbers
from lessons.kit.spec import Attempt, Spec, exercise, near
from lessons.memory import hints
from lessons.memory.mistakes import MISTAKES
from transformer.measure.hops import answer, hop, look

# All sizes differ, so that no axis can be taken for another.
BATCH, FACTS, D_MODEL, ANSWERS, TABLES = 2, 5, 7, 3, 4


def asked(start: int = 0) -> Tensor:
    """(batch, d_model)"""
    return numbers(BATCH, D_MODEL, start=start)


def told(start: int = 50) -> Tensor:
    """(batch, fact, d_model)"""
    return numbers(BATCH, FACTS, D_MODEL, start=start)


def memory(tables: int, start: int = 300) -> Tensor:
    """(table, batch, fact, d_model)"""
    return numbers(tables, BATCH, FACTS, D_MODEL, start=start)


U, M, C, W = asked(), told(), told(150), 2 * numbers(ANSWERS, D_MODEL, start=250)
# A single story, a single fact, other sizes.
MORE = [(U[:1], M[:1], C[:1]), (3 * U, M[:, :1], C[:, :1]), (asked(20)[..., :4], M[..., :4], C[..., :4])]  # fmt: skip
MEMORIES = [(U, memory(n, 10 * n + 300), W) for n in (2, 3, TABLES)]


# --- look ---------------------------------------------------------------------------------------
def shares(look: Attempt) -> None:
    got = look(U, M)
    if (got < 0).any():
        raise Failed(f"the least weight is {got.min():.2g}", "no weight below 0")
    near(got.sum(-1), torch.ones(BATCH), "the weights of each story added up: ")


def alike(look: Attempt) -> None:
    """Facts that are alike are looked at alike."""
    got = look(U, M[:, :1].expand_as(M))
    near(got, torch.full_like(got, 1 / FACTS), f"{FACTS} facts that are all the same: ")


# --- hop ----------------------------------------------------------------------------------------
def nothing_found(hop: Attempt) -> None:
    near(hop(U, M, 0 * C), U, "c is 0 everywhere: ")


def all_read_alike(hop: Attempt) -> None:
    same = C[:, :1].expand_as(C)
    near(hop(U, M, same), U + C[:, 0], "c is the same for all facts: ")


def order(hop: Attempt) -> None:
    """A hop knows nothing of who stands where."""
    near(hop(U, M.flip(1), C.flip(1)), hop(U, M, C), "the facts told the other way round: ")


# --- answer -------------------------------------------------------------------------------------
def probabilities(answer: Attempt) -> None:
    near(answer(*MEMORIES[0]).sum(-1), torch.ones(BATCH), "the answers of each story added up: ")


EXERCISE = exercise(
    __file__,
    "the three functions are there",
    hints.BEGIN,
    Spec(
        look,
        [(U, M), (3 * U, M)],
        Check(f"look gives {(BATCH, FACTS)}, a weight for each fact", spec.all_run, hints.BEGIN),
        Check("the weights of a story add up to 1", shares, hints.WEIGHTS),
        Check("facts that are alike are looked at alike", alike, hints.WEIGHTS),
        Check("equals the real look", spec.equals_real(*[one[:2] for one in MORE]), hints.MATCH),
        answer=spec.tensor_of(lambda u, m: m.shape[:2]),
        trained=True,
    ),
    Spec(
        hop,
        [(U, M, C), (3 * U, M, C)],
        Check("hop keeps the shape of u", spec.all_run, hints.HOP),
        Check("where nothing is found, u stays", nothing_found, hints.KEPT),
        Check("what all facts say is found, wherever one looks", all_read_alike, hints.READ),
        Check("the order of the facts changes nothing", order, hints.HOP),
        Check("equals the real hop", spec.equals_real(*MORE), hints.HOP),
        answer=spec.like_first,
        trained=True,
    ),
    Spec(
        answer,
        MEMORIES,
        Check("answer gives a number for each answer", spec.all_run, hints.ANSWER),
        Check("the answers of a story add up to 1", probabilities, hints.SHARES),
        Check("equals the real answer, with 1, 2 and 3 hops", spec.equals_real(*MEMORIES), hints.ANSWER),
        answer=spec.tensor_of(lambda u, memory, W: (len(u), len(W))),
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
)  # fmt: skip
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
