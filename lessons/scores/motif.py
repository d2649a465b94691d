"""The sketch on the card of this lesson: a query and the keys."""

import numpy as np

from lessons.figures.kit.sketch import arrow, line, sketch, word
from lessons.scores.results import plane_of_it


def motif() -> str:
    """Draw the query of "it" and the keys of its head, in the plane of the lesson's figure."""
    figure = plane_of_it()
    keys, weights = figure.arrays["keys"].values, figure.arrays["weights"].values
    names = [label["label"] for label in figure.header["labels"]]
    best, scale = int(weights.argmax()), np.array([15, -15])
    middle = np.array([76, 66])
    tips = keys * scale + middle
    others = [line([tuple(middle), tuple(tip)], "key", 1.5, 0.25) for tip in tips]
    query = np.array(figure.header["place"]) * scale * 1.0 + middle
    return sketch(
        others,
        arrow(*middle, *tips[best], "key"),
        arrow(*middle, *query, "query"),
        word(tips[best][0] + 8, tips[best][1] + 4, f"key of {names[best]}", "key", 12.5, "start"),
        word(
            query[0] + 8, query[1] - 8, f"query of {figure.header['who']}", "query", 12.5, "start"
        ),
    )
