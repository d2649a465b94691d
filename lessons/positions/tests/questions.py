"""What the positions page asks, and what tells the answers."""

import re

from lessons.positions import PARTS, results
from tests.kit.questions import Asked


def questions():
    asked = {part: results.predict(part) for part in PARTS}

    def told(part: str, pattern: str) -> str:
        return re.search(pattern, asked[part].reason)[1]

    change, likeness = told("why", r"is (\d)\.\d · 10⁻⁷"), told("lab", r"is (0\.\d{4})")
    spread, right = told("score", r"content–content (\d\.\d\d)"), told("length", r"rotary (\d+)%")
    tells = {
        "why": rf"\b{change}\.\d+ · 10⁻⁷",
        "lab": likeness,
        "slides": r"\b0\.0100\b",
        "score": rf"\b{spread}\b",
        "length": f"rotary, {right}%",
    }
    for part, pattern in tells.items():
        yield Asked(asked[part], part, f"positions-{part}", pattern, covered=part != "slides")
