from lessons.decoding.figures.published_scores import published_scores
from lessons.decoding.published import PAIRS, SYSTEMS
from lessons.figures.kit.examples import Figure


def example() -> Figure:
    return published_scores(SYSTEMS[:3], PAIRS, "a table", ["**e**", "**f**"])
