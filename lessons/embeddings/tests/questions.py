"""What the embeddings page asks, and what tells the answers."""

import re

from lessons.embeddings import PARTS, TRANSLATOR, results
from tests.kit.questions import Asked

ELSEWHERE = {"scores": "it asks nothing"}


def questions():
    predictions = {part: results.predict(part, TRANSLATOR) for part in PARTS}
    near = r"nearest to \*guitar\* are (\w+) \S+, (\w+)"
    nearest, second_nearest = re.search(near, predictions["map"].reason).groups()
    frame = predictions["film"].sentence.replace("film:", "embeddings-film=")
    step = predictions["film"].right.removeprefix("step ")
    hits = re.search(r"^\d+ of \d+", predictions["pairs"].reason)[0]
    position = re.search(r"positional encoding (\d\.\d\d)", predictions["sum"].reason)[1]
    shown = {
        "map": {"tells": rf"{nearest} 0\.\d+ {second_nearest} 0\.\d+", "covered": False},
        "film": {"tells": f"After {step} of", "covered": False, "place": frame},
        "pairs": {"tells": f"{hits} correct", "wholly": True},
        "sum": {"tells": rf"\b{position}\b"},
    }
    for part, how in shown.items():
        yield Asked(predictions[part], part, f"embeddings-{part}", **how)
    typed = {"tells": shown["map"]["tells"], "address": "embeddings-text=the+guitar"}
    yield Asked(predictions["map"], "map", "embeddings-map", **typed)
