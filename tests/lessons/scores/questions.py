"""What the scores page asks, and what tells the answers."""

from lessons.scores import results
from tests.kit.questions import Asked

ELSEWHERE = {"head": "tests/lessons/scores/test_browser.py"}


def questions():
    yield from (Asked(results.predict("head", hand)) for hand in ("query", "weight"))
    for part, pattern in {"functions": r"answer: 4115\.1", "root": "It vanishes"}.items():
        yield Asked(results.predict(part, "query"), part, f"scores-{part}", pattern)
