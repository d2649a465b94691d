"""What the ablations page shows, computed with the machine and shared by all visitors."""

import torch

from lessons.ablations import FIRST, MODELS, RETRAINED, prediction
from lessons.ablations.checks import check
from lessons.checking import Result
from lessons.figures import ablation
from lessons.figures.figure import Figure
from lessons.prediction import Prediction
from lessons.shared import shared
from transformer.ablations import REMOVALS, Measured, measure
from transformer.batch import Batch
from transformer.weights import Trained, load

torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each


@shared
def trained(name: str) -> Trained:
    """A trained model by its name."""
    return load(name)


@shared
def batch(name: str) -> Batch:
    """The held-out sentences on which a model is measured."""
    return ablation.batch_of(trained(name))


@shared
def whole(name: str) -> Measured:
    """What a model does with nothing removed."""
    return measure(trained(name).model, batch(name))


def without(name: str, removal: str) -> Trained | None:
    """The model that was trained without the part, where one ships."""
    return trained(REMOVALS[removal].without) if name == RETRAINED else None


def measured(name: str, removal: str, head: int) -> dict[str, Measured | None]:
    """The three columns; None where there is none. Each step has its own time to finish in."""
    trained(name), batch(name), whole(name), without(name, removal)
    return _measured(name, removal, head)


@shared
def _measured(name: str, removal: str, head: int) -> dict[str, Measured | None]:
    found, other = whole(name), without(name, removal)
    return ablation.measured(trained(name), removal, batch(name), head, other, found)


def figure(name: str, removal: str, head: int, covered: bool) -> Figure:
    """The picture; covered, it keeps the answers to itself."""
    measured(name, removal, head)
    return _figure(name, removal, head, covered)


@shared
def _figure(name: str, removal: str, head: int, covered: bool) -> Figure:
    found, other = _measured(name, removal, head), without(name, removal)
    return ablation.drawn(trained(name), removal, batch(name), found, other, head, covered)


def predict(name: str, removal: str, head: int) -> dict[str, Prediction]:
    """One question a column that there is, with what to say to each answer."""
    measured(name, removal, head)
    return _predict(name, removal, head)


@shared
def _predict(name: str, removal: str, head: int) -> dict[str, Prediction]:
    found = _measured(name, removal, head)
    return {
        column: prediction.about(column, removal, found["whole"], found[column])
        for column in ("off", "without")
        if found[column] is not None
    }


@shared
def checked() -> Result:
    """What the checks say about the student's functions, as their file is now."""
    return check()


def first() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    name = next(iter(MODELS))
    figure(name, FIRST, 0, True), predict(name, FIRST, 0), checked()
    for other in MODELS:  # each by itself, within its time
        batch(other), whole(other)
