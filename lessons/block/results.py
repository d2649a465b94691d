"""What the page on a layer shows, computed with the machine and shared by all visitors."""

from lessons.block import TRANSLATOR, prediction
from lessons.figures.depth_gradients import depth_gradients
from lessons.figures.four_numbers import four_numbers
from lessons.figures.hidden_units import hidden_units
from lessons.figures.kit.figure import Figure
from lessons.figures.residual_stream import residual_stream
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models.saved import reading, shared_by_version, trained
from lessons.models.shipped import SENTENCE
from transformer.measure.stream import depth
from transformer.measure.stream import hidden_units as units
from transformer.measure.stream.residual_stream import habit

by_hand = shared(four_numbers)
passes = shared(depth.all_passes)  # real backward passes through stacks of 2 to 24 layers


@shared_by_version
def stream(name: str, reading: Reading) -> Figure:
    """What the model would write if it stopped after each sub-layer."""
    return residual_stream(trained(name), reading)


@shared_by_version
def hidden(name: str, reading: Reading) -> Figure:
    """The hidden units that fire at each word of a sentence."""
    return hidden_units(trained(name), reading, units_of(name))


@shared_by_version
def units_of(name: str) -> dict[str, units.Units]:
    """What each hidden unit does on the held-out sentences."""
    return units.all_units(trained(name))


@shared
def gradients() -> Figure:
    """The size of every layer's gradient."""
    return depth_gradients(passes())


@shared
def predict(shown: str) -> Prediction:
    """The question about what is shown; its answer is computed."""
    if shown == "stream":
        return prediction.about_stopping(habit(trained(TRANSLATOR)))
    if shown == "units":
        return prediction.about_firing(next(iter(units_of(TRANSLATOR).values())))
    return prediction.about_scale() if shown == "hand" else prediction.about_depth(passes())


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    stream(TRANSLATOR, reading(TRANSLATOR, SENTENCE)), predict("stream")
