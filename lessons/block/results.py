"""What the page on a layer shows, computed with the machine and shared by all visitors."""

import torch

from lessons.block import TRANSLATOR, prediction
from lessons.block.checks import check
from lessons.figures.depth_gradients import depth_gradients
from lessons.figures.four_numbers import four_numbers
from lessons.figures.hidden_units import hidden_units
from lessons.figures.kit.figure import Figure
from lessons.figures.residual_stream import MOST_WORDS, residual_stream
from lessons.host.shared import shared
from lessons.kit.checking import Result
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models.saved import shared_by_version, trained
from lessons.models.shipped import SENTENCE
from transformer.measure.stream import depth
from transformer.measure.stream import hidden_units as units
from transformer.measure.stream.residual_stream import Habit, habit

torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each


@shared_by_version
def reading(name: str, text: str) -> Reading:
    """What the model makes of a typed text."""
    return Reading.of(trained(name), text, most=MOST_WORDS)


@shared_by_version
def stream(name: str, reading: Reading) -> Figure:
    """What the model would write if it stopped after each sub-layer."""
    return residual_stream(trained(name), reading)


@shared
def by_hand() -> Figure:
    """LayerNorm of four numbers."""
    return four_numbers()


@shared
def passes() -> dict[tuple[str, int], depth.Pass]:
    """Real backward passes through stacks of 2 to 24 layers."""
    return depth.all_passes()


@shared
def gradients() -> Figure:
    """The size of every layer's gradient."""
    return depth_gradients(passes())


@shared_by_version
def units_of(name: str) -> dict[str, units.Units]:
    """What each hidden unit does on the held-out sentences."""
    return units.all_units(trained(name))


@shared_by_version
def hidden(name: str, reading: Reading) -> Figure:
    """The hidden units that fire at each word of a sentence."""
    return hidden_units(trained(name), reading, units_of(name))


@shared
def habits() -> Habit:
    """What the translator's decoder would write after each sub-layer, over held-out sentences."""
    return habit(trained(TRANSLATOR))


@shared
def predict(part: str, view: str) -> Prediction:
    """The question that belongs to a part of the page; its answer is computed."""
    if part == "stream":
        return prediction.about_stopping(habits())
    if part == "units":
        return prediction.about_firing(next(iter(units_of(TRANSLATOR).values())))
    return prediction.about_scale() if view == "hand" else prediction.about_depth(passes())


def cover() -> Figure:
    """The figure that stands for this lesson on the course page."""
    return stream(TRANSLATOR, reading(TRANSLATOR, SENTENCE))


@shared
def check_exercise() -> Result:
    """What the checks say about the student's functions, as their file is now."""
    return check()


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    cover(), predict("stream", ""), check_exercise()
