"""What the machine page shows, computed with the machine and shared by all visitors."""

import torch

from lessons.figures.architecture import MOST_WORDS, architecture
from lessons.figures.kit.figure import Figure
from lessons.figures.writing import writing
from lessons.host.shared import shared
from lessons.kit.checking import Result
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.machine import CHANGED, EARLY, SLIP, prediction
from lessons.machine.checks import check
from lessons.models.catalogue import version
from lessons.models.saved import of_model, trained, trained_at
from lessons.models.shipped import OPENS_WITH, SENTENCE
from transformer.measure.decoding.writing import compared
from transformer.measure.words.context import apart

torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each


@shared
def reading(name: str, text: str) -> Reading:
    """What a model makes of a typed text."""
    model = trained(name)
    most = min(MOST_WORDS, getattr(model.model.config, "max_length", MOST_WORDS))
    return Reading.of(model, text, most)


def opening(part: str, name: str, usual: str) -> str:
    """The sentence that a model opens with."""
    if name == EARLY or (part == "writing" and name == OPENS_WITH):
        return SLIP
    return usual or trained(name).task.examples[0]


@of_model
def model_map(name: str, reading: Reading) -> Figure:
    """The whole model, and this sentence on its way through it."""
    return _model_map(name, version(name), reading)


@of_model
def written(name: str, reading: Reading) -> Figure:
    """A translation word by word; with the right words too where they are known."""
    return _written(name, version(name), reading)


@shared
def _model_map(name: str, version: str, reading: Reading) -> Figure:
    return architecture(trained_at(name, version), reading)


@shared
def _written(name: str, version: str, reading: Reading) -> Figure:
    return writing(trained_at(name, version), reading, known(name, version).get(reading.words, ()))


@shared
def known(name: str, version: str) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Held-out sentences and their right answers."""
    return {tuple(one.source): one.target for one in trained_at(name, version).task.held_out}


@shared
def context() -> list[tuple[str, float]]:
    """Each word of the opening sentence, and how far its vector moves in the encoder when the last word is another."""
    words = SENTENCE.split()
    found = apart(trained(OPENS_WITH), words, [*words[:-1], CHANGED])
    return list(zip(words, found.tolist(), strict=True))


@shared
def predict(part: str) -> Prediction:
    """The question of a part of the page; its answer is counted."""
    if part == "model":
        return prediction.about_context(SENTENCE, CHANGED, [far for _, far in context()])
    words = tuple(SLIP.split())
    return prediction.about_slip(SLIP, compared(trained(EARLY), words, known(EARLY, "")[words]))


def cover() -> Figure:
    """The figure that stands for this lesson on the course page."""
    return model_map(OPENS_WITH, reading(OPENS_WITH, SENTENCE)).at(depth=2, step=12)


@shared
def check_exercise() -> Result:
    """What the checks say about the student's functions, as their file is now."""
    return check()


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    model_map(OPENS_WITH, reading(OPENS_WITH, SENTENCE)), predict("model"), check_exercise()
