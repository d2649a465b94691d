"""What the page on sequences shows, computed with the machine and shared by all visitors."""

import torch

from lessons.figures.cost_curves.step import seconds
from lessons.figures.kit.figure import Figure
from lessons.figures.length_curve.bottleneck import bottleneck
from lessons.figures.moments import moments
from lessons.figures.recurrent_steps import MOST_WORDS, recurrent_steps
from lessons.figures.time_gradients import clipped, time_gradients
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models import saved
from lessons.models.saved import shared_by_version, trained
from lessons.sequences import COPIERS, SENTENCE, TRANSLATOR, prediction
from lessons.sequences.words import BELOW_TIME
from transformer.measure.cost.training_step import milliseconds
from transformer.measure.recurrent.clipping import trainings
from transformer.measure.recurrent.over_time import over_time
from transformer.tasks import TASKS

# Row of the table → the models of its columns: copy, English → French, dates.
SCORED = {
    "one state": ("copy_recurrent", "english_french_recurrent", "dates_recurrent"),
    "read backwards": ("copy_recurrent_backwards", "english_french_recurrent_backwards", ""),
    "read twice": ("copy_recurrent_twice", "", ""),
    "with attention": ("copy_bahdanau", "english_french_bahdanau", "dates_bahdanau"),
}
SHOWN = (
    "english_french",
    "pronouns",
    "dates",
    "addition",
    "sort",
)  # tasks, each with a line of its data

__all__ = ["trained"]


@shared
def gradients_over_time() -> dict[str, torch.Tensor]:
    """Real backward passes through fresh cells."""
    return over_time()


@shared_by_version
def reading(name: str, text: str) -> Reading:
    """What a model makes of a typed text."""
    return saved.reading(name, text, MOST_WORDS)


@shared_by_version
def read(name: str, reading: Reading) -> Figure:
    """A sentence word by word, through one model."""
    return recurrent_steps(trained(name), reading)


@shared
def time() -> Figure:
    """What reaches the first word."""
    return time_gradients(gradients_over_time())


@shared
def below_time(name: str) -> Figure:
    """What stands below that; the milliseconds are the same for every visitor."""
    if name == "moments":
        return moments(SENTENCE.split())
    return seconds(milliseconds()) if name == "seconds" else clipped(trainings())


@shared
def length() -> Figure:
    """How much is copied, by the length of a row."""
    return bottleneck([trained(name) for name in COPIERS])


@shared
def scores() -> dict[str, list[float | None]]:
    """Of each row of the table the held-out scores on the models' cards; None where none was trained."""
    return {
        row: [trained(name).card["held_out"]["exact_match"] if name else None for name in names]
        for row, names in SCORED.items()
    }


@shared
def tasks() -> list[tuple[str, str, str]]:
    """Of some tasks the title, and the first held-out example: what goes in, what comes out."""
    found = []
    for name in SHOWN:
        task = TASKS[name](seed=0)
        example = task.held_out[0]
        found.append((task.title, task.join(example.source), task.join(example.target)))
    return found


@shared
def predict(part: str) -> Prediction:
    """The question that a part asks first; its answer is computed."""
    if part == "read":
        return prediction.about_state(trained(TRANSLATOR), SENTENCE.split())
    if part == "time":
        return prediction.about_time(gradients_over_time())
    return prediction.about_length(*(trained(COPIERS[k]).card for k in (-1, 0)))


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    read(TRANSLATOR, reading(TRANSLATOR, SENTENCE)), predict("read"), tasks()
    time(), length(), scores(), *map(below_time, BELOW_TIME)
