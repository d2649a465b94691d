"""What the attention page shows, computed with the machine and shared by all visitors."""

import numpy as np
import torch

from lessons.attention import CHANGED, FIRST, SENTENCE, models, trainings
from lessons.attention.checks import check
from lessons.attention.facts import Facts, Reading, not_finite
from lessons.attention.prediction import about_first, about_it
from lessons.figures.attention_map import attention_map
from lessons.figures.kit.figure import Figure
from lessons.host import server
from lessons.host.shared import shared
from lessons.kit.checking import Result
from lessons.kit.prediction import Prediction
from transformer.runs import Run
from transformer.runs import trained as from_run
from transformer.weights import Trained, load

SENTENCES, SHORTEST, LONGEST = 100, 3, 18  # held-out sentences to look through; words of one
torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each


def trained(name: str) -> Trained:
    """A trained model by its name: one that ships, one of your own, or a run of this app."""
    return _trained(name, trainings.version(name))


def opening(name: str) -> str:
    """The sentence that a model opens with: of a run, the first held-out one that can be typed."""
    if trainings.run_of(name) is None:
        return models()[name][1]
    return _opening(name, trainings.version(name))


def reading(name: str, text: str) -> Reading:
    """What the model makes of a typed text."""
    return _reading(name, trainings.version(name), text)


def figure(name: str, text: str) -> Figure:
    """The attention map of one model on one sentence; numbers that are NaN are named, not drawn."""
    return _figure(name, trainings.version(name), text)


def facts(name: str, text: str) -> Facts:
    """What the page says in words about that model and sentence."""
    return _facts(name, trainings.version(name), text)


def prediction(name: str) -> Prediction | None:
    """The question to answer first, with the model's own answer."""
    return _prediction(name, trainings.version(name))


# ---- computed once for each version of a model: a run may train on, or be another of that name ----
@shared
def _trained(name: str, version: str) -> Trained:
    run = trainings.run_of(name)
    if run is None:
        return load(name)
    return from_run.load(Run(server.RUNS / run), int(version.split()[1]))


@shared
def _opening(name: str, version: str) -> str:
    task = _trained(name, version).task
    for example in task.held_out[:SENTENCES]:
        fits = SHORTEST <= len(example.source) <= LONGEST
        if fits and (text := from_run.typed(task, example.source)):
            return text
    return task.examples[0]


@shared
def _reading(name: str, version: str, text: str) -> Reading:
    return Reading.of(_trained(name, version), text)


@shared
def _figure(name: str, version: str, text: str) -> Figure:
    model = _trained(name, version)
    drawn = attention_map(model, text)
    if any(np.isnan(array.values).any() for array in drawn.arrays.values()):
        raise not_finite(model, text)
    return drawn


@shared
def _facts(name: str, version: str, text: str) -> Facts:
    return Facts.seen_in(_figure(name, version, text), _trained(name, version).card)


@shared
def _prediction(name: str, version: str) -> Prediction | None:
    model = _trained(name, version)
    if model.task.name == "english_french":
        guided = model.card["settings"]["guide"] is not None
        return about_it(_facts(name, version, CHANGED), guided)
    text = opening(name)
    return about_first(_facts(name, version, text), text, model.task.split(text))


@shared
def checked() -> Result:
    """What the checks say about the student's layer, as its file is now."""
    return check()


def first() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    figure(FIRST, SENTENCE), facts(FIRST, SENTENCE), prediction(FIRST), checked()
