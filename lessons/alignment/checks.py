"""The exercise: energies, context and one decoder step, and the checks for each."""

import math

import torch
from torch import Tensor

from lessons.alignment import hints
from lessons.alignment.measure.alignment import context, energies, step
from lessons.alignment.mistakes import MISTAKES
from lessons.kit import spec
from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.spec import Attempt, Spec, exercise, near

# All sizes differ, so that no axis can be mistaken for another.
BATCH, SOURCE, HIDDEN, WIDTH, INPUTS = 2, 5, 4, 6, 3
STATE = 2 * fixed_tensor(BATCH, HIDDEN)
MEMORY = 2 * fixed_tensor(BATCH, SOURCE, WIDTH, start=100)
W_A, U_A, V_A = (
    fixed_tensor(HIDDEN, HIDDEN, start=200),
    fixed_tensor(HIDDEN, WIDTH, start=300),
    2 * fixed_tensor(HIDDEN, start=400),
)
ENERGIES = 3 * fixed_tensor(BATCH, SOURCE, start=500)
LOW = ENERGIES - 60  # the energies of another model can all be far below 0
WORDS = torch.tensor([[True, True, True, True, True], [True, True, True, False, False]])
WORD = fixed_tensor(BATCH, INPUTS, start=600)
MOVE_X, MOVE_H = (
    fixed_tensor(INPUTS + WIDTH, HIDDEN, start=700),
    fixed_tensor(HIDDEN, HIDDEN, start=800),
)


def look(state: Tensor) -> Tensor:
    """Attend with a state: (batch, hidden) → (batch, width)."""
    return context(energies(state, MEMORY, W_A, U_A, V_A), MEMORY, WORDS)


def move(x: Tensor, state: Tensor) -> Tensor:
    """Compute the next state: (batch, inputs + width), (batch, hidden) → (batch, hidden)."""
    return torch.tanh(x @ MOVE_X + state @ MOVE_H)


# --- energies ---------------------------------------------------------------------------------
def energies_are_separate(energies: Attempt) -> None:
    together = energies(STATE, MEMORY, W_A, U_A, V_A)
    for j in range(SOURCE):
        alone = energies(STATE, MEMORY[:, j, None], W_A, U_A, V_A)
        near(together[:, j, None], alone, f"for word {j + 1} among other words, ")


def bounded(energies: Attempt) -> None:
    got = energies(1000 * STATE, 1000 * MEMORY, W_A, U_A, V_A).abs().max().item()
    if not got <= (most := V_A.abs().sum().item()) + spec.CLOSE:
        raise Failed(f"for states × 1000, an energy is {got:.4g}", f"at most Σ|v_a| = {most:.2f}")


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
def equal_vectors_stay(context: Attempt) -> None:
    alike = MEMORY[:, :1].expand(-1, SOURCE, -1)
    near(context(ENERGIES, alike, WORDS), MEMORY[:, 0], "for equal h_j, ")


def pad_is_hidden(context: Attempt) -> None:
    changed = torch.where(WORDS[..., None], MEMORY, MEMORY + 5)
    got, right = context(ENERGIES, changed, WORDS), context(ENERGIES, MEMORY, WORDS)
    near(got, right, "with a different vector at PAD, ")
    got, right = context(LOW, changed, WORDS), context(LOW, MEMORY, WORDS)
    near(got, right, "with energies near −60 and a different vector at PAD, ")


def largest_energy_wins(context: Attempt) -> None:
    """Check that one energy far above the others makes the context the vector of that word."""
    best = torch.zeros(BATCH, SOURCE)
    best[:, 1] = 100.0
    got = context(best, MEMORY, WORDS)
    if got.isnan().any():
        saw = "NaN: e to the power of 100 overflowed to ∞, and ∞ ÷ ∞ is NaN"
        raise Failed(saw, "numbers; subtract the largest energy first, as PyTorch’s softmax does")
    near(got, MEMORY[:, 1], "when word 2 has by far the largest energy, ")


# --- step -------------------------------------------------------------------------------------
def look_gets_state(step: Attempt) -> None:
    """Check that `look` is called once, with the input state."""
    states: list[Tensor] = []

    def recorded(state: Tensor) -> Tensor:
        states.append(state.clone())
        return look(state)

    step(WORD, STATE, recorded, move)
    if len(states) != 1:
        raise Failed(f"`look` was called {len(states)} times", "once")
    near(states[0], STATE, "the state passed to `look`: ")


def move_gets_inputs(step: Attempt) -> None:
    inputs: list[tuple[Tensor, Tensor]] = []

    def recorded(x: Tensor, state: Tensor) -> Tensor:
        inputs.append((x.clone(), state.clone()))
        return move(x, state)

    step(WORD, STATE, look, recorded)
    if len(inputs) != 1:
        raise Failed(f"`move` was called {len(inputs)} times", "once")
    near(inputs[0][0], torch.cat((WORD, look(STATE)), -1), "the `x` passed to `move`: ")
    near(inputs[0][1], STATE, "the state passed to `move`: ")


# ----------------------------------------------------------------------------------------------
EXERCISE = exercise(
    __file__,
    "the three functions are defined",
    hints.BEGIN,
    Spec(
        energies,
        [(STATE, MEMORY, W_A, U_A, V_A)],
        Check(
            f"`energies` returns a tensor of shape ({BATCH}, {SOURCE})", spec.all_run, hints.BEGIN
        ),
        Check("each energy depends on only one word", energies_are_separate, hints.PAIR),
        Check("no energy is larger than Σ|v_a|", bounded, hints.BOUND),
        Check("equals v_aᵀ tanh(W_a s + U_a h_j)", by_hand, hints.ENERGIES),
        answer=spec.tensor_of(lambda state, memory, *_: memory.shape[:2]),
        trained=True,
    ),
    Spec(
        context,
        [(ENERGIES, MEMORY, WORDS), (LOW, MEMORY, WORDS)],
        Check(
            f"`context` returns a tensor of shape ({BATCH}, {WIDTH})", spec.all_run, hints.CONTEXT
        ),
        Check("PAD gets no weight", pad_is_hidden, hints.PAD),
        Check("if all h_j are equal, the context equals h_1", equal_vectors_stay, hints.SHARES),
        Check("the largest energy can get all the weight", largest_energy_wins, hints.CONTEXT),
        Check(
            "equals the real context", spec.equals_real((ENERGIES, MEMORY, WORDS)), hints.CONTEXT
        ),
        answer=spec.tensor_of(lambda _, memory, *__: (len(memory), memory.shape[-1])),
        trained=True,
    ),
    Spec(
        step,
        [(WORD, STATE, look, move)],
        Check(f"`step` returns a tensor of shape ({BATCH}, {HIDDEN})", spec.all_run, hints.STEP),
        Check("`step` calls `look` once, with the old state", look_gets_state, hints.STEP),
        Check("`step` calls `move` once, with all inputs", move_gets_inputs, hints.STEP),
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
