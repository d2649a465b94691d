"""The sketch on this lesson's card: a masked word and its predictions."""

from lessons.bert import MODEL, OPENING, VERB
from lessons.bert.results import encode, hidden_figure
from lessons.figures.kit.sketch import bar, sketch, word


def motif() -> str:
    """Draw the predictions of the masked verb by the causal and by the bidirectional model."""
    figure = hidden_figure(MODEL, encode(MODEL, OPENING))
    at = [token["full"] for token in figure.arrays["both.right"].labels["word"]].index(VERB)
    marks = [
        word(14, 26, "she", "soft", 15),
        bar(48, 14, 46, 15, "hatch"),
        word(102, 26, "the new letter", "soft", 15),
    ]
    for left, name, hue in ((14, "back", "soft"), (130, "both", "value")):
        for n, chance in enumerate(figure.arrays[f"{name}.best.{at}"].values):
            marks.append(bar(left, 44 + 14 * n, max(2.0, 96 * float(chance)), 8, hue))
    return sketch(*marks)
