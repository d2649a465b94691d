"""The exercise: `layer_norm`, `residual`, `interval` and `p_value`; what must hold of each stands in two files.

    from lessons.ablations.checks import check, hint, reveal
    check()                    # the functions in lessons/ablations/exercise.py
    check(another_layer_norm)  # or functions of your own

Properties come before parity: parity finds more mistakes, but a property names the cause.
"""

from lessons.ablations import hints
from lessons.ablations.checks_layers import LAYERS
from lessons.ablations.checks_statistics import STATISTICS
from lessons.ablations.mistakes import MISTAKES
from lessons.kit.spec import exercise
from transformer.layers import Residual, layer_norm
from transformer.measure import statistics

EXERCISE = exercise(
    __file__,
    "all four functions are there",
    hints.BEGIN,
    *LAYERS,
    *STATISTICS,
    mistakes=MISTAKES,
    reveals="the real functions",
    sources=(layer_norm, Residual.forward, Residual.add, statistics.interval, statistics.compare),
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
