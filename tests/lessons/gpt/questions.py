"""What the page on GPT asks, and what tells the answers."""

from lessons.gpt import results
from tests.kit.questions import Asked


def questions():
    yield Asked(
        results.predict("rows"), "rows", "gpt-rows", r"Mean loss of the model that was trained so"
    )
    yield Asked(
        results.predict("swap"),
        "swap",
        "gpt-swap",
        r"In the rows of the sentence the maps are the same",
    )
    yield Asked(
        results.predict("learning"),
        "learning",
        "gpt-learning",
        r"half of the answers are right after",
    )
    yield Asked(results.predict("sizes"), "sizes", "gpt-sizes", r"115,970,015,232")
