"""What the positions page asks, and what tells the answers."""

import re

from lessons.positions import PARTS, results
from tests.kit.questions import Asked


def questions():
    predictions = {part: results.predict(part) for part in PARTS}

    def number_in(part: str, pattern: str) -> str:
        return re.search(pattern, predictions[part].reason)[1]

    change, likeness = number_in("why", r"is (\d)\.\d · 10⁻⁷"), number_in("lab", r"is (0\.\d{4})")
    spread = number_in("score", r"content–content (\d\.\d\d)")
    right = number_in("length", r"rotary (\d+)%")
    tells = {
        "why": rf"\b{change}\.\d+ · 10⁻⁷",
        "lab": likeness,
        "slides": r"\b0\.0100\b",
        "score": rf"\b{spread}\b",
        "length": f"rotary, {right}%",
    }
    for part, pattern in tells.items():
        yield Asked(predictions[part], part, f"positions-{part}", pattern, covered=part != "slides")
