"""The questions of the page on BERT, and the texts that give their answers away."""

from lessons.bert import PARTS, results
from tests.kit.questions import Asked

TELLS = {
    "sum": "position 12, and is in sentence B",
    "hide": r"Looks only back ?: “reads” gets 26\.\d%",
    "learning": "he or she 1.00",
    "tables": "neighbours: 0.11",
}


def questions():
    for part in PARTS:
        place = "bert-sum=13" if part == "sum" else ""
        yield Asked(results.predict(part), part, f"bert-{part}", TELLS[part], place=place)
