"""Two systems, of which one states no cost, with what somebody may have written into a table."""

from types import SimpleNamespace

from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from lessons.figures.published_scores import published_scores


def example() -> Figure:
    systems = [
        SimpleNamespace(name=TYPED, cited=TYPED, transformer=False, bleu=(20.0, 30.0), flops=(None, 1e20)),
        SimpleNamespace(name="b", cited="c", transformer=True, bleu=(25.0, None), flops=(1e19, 1e19)),
    ]  # fmt: skip
    return published_scores(systems, [TYPED, "a → b"], TYPED, [TYPED, TYPED])
