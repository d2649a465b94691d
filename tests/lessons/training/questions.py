"""What the training page asks; of films and of pairs of runs, whatever they show."""

from types import SimpleNamespace

import numpy as np

from lessons.training import PARTS, prediction, results
from tests.kit.questions import Asked

HERE = "test_a_training_tells_nothing_before_an_answer in tests/app/test_predict_browser.py"
ELSEWHERE = dict.fromkeys(set(PARTS) - {"adam"}, HERE)


def drawn(header: dict, **arrays) -> SimpleNamespace:
    """A figure of a training, as far as a question looks into it."""
    held = {
        name.replace("_", " "): SimpleNamespace(values=np.array(v)) for name, v in arrays.items()
    }
    return SimpleNamespace(header=header, arrays=held)


def films():
    """A film in which heads come first, one in which they come last, and one of a text."""
    frames, steps = {"frames": [1, 10, 20, 30]}, [1, 10, 20, 30]
    early, late = [0.0, 0.6, 0.7, 0.9], [0.0, 0.0, 0.2, 0.8]
    for looks, score in ((early, late), (late, early), (early, early), (early, [0.0] * 4)):
        yield drawn({**frames, "yardsticks": []}, looks=looks, score=score, measured=steps)
    told = {**frames, "yardsticks": [{"value": 2.0}]}
    yield drawn(told, bits=[4.0, 3.0, 2.5, 2.0], measured=steps)
    yield drawn(told, bits=[4.0, 3.9, 3.8, 3.7], measured=steps)


def pairs():
    """Two runs that part at the second step, late, and never."""
    for apart in (1, 4, 9):
        a = np.linspace(3, 1, 8).astype(np.float32)
        b = np.where(np.arange(8) < apart, a, a + 0.1)
        yield drawn({"parted": 0}, loss_a=a, loss_b=b)


def questions():
    at = "training-adam=run/1"
    adam = results.predict("adam")
    yield Asked(adam, "adam", "training-adam-", "step 1 of 40", covered=False, place=at)
    yield Asked(results.predict("train"))
    yield from map(Asked, map(prediction.about_order, films()))
    yield from map(Asked, map(prediction.about_difference, pairs()))
