"""Two systems and two language pairs; for one system the table states no cost."""

from types import SimpleNamespace

from lessons.decoding.figures.published_scores import published_scores
from lessons.figures.kit.examples import Figure


def example() -> Figure:
    first = SimpleNamespace(
        name="a", cited="b 2016", transformer=False, bleu=(20, 30), flops=(None, 1e20)
    )
    second = SimpleNamespace(
        name="c", cited="d 2017", transformer=True, bleu=(25, None), flops=(1e19, 1e19)
    )
    return published_scores([first, second], ["e → f", "e → g"], "a table", ["**e**", "**f**"])
