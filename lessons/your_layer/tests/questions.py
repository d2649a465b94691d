"""What the page on a layer of one's own asks, and what tells the answers."""

from lessons.your_layer import PARTS, results
from tests.kit.questions import Asked

ELSEWHERE = {"compare": "what is asked about is shown nowhere"}


def questions():
    shown = {
        "write": {"tells": r"hold, \d+ are broken"},
        "source": {"tells": "First different step: query", "address": "your_layer-name=rotary"},
        "compare": {},
    }
    for part in PARTS:
        yield Asked(results.predict(part), part, f"your_layer-{part}", **shown[part])
