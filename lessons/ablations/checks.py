"""The exercise: `layer_norm`, `residual`, `interval` and `p_value`; their checks are in two files."""

from lessons.ablations import hints
from lessons.ablations.checks_layers import LAYERS
from lessons.ablations.checks_statistics import STATISTICS
from lessons.ablations.mistakes import MISTAKES
from lessons.kit.spec import exercise
from transformer.layers import Residual, layer_norm
from transformer.measure import statistics

EXERCISE = exercise(
    __file__,
    "all four functions exist",
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
