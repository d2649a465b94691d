"""What the attention page shows, computed with the machine and shared by all visitors."""

import numpy as np
import torch

from lessons.attention import CHANGED, FIRST, SENTENCE, models
from lessons.attention.checks import check
from lessons.attention.facts import Facts, Reading, not_finite
from lessons.attention.prediction import about_characters, about_it
from lessons.checking import Result
from lessons.figures.attention_map import attention_map
from lessons.figures.figure import Figure
from lessons.prediction import Prediction
from lessons.shared import shared
from transformer.weights import Trained, load

torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each


@shared
def trained(name: str) -> Trained:
    """A trained model by its name."""
    return load(name)


@shared
def reading(name: str, text: str) -> Reading:
    """What the model makes of a typed text."""
    return Reading.of(trained(name), text)


@shared
def figure(name: str, text: str) -> Figure:
    """The attention map of one model on one sentence; numbers that are NaN are named, not drawn."""
    drawn = attention_map(trained(name), text)
    if any(np.isnan(array.values).any() for array in drawn.arrays.values()):
        raise not_finite(trained(name), text)
    return drawn


@shared
def facts(name: str, text: str) -> Facts:
    """What the page says in words about that model and sentence."""
    return Facts.seen_in(figure(name, text), trained(name).card)


@shared
def prediction(name: str) -> Prediction:
    """The question to answer first, with the model's own answer."""
    if trained(name).task.name != "english_french":
        text = models()[name][1]
        return about_characters(facts(name, text), text, trained(name).task.split(text))
    return about_it(facts(name, CHANGED), trained(name).card["settings"]["guide"] is not None)


@shared
def checked() -> Result:
    """What the checks say about the student's layer, as its file is now."""
    return check()


def first() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    figure(FIRST, SENTENCE), facts(FIRST, SENTENCE), prediction(FIRST), checked()
