"""What the attention page shows, computed with the machine and shared by all visitors."""

from contextlib import suppress

import numpy as np
import torch

from lessons.attention import CHANGED, SENTENCE
from lessons.attention.facts import Facts, not_finite
from lessons.attention.prediction import about_first, about_it
from lessons.figures.attention_map import MOST_WORDS, attention_map
from lessons.figures.kit.figure import Figure
from lessons.figures.three_inputs import three_inputs as by_hand
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models import saved
from lessons.models.saved import shared_by_version, trained
from lessons.models.shipped import OPENS_WITH
from transformer.measure.nonfinite import first_nonfinite


def reading(name: str, text: str) -> Reading:
    """What the model makes of a typed text."""
    return saved.reading(name, text, MOST_WORDS)


@shared_by_version
def figure(name: str, reading: Reading) -> Figure:
    """The attention map of one model on one sentence; numbers that are NaN are named, not drawn."""
    model = trained(name)
    with suppress(FloatingPointError):  # scores that are NaN: no word can be written
        drawn = attention_map(model, reading)
        if not any(np.isnan(array.values).any() for array in drawn.arrays.values()):
            return drawn
    raise not_finite(first_nonfinite(model.model, torch.tensor([reading.ids])))


@shared_by_version
def facts(name: str, reading: Reading) -> Facts:
    """What the page says in words about that model and sentence."""
    return Facts.seen_in(figure(name, reading), trained(name))


@shared_by_version
def prediction(name: str) -> Prediction | None:
    """The question to answer first, with the model's own answer; None where nothing can be asked."""
    model = trained(name)
    if model.remark:
        return None  # nobody asks about a model that is not the one that was trained
    if model.task.name == "english_french" and model.family.map("source", "source"):
        guided = model.card["settings"]["guide"] is not None
        return about_it(facts(name, reading(name, CHANGED)), guided)
    asked = reading(name, saved.opening(name))
    return about_first(facts(name, asked), asked)


def row_asked_about(figure: Figure) -> int:
    """The row of the first map that answers the question: that of the word which it is about."""
    return figure.header["maps"][0]["lock"]["row"]


@shared
def three_inputs() -> Figure:
    """The example by hand."""
    return by_hand()


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    name = OPENS_WITH
    shown = reading(name, SENTENCE)
    figure(name, shown), facts(name, shown), prediction(name)
    three_inputs()
