"""The exercise: `multiply_adds` and `layers_needed`, and the checks for each, in order."""

import math
from numbers import Real
from typing import Any

from torch import Tensor

from lessons.cost import hints
from lessons.cost.mistakes import MISTAKES
from lessons.kit.checking import Check, Failed
from lessons.kit.spec import Attempt, Spec, all_run, exercise
from transformer.diagnosis.returned import returned
from transformer.measure.cost.counting import count_multiply_adds, multiply_adds
from transformer.measure.cost.paths import DOUBLING, layers_needed, spread

# All sizes differ, so that a mix-up is always found.
SIZES = ((7, 10, 3, 5), (12, 4, 5, 9))
KINDS = ("convolution", "gru", "attention", "restricted")
CONTIGUOUS = [(n, kernel, 1) for n, kernel in ((81, 3), (81, 5), (12, 9), (2, 3), (1, 3))]
DILATED = [(n, kernel, DOUBLING) for n, kernel in ((81, 3), (64, 5), (30, 3), (9, 9))]


def whole_number(name: str, got: Any, *arguments: Any) -> int:
    """Return the number of multiplications or layers; raise `Failed` if it is not a whole number.

    NumPy numbers and tensors with one element count as numbers.
    """
    if isinstance(got, Tensor) and got.numel() == 1:
        got = got.item()
    if isinstance(got, bool) or not isinstance(got, Real):
        raise Failed(f"{name} {returned(got)}", "a whole number")
    if not math.isfinite(got):
        raise Failed(
            f"{name}{arguments} is {got}", "a whole number, without division by 0 or overflow"
        )
    if not abs(got - round(got)) < 1e-6:  # n * (a / n) may be off in the last digit
        raise Failed(f"{name}{arguments} is {got:g}", "a whole number")
    return round(got)


def equals_count(kind: str):
    """Check that the answer equals PyTorch’s count while the real layer runs."""

    def run(multiply_adds: Attempt) -> None:
        for sizes in SIZES:
            got, right = multiply_adds(kind, *sizes), count_multiply_adds(kind, *sizes)
            if got != right:
                n, d, k, r = sizes
                raise Failed(
                    f"{kind}, n={n}, d={d}, k={k}, r={r}: {got:,}", f"{right:,}, as counted"
                )

    return run


def equals_search(cases: list[tuple[int, int, int]]):
    """Check that the answer equals the result of the search through the graph."""

    def run(layers_needed: Attempt) -> None:
        for n, kernel, growth in cases:
            got, right = layers_needed(n, kernel, growth), len(spread(n, kernel, growth)) - 1
            if got != right:
                raise Failed(f"n={n}, kernel={kernel}, growth={growth}: {got} layers", f"{right}")

    return run


EXERCISE = exercise(
    __file__,
    "both functions are defined",
    hints.BEGIN,
    Spec(
        multiply_adds,
        [(kind, *sizes) for kind in KINDS for sizes in SIZES],
        Check("`multiply_adds` returns whole numbers", all_run, hints.BEGIN),
        Check("convolution: equals PyTorch’s count", equals_count("convolution"), hints.BEGIN),
        Check("GRU: equals PyTorch’s count", equals_count("gru"), hints.GRU),
        Check("attention: equals PyTorch’s count", equals_count("attention"), hints.ATTENTION),
        Check(
            "attention to r words: equals PyTorch’s count", equals_count("restricted"), hints.NEAR
        ),
        answer=whole_number,
    ),
    Spec(
        layers_needed,
        [*CONTIGUOUS, *DILATED],
        Check("`layers_needed` returns whole numbers", all_run, hints.STEP),
        Check("contiguous: equals the search result", equals_search(CONTIGUOUS), hints.STEP),
        Check("dilated: equals the search result", equals_search(DILATED), hints.GROWTH),
        answer=whole_number,
    ),
    mistakes=MISTAKES,
    reveals="the reference functions",
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
