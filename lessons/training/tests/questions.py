"""What the training page asks; of films and of pairs of runs, whatever they show."""

from itertools import starmap

import numpy as np

from lessons.training import PARTS, prediction, results
from lessons.training.measured import Course
from tests.kit.questions import Asked

HERE = "test_a_training_tells_nothing_before_an_answer in tests/app/test_predict_browser.py"
ELSEWHERE = dict.fromkeys(set(PARTS) - {"adam"}, HERE)


def courses():
    """A training in which heads come first, one in which they come last, and one of a text."""
    steps = [1, 10, 20, 30]
    early, late = [0.0, 0.6, 0.7, 0.9], [0.0, 0.0, 0.2, 0.8]
    for looks, score in ((early, late), (late, early), (early, early), (early, [0.0] * 4)):
        yield Course(steps, looks, steps, score)
    for bits in ([4.0, 3.0, 2.5, 2.0], [4.0, 3.9, 3.8, 3.7]):
        yield Course(steps, None, steps, [0.0] * 4, bits, pairs=2.9)


def pairs():
    """Two runs that part at the second step, late, and never."""
    for apart in (1, 4, 9):
        a = np.linspace(3, 1, 8).astype(np.float32)
        b = np.where(np.arange(8) < apart, a, a + 0.1)
        yield a, b


def questions():
    at = "training-adam=run/1"
    adam = results.predict("adam")
    yield Asked(adam, "adam", "training-adam-", "step 1 of 40", place=at)
    yield Asked(results.predict("train"))
    yield from map(Asked, map(prediction.about_order, courses()))
    yield from map(Asked, starmap(prediction.about_difference, pairs()))
