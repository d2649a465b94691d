"""The exercise: an RNN step, a GRU step, the probability of an answer, and the checks for each."""

import math

import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import (
    CLOSE,
    Attempt,
    Spec,
    equals_real,
    exercise,
    near,
    runs,
    shaped,
    tensor_of,
)
from lessons.sequences import hints
from lessons.sequences.measure.steps import gru_step, log_probability, rnn_step
from lessons.sequences.mistakes import MISTAKES

# All sizes differ, so that no axis can be mistaken for another.
BATCH, INPUTS, HIDDEN, TIME, WORDS = 3, 5, 4, 6, 7


def weights(gates: int, start: int) -> tuple[Tensor, ...]:
    """Return W_ih (gates · hidden, inputs), W_hh (gates · hidden, hidden), b_ih and b_hh (gates · hidden,)."""
    rows = gates * HIDDEN
    shapes = ((rows, INPUTS), (rows, HIDDEN), (rows,), (rows,))
    return tuple(fixed_tensor(*shape, start=start + 100 * k) for k, shape in enumerate(shapes))


X, H = 2 * fixed_tensor(BATCH, INPUTS, start=700), fixed_tensor(BATCH, HIDDEN, start=800)
ONE, THREE = weights(1, 10), weights(3, 20)
MORE = [
    (3 * X[0], H[0]),
    (X[:, None], H[:, None]),
    (fixed_tensor(2, 2, INPUTS, start=90), fixed_tensor(2, 2, HIDDEN)),
]
LOGITS = 3 * fixed_tensor(TIME, WORDS, start=300)
TARGET = torch.tensor([3, 0, 6, 2, 2, 5])


def gated(block: int, bias: float) -> tuple[Tensor, ...]:
    """Return the GRU's parameters with one gate held open (a large bias) or shut (a small bias)."""
    W_ih, W_hh, b_ih, b_hh = (parameter.clone() for parameter in THREE)
    rows = slice(block * HIDDEN, (block + 1) * HIDDEN)
    W_ih[rows], W_hh[rows], b_ih[rows], b_hh[rows] = 0.0, 0.0, bias, 0.0
    return W_ih, W_hh, b_ih, b_hh


# --- rnn_step ---------------------------------------------------------------------------------
def of_nothing(rnn_step: Attempt) -> None:
    got = rnn_step(torch.zeros(1, INPUTS), torch.zeros(1, HIDDEN), *ONE)
    near(got, torch.tanh(ONE[2] + ONE[3])[None], "for zero inputs, ")


def bounded(rnn_step: Attempt) -> None:
    got = rnn_step(50 * X, H, *ONE)
    if got.isnan().any():
        saw = "NaN: e to the power of a large number overflowed to ∞, and ∞ ÷ ∞ is NaN"
        raise Failed(saw, "numbers between −1 and 1; torch.tanh does not overflow")
    low, high = got.min().item(), got.max().item()
    if not -1 <= low < 0 < high <= 1:
        raise Failed(
            f"numbers from {low:.3g} to {high:.3g}",
            "both negative and positive numbers, all between −1 and 1",
        )


# --- gru_step ---------------------------------------------------------------------------------
def keeps(gru_step: Attempt) -> None:
    near(gru_step(X, H, *gated(1, 40.0)), H, "with z = 1 everywhere, ")


def takes_no_state(gru_step: Attempt) -> None:
    shut = gated(0, -40.0)
    closed = tuple(parameter.clone() for parameter in shut)
    for parameter, fill in zip(closed, (0.0, 0.0, -40.0, 0.0), strict=True):
        parameter[HIDDEN : 2 * HIDDEN] = fill
    away = (gru_step(X, H, *closed) - gru_step(X, -H, *closed)).abs().max().item()
    if not away <= CLOSE:
        saw = f"with r = 0 and z = 0, a different old state changes the new state by {away:.2g}"
        raise Failed(saw, "0: the new state must not depend on the old state")


def candidate_alone(gru_step: Attempt) -> None:
    """Check that z = 0 gives the candidate, between −1 and 1 also for large inputs."""
    weights = gated(1, -40.0)
    got, right = gru_step.both_answers(40 * X, H, *weights)
    near(got, right, "with z = 0 everywhere, ")


# --- log_probability --------------------------------------------------------------------------
def even(log_probability: Attempt) -> None:
    got = log_probability(torch.zeros(TIME, WORDS), TARGET)
    near(
        got,
        torch.tensor(-TIME * math.log(WORDS)),
        f"for {TIME} positions and {WORDS} words with equal logits, ",
    )


def add_up(log_probability: Attempt) -> None:
    answers = torch.cartesian_prod(*[torch.arange(WORDS)] * 2)  # (answer, 2)
    logits = LOGITS[:2].expand(len(answers), -1, -1)
    total = log_probability(logits, answers).exp().sum().item()
    if not abs(total - 1) <= CLOSE:
        raise Failed(f"the probabilities of all two-word answers add up to {total:.4g}", "1")


# ----------------------------------------------------------------------------------------------
EXERCISE = exercise(
    __file__,
    "the three functions are defined",
    hints.BEGIN,
    Spec(
        rnn_step,
        [(X, H, *ONE), (3 * X[0], H[0], *ONE)],
        Check(f"`rnn_step` returns a state of shape {tuple(H.shape)}", shaped, hints.BEGIN),
        Check("zero inputs leave only the biases inside tanh", of_nothing, hints.NOTHING),
        Check("every component lies between −1 and 1", bounded, hints.RANGE),
        Check("equals the real RNN step", equals_real(*((*inputs, *ONE) for inputs in MORE)), hints.RNN),
        answer=tensor_of(lambda x, h, *_: h.shape),
        trained=True,
    ),
    Spec(
        gru_step,
        [(X, H, *THREE), (3 * X[0], H[0], *THREE)],
        Check(f"`gru_step` returns a state of shape {tuple(H.shape)}", shaped, hints.GRU),
        Check("z = 1 keeps the old state", keeps, hints.KEEPS),
        Check("z = 0 selects the candidate", candidate_alone, hints.WRITES),
        Check("r = 0 hides the old state from the candidate", takes_no_state, hints.RESET),
        Check("equals the real GRU step", equals_real(*((*inputs, *THREE) for inputs in MORE)), hints.GRU),
        answer=tensor_of(lambda x, h, *_: h.shape),
        trained=True,
    ),
    Spec(
        log_probability,
        [(LOGITS, TARGET), (LOGITS[:2] / 2, TARGET[:2])],
        Check("`log_probability` returns one number per answer", runs, hints.CHAIN),
        Check("equal logits yield equal probabilities", even, hints.EVEN),
        Check("the probabilities of all answers add up to 1", add_up, hints.ADDS_UP),
        Check(
            "equals the real log-probability",
            equals_real((LOGITS, TARGET), (LOGITS[None] / 2, TARGET[None].flip(1)), (9 * LOGITS[:3], TARGET[:3])),
            hints.CHAIN,
        ),
        answer=tensor_of(lambda logits, target: target.shape[:-1]),
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
)  # fmt: skip
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
