"""The sketch on this lesson's card: accuracy with and without a pretrained body."""

from statistics import fmean

from lessons.figures.kit.sketch import bar, sketch, word
from lessons.finetuning.results import measured

HUES = {"scratch": "key", "frozen": "query", "tuned": "value"}


def motif() -> str:
    """Draw the accuracy for spans of three ways to train, from 6 labels to 96."""
    scores, marks = measured()["tasks"]["span"]["scores"], []
    for row, (way, hue) in enumerate(HUES.items()):
        for at, scores_of_count in enumerate(scores[way]):
            high = 74 * fmean(scores_of_count)
            marks.append(bar(26 + 72 * row + 11 * at, 84 - high, 9, high, hue))
    marks += [word(126, 98, "6 … 96", "soft", 11)]
    return sketch(*marks)
