"""What the embeddings page asks, and what tells the answers."""

import re

from lessons.embeddings import PARTS, TRANSLATOR, results
from tests.kit.questions import Asked

ELSEWHERE = {"scores": "it asks nothing"}


def questions():
    asked = {part: results.predict(part, TRANSLATOR) for part in PARTS}
    near = r"nearest to \*guitar\* are (\w+) \S+, (\w+)"
    one, two = re.search(near, asked["map"].reason).groups()
    frame = asked["film"].sentence.replace("film:", "embeddings-film=")
    step = asked["film"].right.removeprefix("step ")
    hits = re.search(r"^\d+ of \d+", asked["pairs"].reason)[0]
    position = re.search(r"positional encoding (\d\.\d\d)", asked["sum"].reason)[1]
    shown = {
        "map": {"tells": rf"{one} 0\.\d+ {two} 0\.\d+", "covered": False},
        "film": {"tells": f"After {step} of", "covered": False, "place": frame},
        "pairs": {"tells": f"{hits} correct", "wholly": True},
        "sum": {"tells": rf"\b{position}\b"},
    }
    for part, how in shown.items():
        yield Asked(asked[part], part, f"embeddings-{part}", **how)
    typed = {"tells": shown["map"]["tells"], "address": "embeddings-text=the+guitar"}
    yield Asked(asked["map"], "map", "embeddings-map", **typed)
