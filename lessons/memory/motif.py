"""The sketch on this lesson's card: a question attends to facts in two hops."""

from lessons.figures.kit.sketch import arrow, bar, link, sketch, word
from lessons.memory import MODEL, QUESTION, STORY
from lessons.memory.results import hops, story


def motif() -> str:
    """Draw the weights of both hops on the facts of the opening story, and the answer."""
    figure = hops(MODEL, story(MODEL, f"{STORY}\n{QUESTION}"))
    marks = [word(14, 46, "?", "query", 24, bold=True)]
    for left, hop in ((26, 0), (138, 1)):
        for n, weight in enumerate(figure.arrays[f"hops.{hop}.weights"].values):
            y, strong = 12 + 16 * n, weight > 0.5
            marks += [
                link(left, 46, left + 40, y + 4, float(weight), 6, pale=not strong),
                bar(left + 40, y, 46, 8, "weight" if strong else "hatch"),
            ]
    marks += arrow(118, 46, 132, 46, "soft", 3)
    answers = figure.arrays["hops.1.answers"]
    best = answers.labels["answer"][int(answers.values.argmax())]
    return sketch(*marks, word(224, 98, best, "value", 13, "end", bold=True))
