"""What the heads page shows, computed with the machine and shared by all visitors."""

from lessons.figures.head_grid import head_grid
from lessons.figures.head_sum import head_sum
from lessons.figures.kit.figure import Figure
from lessons.figures.length_curve.periods import period_curve
from lessons.figures.patch_map import patch_map
from lessons.heads import CHANGED, COPYING, LETTERS, MODEL, PARTS, SENTENCE, UNGUIDED, prediction
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models.saved import reading, shared_by_version, trained
from transformer.measure.attention.copying import by_period
from transformer.measure.attention.head_roles import Roles, head_roles
from transformer.measure.attention.head_sum import parameters


@shared_by_version
def roles(name: str) -> Roles:
    """What was measured of every head of a model."""
    return head_roles(trained(name))


@shared_by_version
def grid(name: str, reading: Reading) -> Figure:
    """All heads of a model, on one sentence."""
    return head_grid(trained(name), roles(name), reading)


@shared_by_version
def joined(name: str, reading: Reading) -> Figure:
    """From the heads of one layer to its output; at *it*, where the sentence has one."""
    it = reading.words.index("it") + 1 if "it" in reading.words else 1
    return head_sum(trained(name), reading).at(word=it)


@shared_by_version
def patch(name: str, base: Reading, donor: Reading) -> Figure:
    """Every value of the one sentence written into the other."""
    return patch_map(trained(name), base, donor)


@shared
def counted(d_model: int = 512) -> dict[int, dict[str, int]]:
    """The numbers in one layer of attention, by how many heads it has."""
    return parameters(d_model, (1, 2, 4, 8, 16))


@shared
def periods() -> Figure:
    """What models with one and two layers make of rows that repeat, by the length of a round."""
    return period_curve([(trained(name), by_period(trained(name))) for name in COPYING])


def letters() -> Figure:
    """Two rows that repeat, one character apart, in the model with two layers."""
    return patch(COPYING[0], *(reading(COPYING[0], row) for row in LETTERS))


def opening(name: str) -> Figure:
    """The map of the two sentences that the page opens with, in one of the translators."""
    return patch(name, *(reading(name, text) for text in (SENTENCE, CHANGED)))


@shared
def predict(part: str) -> Prediction:
    """The question that a part asks first."""
    if part == "roles":
        return prediction.about_roles(roles(MODEL))
    if part == "patch":
        return prediction.about_patch(trained(MODEL), SENTENCE.split(), CHANGED.split())
    return prediction.about_layers(*(trained(name).card for name in COPYING))


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    opening = reading(MODEL, SENTENCE)
    counted(), grid(MODEL, opening), joined(MODEL, opening)
    periods(), letters(), roles(UNGUIDED)
    for part in PARTS:
        predict(part)
