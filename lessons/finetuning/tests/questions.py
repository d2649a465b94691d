"""The questions of the page on fine-tuning, and the texts that give their answers away."""

from lessons.finetuning import PARTS, results
from tests.kit.questions import Asked

TELLS = ("new: 130 parameters", r"90\.0%", r"54\.3%", "No shared word: all scores are 0")


def questions():
    for part, measured in zip(PARTS, TELLS, strict=True):
        yield Asked(results.predict(part), part, f"finetuning-{part}", measured)
