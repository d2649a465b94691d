"""Figures, tables and questions of the block page, computed with the models and shared by all visitors."""

from lessons.block import TRAININGS, TRANSLATOR, prediction, words
from lessons.block.figures.depth_gradients import depth_gradients
from lessons.block.figures.four_numbers import four_numbers
from lessons.block.figures.hidden_units import hidden_units
from lessons.block.figures.residual_stream import residual_stream
from lessons.block.measure import depth
from lessons.block.measure import hidden_units as units
from lessons.block.measure.pronoun import measure_at_it
from lessons.block.measure.residual_stream import best_words
from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models.saved import encode, shared_by_version, trained
from lessons.models.shipped import SENTENCE

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

by_hand = shared_cache(four_numbers)
passes = shared_cache(depth.all_passes)  # real backward passes through stacks of 2 to 24 layers


@shared_by_version
def stream_figure(name: str, reading: EncodedText) -> Figure:
    """Draw what the model would write if it stopped after each sub-layer."""
    return residual_stream(trained(name), reading)


@shared_by_version
def units_figure(name: str, reading: EncodedText) -> Figure:
    """Draw the hidden units that fire at each word of a sentence."""
    return hidden_units(trained(name), reading, units_of(name))


@shared_by_version
def units_of(name: str) -> dict[str, units.Units]:
    """Measure each hidden unit on the held-out sentences."""
    return units.all_units(trained(name))


@shared_cache
def pronouns() -> str:
    """Build a table of the vector of *it* in guided and unguided models."""
    return words.pronoun_table(
        {title: measure_at_it(trained(name)) for name, title in TRAININGS.items()}
    )


@shared_cache
def dead_units() -> tuple[str, str]:
    """Return a text and a table on the hidden units that never fire in each training run."""
    trainings = {title: units_of(name) for name, title in TRAININGS.items()}
    return words.about_dead_units(trainings), words.dead_units_table(trainings)


@shared_cache
def cosine_without_mixing() -> dict[int, float]:
    """Measure how alike words become in stacks without residual connections if each attends only to itself."""
    return {
        layers: depth.cosine_without_mixing("without residual", layers)
        for layers in (6, depth.DEPTHS[-1])
    }


@shared_cache
def gradients() -> Figure:
    """Draw the size of every layer's gradient."""
    return depth_gradients(passes())


@shared_cache
def predict(shown: str) -> Prediction:
    """Return the question about the open view; its answer is computed."""
    if shown == "stream":
        return prediction.about_stopping(best_words(trained(TRANSLATOR)))
    if shown == "units":
        return prediction.about_firing(next(iter(units_of(TRANSLATOR).values())))
    return prediction.about_scale() if shown == "hand" else prediction.about_depth(passes())


def warm() -> None:
    """Precompute what the first visitor sees, so that the page opens at once."""
    stream_figure(TRANSLATOR, encode(TRANSLATOR, SENTENCE)), predict("stream"), pronouns()
