"""What the scores page asks, and what tells the answers."""

import re

from lessons.scores import results
from tests.kit.questions import Asked


def questions():
    # A query that is dragged: lessons/scores/tests/test_browser.py.
    yield Asked(results.predict("head", "query"), "head", "scores-head-query")
    weight = results.predict("head", "weight")
    lost = re.search(r"changes by (−\d+\.\d+)", weight.reason)[1]
    at = "scores-hand=a+weight"
    yield Asked(weight, "head", "scores-head-weight", lost, address=at)
    for part, pattern in {
        "functions": r"answer: 4115\.1",
        "root": r"gradient is [\d.]+ times as large",
    }.items():
        yield Asked(results.predict(part, "query"), part, f"scores-{part}", pattern)
