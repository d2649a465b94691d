"""What the page on fine-tuning asks, and what tells the answers."""

from lessons.finetuning import PARTS, results
from tests.kit.questions import Asked

TELLS = {
    "heads": "new: 130 parameters",
    "labels": r"90\.0%",
    "moved": r"54\.3%",
    "search": "No shared word: all score 0",
}


def questions():
    for part in PARTS:
        yield Asked(results.predict(part), part, f"finetuning-{part}", TELLS[part])
