"""Results of the machine page, computed with `transformer` and shared by all visitors."""

from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.machine import CHANGED, EARLY, SLIP, prediction, words
from lessons.machine.figures.architecture import architecture
from lessons.machine.figures.writing import writing
from lessons.machine.measure.context import vector_distances
from lessons.machine.measure.writing import count_errors
from lessons.models.facts import Facts
from lessons.models.guidance import TRAININGS
from lessons.models.saved import encode, shared_by_version, trained
from lessons.models.shipped import OPENS_WITH, SENTENCE

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them


@shared_by_version
def model_map(name: str, reading: EncodedText) -> Figure:
    """Return the figure of the whole model, and this sentence on its way through it."""
    return architecture(trained(name), reading)


@shared_by_version
def written(name: str, reading: EncodedText) -> Figure:
    """Return the figure of a translation word by word, with the right words if they are known."""
    return writing(trained(name), reading, right_answers(name).get(reading.words, ()))


@shared_by_version
def right_answers(name: str) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the right answer of each held-out sentence."""
    return {tuple(example.source): example.target for example in trained(name).task.held_out}


@shared_cache
def context() -> list[tuple[str, float]]:
    """Return each word of the opening sentence, and how far its vector moves if the last word changes."""
    read = SENTENCE.split()
    distances = vector_distances(trained(OPENS_WITH), read, [*read[:-1], CHANGED])
    return list(zip(read, distances.tolist(), strict=True))


@shared_cache
def pronouns() -> str:
    """Return a table of the weights of *it* in the three translators, without models with edited layers."""
    models = {title: trained(name) for name, title in TRAININGS.items()}
    looks = {t: Facts.measure(model, SENTENCE) for t, model in models.items() if not model.remark}
    return words.looks_table(looks) if looks else ""


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part of the page; its answer is counted."""
    if part == "model":
        return prediction.about_context(SENTENCE, CHANGED, [far for _, far in context()])
    read = tuple(SLIP.split())
    return prediction.about_slip(
        SLIP, count_errors(trained(EARLY), read, right_answers(EARLY)[read])
    )


def warm() -> None:
    """Compute what the first visitor will see, so that no visitor has to wait."""
    model_map(OPENS_WITH, encode(OPENS_WITH, SENTENCE)), predict("model"), pronouns()
