"""What the page on sequences shows, computed with the machine and shared by all visitors."""

import torch

from lessons.figures.attention_map import attention_map
from lessons.figures.cost_curves.step import seconds
from lessons.figures.kit.figure import Figure
from lessons.figures.length_curve.bottleneck import bottleneck
from lessons.figures.moments import moments
from lessons.figures.recurrent_steps import MOST_WORDS, recurrent_steps
from lessons.figures.time_gradients import clipped, time_gradients
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import NO_LINE, TOO_MUCH, Reading
from lessons.models import saved
from lessons.models.saved import shared_by_version, trained
from lessons.sequences import COPIERS, DESKS, FORGETS, LOOKS, SENTENCE, TRANSLATOR, prediction
from transformer.measure import help_desk
from transformer.measure.cost.training_step import milliseconds
from transformer.measure.help_desk import over
from transformer.measure.recurrent.clipping import trainings
from transformer.measure.recurrent.over_time import over_time
from transformer.tasks import TASKS
from transformer.tasks.help_desk import BEYOND, OPENING

# Row of the table → the models of its columns: copy, English → French, dates.
SCORED = {
    "one state": ("copy_recurrent", "english_french_recurrent", "dates_recurrent"),
    "read backwards": ("copy_recurrent_backwards", "english_french_recurrent_backwards", ""),
    "read twice": ("copy_recurrent_twice", "", ""),
    "with attention": ("copy_bahdanau", "english_french_bahdanau", "dates_bahdanau"),
}
# Tasks, each with a line of its data.
SHOWN = ("english_french", "pronouns", "dates", "addition", "sort")
MOST_SAID = 100  # words of a conversation; those of training have at most 50

__all__ = ["BEYOND", "OPENING", "over", "trained"]


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


# ---- the help desk -------------------------------------------------------------------------------
@shared_by_version
def talk(name: str, lines: tuple[str, ...]) -> list[str]:
    """A conversation with one of the desks, in turns."""
    return help_desk.talk(trained(name), lines)


@shared_by_version
def heard(name: str, lines: tuple[str, ...]) -> Reading:
    """What a desk reads before it answers the last of these lines, all that was said; or why it cannot."""
    task, (*before, last) = trained(name).task, lines
    history = task.history([*talk(name, tuple(before)), last]) if task.line(last) else []
    return Reading.of(trained(name), " ".join(history), MOST_SAID, NO_LINE, TOO_MUCH)


@shared_by_version
def doubts(name: str, heard: Reading) -> list[tuple[str, str, str]]:
    """Of each word of the answer how probable it was, and the second best one."""
    found = help_desk.doubts(trained(name), heard.ids)
    return [(word, f"else {other}", f"{share:.1%}") for word, share, other in found]


@shared_by_version
def looked(name: str, heard: Reading) -> Figure:
    """Where a desk with attention looked while it wrote its answer."""
    return attention_map(trained(name), heard)


@shared
def right() -> dict[str, dict[str, help_desk.Right]]:
    """Of both desks, on both sets that were held out."""
    return {name: help_desk.measured(trained(name)) for name in DESKS}


@shared
def predict(part: str) -> Prediction:
    """The question that a part asks first; its answer is computed."""
    if part == "read":
        return prediction.about_state(trained(TRANSLATOR), SENTENCE.split())
    if part == "time":
        return prediction.about_time(gradients_over_time())
    if part == "desk":
        last = {name: talk(name, OPENING)[-1] for name in DESKS}
        return prediction.about_name(last[LOOKS], last[FORGETS], right()[FORGETS]["new_pairs"])
    return prediction.about_length(*(trained(COPIERS[k]).card for k in (-1, 0)))


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    read(TRANSLATOR, reading(TRANSLATOR, SENTENCE)), predict("read"), tasks()
    time(), length(), scores(), right()
