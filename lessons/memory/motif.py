"""The sketch on this lesson's card: a question looks at facts twice."""

from lessons.figures.kit.sketch import arrow, bar, link, sketch, word
from lessons.memory import MODEL, QUESTION, STORY
from lessons.memory.results import hops, story


def motif() -> str:
    """The weights of both hops on the facts of the page's story."""
    figure = hops(MODEL, story(MODEL, f"{STORY}\n{QUESTION}"))
    marks = [word(8, 18, "?", "query", 22, "start", bold=True)]
    for hop in range(2):
        left = 30 + 112 * hop
        weights = figure.arrays[f"hops.{hop}.weights"].values
        for n, weight in enumerate(weights):
            y = 20 + 17 * n
            marks += [
                link(left, 54, left + 42, y + 5, float(weight), 6),
                bar(left + 42, y, 44, 10, "soft" if weight < 0.5 else "weight"),
            ]
        marks += arrow(left + 92, 54, left + 106, 54, "soft", 3)
    best = figure.arrays["hops.1.answers"]
    names = best.labels["answer"]
    marks.append(word(244, 96, names[int(best.values.argmax())], "value", 12, "end", bold=True))
    return sketch(marks)
