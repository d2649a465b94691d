"""The exercise: `look`, `hop` and `answer`, and the checks for each."""

import torch
from torch import Tensor

from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import Attempt, Spec, exercise, near
from lessons.memory import hints
from lessons.memory.measure.hops import answer, hop, look
from lessons.memory.mistakes import MISTAKES

# All sizes differ, so that a mix-up of axes is always found.
BATCH, FACTS, D_MODEL, ANSWERS, TABLES = 2, 5, 7, 3, 4


def queries(start: int = 0) -> Tensor:
    """Return (batch, d_model)."""
    return fixed_tensor(BATCH, D_MODEL, start=start)


def facts(start: int = 50) -> Tensor:
    """Return (batch, fact, d_model)."""
    return fixed_tensor(BATCH, FACTS, D_MODEL, start=start)


def memory(tables: int, start: int = 300) -> Tensor:
    """Return (table, batch, fact, d_model)."""
    return fixed_tensor(tables, BATCH, FACTS, D_MODEL, start=start)


U, M, C, W = queries(), facts(), facts(150), 2 * fixed_tensor(ANSWERS, D_MODEL, start=250)
# One story, one fact, other sizes.
MORE = [(U[:1], M[:1], C[:1]), (3 * U, M[:, :1], C[:, :1]), (queries(20)[..., :4], M[..., :4], C[..., :4])]  # fmt: skip
MEMORIES = [(U, memory(n, 10 * n + 300), W) for n in (2, 3, TABLES)]


# --- look ---------------------------------------------------------------------------------------
def shares(look: Attempt) -> None:
    got = look(U, M)
    if (got < 0).any():
        raise Failed(f"the smallest weight is {got.min():.2g}", "no weight below 0")
    near(got.sum(-1), torch.ones(BATCH), "the sum of the weights of each story: ")


def alike(look: Attempt) -> None:
    """Check that identical facts get equal weights."""
    got = look(U, M[:, :1].expand_as(M))
    near(got, torch.full_like(got, 1 / FACTS), f"{FACTS} identical facts: ")


# --- hop ----------------------------------------------------------------------------------------
def nothing_found(hop: Attempt) -> None:
    near(hop(U, M, 0 * C), U, "c is 0 everywhere: ")


def all_read_alike(hop: Attempt) -> None:
    same = C[:, :1].expand_as(C)
    near(hop(U, M, same), U + C[:, 0], "c is the same for all facts: ")


def order(hop: Attempt) -> None:
    """Check that a hop ignores the order of the facts."""
    near(hop(U, M.flip(1), C.flip(1)), hop(U, M, C), "the facts in reverse order: ")


# --- answer -------------------------------------------------------------------------------------
def probabilities(answer: Attempt) -> None:
    near(
        answer(*MEMORIES[0]).sum(-1),
        torch.ones(BATCH),
        "the sum of the probabilities of each story: ",
    )


EXERCISE = exercise(
    __file__,
    "all three functions are defined",
    hints.BEGIN,
    Spec(
        look,
        [(U, M), (3 * U, M)],
        Check(f"`look` returns a {(BATCH, FACTS)} tensor, one weight per fact", spec.all_run, hints.BEGIN),
        Check("the weights for each story add up to 1", shares, hints.WEIGHTS),
        Check("identical facts get equal weights", alike, hints.WEIGHTS),
        Check("`look` equals the reference", spec.equals_real(*[inputs[:2] for inputs in MORE]), hints.MATCH),
        answer=spec.tensor_of(lambda u, m: m.shape[:2]),
        trained=True,
    ),
    Spec(
        hop,
        [(U, M, C), (3 * U, M, C)],
        Check("`hop` preserves the shape of u", spec.all_run, hints.HOP),
        Check("u is unchanged if c is 0 everywhere", nothing_found, hints.KEPT),
        Check("if all facts have the same c, o equals c", all_read_alike, hints.READ),
        Check("the order of the facts has no effect", order, hints.HOP),
        Check("`hop` equals the reference", spec.equals_real(*MORE), hints.HOP),
        answer=spec.like_first,
        trained=True,
    ),
    Spec(
        answer,
        MEMORIES,
        Check("`answer` returns one number per answer", spec.all_run, hints.ANSWER),
        Check("the probabilities for each story add up to 1", probabilities, hints.SHARES),
        Check("`answer` equals the reference for 1, 2 and 3 hops", spec.equals_real(*MEMORIES), hints.ANSWER),
        answer=spec.tensor_of(lambda u, memory, W: (len(u), len(W))),
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
)  # fmt: skip
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
