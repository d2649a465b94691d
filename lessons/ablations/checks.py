"""What must hold of the four functions, in the order in which it is checked.

    from lessons.ablations.checks import check, hint, reveal
    check()                    # the functions in lessons/ablations/exercise.py
    check(another_layer_norm)  # or functions of your own

Properties come before parity: parity finds more mistakes, but a property names the cause.
"""

from lessons.ablations import hints
from lessons.ablations.checks_layers import LAYERS
from lessons.ablations.checks_statistics import STATISTICS
from lessons.ablations.recognise import recognise
from lessons.ablations.trial import Student
from lessons.kit.checking import Check
from lessons.kit.exercise import Exercise
from transformer.layers import Residual
from transformer.measure import statistics
from transformer.variants.norm import layer_norm

CHECKS: tuple[Check, ...] = (
    Check("all four functions are there", Student.find, hints.BEGIN),
    *LAYERS,
    *STATISTICS,
)

EXERCISE = Exercise(
    Student,
    CHECKS,
    recognise,
    (layer_norm, Residual.forward, Residual.add, statistics.interval, statistics.compare),
    "the real functions",
)
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution


if __name__ == "__main__":  # python -m lessons.ablations.checks
    print(check())
