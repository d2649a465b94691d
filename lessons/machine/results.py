"""What the machine page shows, computed with the machine and shared by all visitors."""

from lessons.figures.architecture import architecture
from lessons.figures.kit.figure import Figure
from lessons.figures.writing import writing
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.machine import CHANGED, EARLY, SLIP, prediction
from lessons.models.saved import reading, shared_by_version, trained
from lessons.models.shipped import OPENS_WITH, SENTENCE
from transformer.measure.decoding.writing import compared
from transformer.measure.words.context import apart


@shared_by_version
def model_map(name: str, reading: Reading) -> Figure:
    """The whole model, and this sentence on its way through it."""
    return architecture(trained(name), reading)


@shared_by_version
def written(name: str, reading: Reading) -> Figure:
    """A translation word by word; with the right words too where they are known."""
    return writing(trained(name), reading, known(name).get(reading.words, ()))


@shared_by_version
def known(name: str) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Held-out sentences and their right answers."""
    return {tuple(one.source): one.target for one in trained(name).task.held_out}


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
    return prediction.about_slip(SLIP, compared(trained(EARLY), words, known(EARLY)[words]))


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    model_map(OPENS_WITH, reading(OPENS_WITH, SENTENCE)), predict("model")
