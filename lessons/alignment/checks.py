"""The exercise: energies, context and one step of a decoder, and what must hold of each."""

import math

import torch
from torch import Tensor

from lessons.alignment import hints
from lessons.alignment.mistakes import MISTAKES
from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.numbers import numbers
from lessons.kit.spec import Attempt, Spec, exercise, near
from transformer.measure.attention.alignment import context, energies, step

# All sizes differ, so that no axis can be taken for another.
BATCH, SOURCE, HIDDEN, WIDTH, INPUTS = 2, 5, 4, 6, 3
STATE = 2 * numbers(BATCH, HIDDEN)
MEMORY = 2 * numbers(BATCH, SOURCE, WIDTH, start=100)
W_A, U_A, V_A = (
    numbers(HIDDEN, HIDDEN, start=200),
    numbers(HIDDEN, WIDTH, start=300),
    2 * numbers(HIDDEN, start=400),
)
ENERGIES = 3 * numbers(BATCH, SOURCE, start=500)
WORDS = torch.tensor([[True, True, True, True, True], [True, True, True, False, False]])
WORD = numbers(BATCH, INPUTS, start=600)
MOVE_X, MOVE_H = numbers(INPUTS + WIDTH, HIDDEN, start=700), numbers(HIDDEN, HIDDEN, start=800)


def look(state: Tensor) -> Tensor:
    """Something that looks: (batch, hidden) → (batch, width)."""
    return context(energies(state, MEMORY, W_A, U_A, V_A), MEMORY, WORDS)


def move(x: Tensor, state: Tensor) -> Tensor:
    """Something that moves on: (batch, inputs + width), (batch, hidden) → (batch, hidden)."""
    return torch.tanh(x @ MOVE_X + state @ MOVE_H)


# --- energies ---------------------------------------------------------------------------------
def one_word_alone(energies: Attempt) -> None:
    together = energies(STATE, MEMORY, W_A, U_A, V_A)
    for j in range(SOURCE):
        alone = energies(STATE, MEMORY[:, j, None], W_A, U_A, V_A)
        near(together[:, j, None], alone, f"word {j + 1} among others: ")


def bounded(energies: Attempt) -> None:
    got = energies(1000 * STATE, 1000 * MEMORY, W_A, U_A, V_A).abs().max().item()
    if not got <= (most := V_A.abs().sum().item()) + spec.CLOSE:
        raise Failed(f"states × 1000 give an energy of {got:.4g}", f"at most Σ|v_a| = {most:.2f}")


def by_hand(energies: Attempt) -> None:
    right = [
        [
            sum(V_A[k].item() * math.tanh(W_A[k] @ s + U_A[k] @ h) for k in range(HIDDEN))
            for h in memory
        ]
        for s, memory in zip(STATE, MEMORY, strict=True)
    ]
    near(energies(STATE, MEMORY, W_A, U_A, V_A), torch.tensor(right))


# --- context ----------------------------------------------------------------------------------
def of_equal_vectors(context: Attempt) -> None:
    alike = MEMORY[:, :1].expand(-1, SOURCE, -1)
    near(context(ENERGIES, alike, WORDS), MEMORY[:, 0], "all h_j alike: ")


def pad_is_hidden(context: Attempt) -> None:
    changed = torch.where(WORDS[..., None], MEMORY, MEMORY + 5)
    got, right = context(ENERGIES, changed, WORDS), context(ENERGIES, MEMORY, WORDS)
    near(got, right, "with another vector at PAD, ")


def sharp(context: Attempt) -> None:
    """One energy far above the others: the context is that word's vector."""
    best = torch.zeros(BATCH, SOURCE)
    best[:, 1] = 100.0
    near(context(best, MEMORY, WORDS), MEMORY[:, 1], "word 2 fits best by far: ")


# --- step -------------------------------------------------------------------------------------
def looks_with(step: Attempt) -> None:
    """What `look` is given is the state as it came in, once."""
    asked: list[Tensor] = []

    def noted(state: Tensor) -> Tensor:
        asked.append(state.clone())
        return look(state)

    step(WORD, STATE, noted, move)
    if len(asked) != 1:
        raise Failed(f"look was called {len(asked)} times", "once")
    near(asked[0], STATE, "what look was given: ")


def moves_once(step: Attempt) -> None:
    given: list[tuple[Tensor, Tensor]] = []

    def noted(x: Tensor, state: Tensor) -> Tensor:
        given.append((x.clone(), state.clone()))
        return move(x, state)

    step(WORD, STATE, look, noted)
    if len(given) != 1:
        raise Failed(f"move was called {len(given)} times", "once")
    near(given[0][0], torch.cat((WORD, look(STATE)), -1), "x, which move was given: ")
    near(given[0][1], STATE, "the state that move was given: ")


# ----------------------------------------------------------------------------------------------
EXERCISE = exercise(
    __file__,
    "the three functions are there",
    hints.BEGIN,
    Spec(
        energies,
        [(STATE, MEMORY, W_A, U_A, V_A)],
        Check(f"energies has the shape ({BATCH}, {SOURCE})", spec.all_run, hints.BEGIN),
        Check("the energy of a word is its own", one_word_alone, hints.PAIR),
        Check("no energy is larger than Σ|v_a|", bounded, hints.BOUND),
        Check("equals v_aᵀ tanh(W_a s + U_a h_j)", by_hand, hints.ENERGIES),
        answer=spec.tensor_of(lambda state, memory, *_: memory.shape[:2]),
        trained=True,
    ),
    Spec(
        context,
        [(ENERGIES, MEMORY, WORDS)],
        Check(f"context has the shape ({BATCH}, {WIDTH})", spec.all_run, hints.CONTEXT),
        Check("PAD is not looked at", pad_is_hidden, hints.PAD),
        Check("of equal vectors it is that vector", of_equal_vectors, hints.SHARES),
        Check("a clear favourite is all of it", sharp, hints.CONTEXT),
        Check(
            "equals the real context", spec.equals_real((ENERGIES, MEMORY, WORDS)), hints.CONTEXT
        ),
        answer=spec.tensor_of(lambda _, memory, *__: (len(memory), memory.shape[-1])),
        trained=True,
    ),
    Spec(
        step,
        [(WORD, STATE, look, move)],
        Check(f"step has the shape ({BATCH}, {HIDDEN})", spec.all_run, hints.STEP),
        Check("it looks once, with the old state", looks_with, hints.STEP),
        Check("it moves once, with word and context", moves_once, hints.STEP),
        Check("equals the real step", spec.equals_real((WORD, STATE, look, move)), hints.STEP),
        answer=spec.tensor_of(lambda _, state, *__: state.shape),
        trained=True,
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
