"""What the ablations page asks of every part that it leaves out."""

from lessons.ablations import MODELS, ORDER, results
from tests.kit.questions import Asked

ELSEWHERE = {"": "the covered columns: lessons/ablations/tests/test_browser.py"}


def questions():
    for model in MODELS:
        for part in ORDER if model == "reverse" else ("norm", "scaling"):
            yield from map(Asked, results.predict(model, part, 0).values())
