"""What the attention page shows, computed with the machine and shared by all visitors."""

from contextlib import suppress

import numpy as np
import torch

from lessons.attention import CHANGED, SENTENCE
from lessons.attention.checks import check
from lessons.attention.facts import Facts, not_finite
from lessons.attention.prediction import about_first, about_it
from lessons.figures.attention_map import attention_map
from lessons.figures.kit.figure import Figure
from lessons.figures.three_inputs import three_inputs as by_hand
from lessons.host.shared import shared
from lessons.kit.checking import Result
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models import catalogue
from lessons.models.saved import of_model, trained, trained_at
from lessons.models.shipped import OPENS_WITH
from transformer.measure.nonfinite import first_nonfinite
from transformer.runs.trained import typed

SENTENCES, SHORTEST, LONGEST = 100, 3, 18  # held-out sentences to look through; words of one
MOST_WORDS = 64  # of a family that says nothing about it
__all__ = ["trained"]  # the page calls it here
torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each


@of_model
def opening(name: str) -> str:
    """The sentence that a model opens with: of a run, the first held-out one that can be typed."""
    if found := catalogue.put_in(name):
        return catalogue.MODELS[found[0]][1]
    if catalogue.run_of(name) is None and (text := catalogue.offered()[name][1]):
        return text
    return _opening(name, catalogue.version(name))


@of_model
def reading(name: str, text: str) -> Reading:
    """What the model makes of a typed text."""
    return _reading(name, catalogue.version(name), text)


@of_model
def figure(name: str, reading: Reading) -> Figure:
    """The attention map of one model on one sentence; numbers that are NaN are named, not drawn."""
    return _figure(name, catalogue.version(name), reading)


@of_model
def facts(name: str, reading: Reading) -> Facts:
    """What the page says in words about that model and sentence."""
    return _facts(name, catalogue.version(name), reading)


@of_model
def prediction(name: str) -> Prediction | None:
    """The question to answer first, with the model's own answer."""
    return _prediction(name, catalogue.version(name))


# ---- computed once for each version of a model: a run may train on, or be another of that name ----
@shared
def _opening(name: str, version: str) -> str:
    task = trained_at(name, version).task
    for example in task.held_out[:SENTENCES]:
        fits = SHORTEST <= len(example.source) <= LONGEST
        if fits and (text := typed(task, example.source)):
            return text
    return task.examples[0]


@shared
def _reading(name: str, version: str, text: str) -> Reading:
    model = trained_at(name, version)
    return Reading.of(model, text, most=getattr(model.model.config, "max_length", MOST_WORDS))


@shared
def _figure(name: str, version: str, reading: Reading) -> Figure:
    model = trained_at(name, version)
    with suppress(FloatingPointError):  # scores that are NaN: no word can be written
        drawn = attention_map(model, reading)
        if not any(np.isnan(array.values).any() for array in drawn.arrays.values()):
            return drawn
    raise not_finite(first_nonfinite(model.model, torch.tensor([reading.ids])))


@shared
def _facts(name: str, version: str, reading: Reading) -> Facts:
    return Facts.seen_in(_figure(name, version, reading), trained_at(name, version))


@shared
def _prediction(name: str, version: str) -> Prediction | None:
    model = trained_at(name, version)
    if model.remark:
        return None  # nobody asks about a model that is not the one that was trained
    if model.task.name == "english_french":
        guided = model.card["settings"]["guide"] is not None
        return about_it(_facts(name, version, _reading(name, version, CHANGED)), guided)
    asked = _reading(name, version, opening(name))
    return about_first(_facts(name, version, asked), asked)


def cover() -> Figure:
    """The figure that stands for this lesson on the course page."""
    return figure(OPENS_WITH, reading(OPENS_WITH, SENTENCE)).at(map="cross")


@shared
def three_inputs() -> Figure:
    """The example by hand."""
    return by_hand()


@shared
def check_exercise() -> Result:
    """What the checks say about the student's layer, as its file is now."""
    return check()


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    name = OPENS_WITH
    shown = reading(name, SENTENCE)
    figure(name, shown), facts(name, shown), prediction(name), check_exercise()
    three_inputs()
