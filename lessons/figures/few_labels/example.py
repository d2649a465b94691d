from lessons.figures.few_labels import few_labels
from lessons.figures.kit.examples import Figure


def example() -> Figure:
    """Numbers made up: what is drawn is the same."""
    scores = {
        "frozen": [[0.5, 0.6], [0.7, 0.8]],
        "tuned": [[0.4, 0.6], [1, 1]],
        "scratch": [[0.2, 0.3], [0.3, 0.5]],
    }
    one = {"constant": 0.33, "scores": scores}
    about = {"labels": [6, 12, 24], "seeds": [0, 1], "tests": 100, "steps": 9, "word_alone": 0.8}
    for each in scores.values():
        each.append([0.9, 1.0])
    return few_labels(about | {"tasks": {"pair": one, "tags": one}})
