"""Results of the cost page, computed with `transformer` and shared by all visitors."""

from lessons.cost import PARTS, prediction
from lessons.cost.figures.cost_table import cost_table
from lessons.cost.figures.reach import reach
from lessons.cost.figures.two_operators import two_operators
from lessons.figures.cost_curves import cost_curves
from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.prediction import Prediction
from transformer.measure.cost import grid

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

products = shared_cache(grid.products)
clocked = shared_cache(grid.clocked)  # once: the same milliseconds for every visitor


@shared_cache
def figure(part: str) -> Figure:
    """Return the figure of a part of the page."""
    if part == "table":
        return cost_table(products(), clocked())
    if part == "meet":
        return cost_curves(products(), clocked())
    return two_operators() if part == "operators" else reach()


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part; its answer is computed."""
    return dict(zip(PARTS, prediction.QUESTIONS, strict=True))[part]()


def warm() -> None:
    """Compute what the first visitor will see, so that no visitor has to wait."""
    figure("table"), predict("table")
