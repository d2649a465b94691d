"""Results for the page on sequences, computed with the models and shared by all visitors."""

import torch

from lessons.figures.attention_map import attention_map
from lessons.figures.cost_curves.step import seconds
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.labels import short
from lessons.figures.length_curve.bottleneck import bottleneck
from lessons.figures.length_curve.by_words import by_words_curve
from lessons.figures.length_curve.capacity import capacity as capacity_curve
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import NO_LINE, TOO_MUCH, EncodedText
from lessons.kit.prediction import Prediction
from lessons.models import saved
from lessons.models.saved import of_model, shared_by_version, trained
from lessons.sequences import (  # fmt: skip
    COMPARED,
    DESKS,
    FORGETS,
    LONGER,
    LOOKS,
    SENTENCE,
    SHORT,
    TRANSLATOR,
    WITH_ATTENTION,
    prediction,
    words,
)
from lessons.sequences.figures.moments import moments
from lessons.sequences.figures.recurrent_steps import MOST_WORDS, recurrent_steps
from lessons.sequences.figures.recurrent_steps.both import both_states
from lessons.sequences.figures.recurrent_steps.by_hand import by_hand
from lessons.sequences.figures.time_gradients import clipping_curves, time_gradients
from lessons.sequences.measure import subjects as every_subject
from lessons.sequences.measure.clipping import trainings
from lessons.sequences.measure.over_time import over_time
from lessons.sequences.measure.word_by_word import record_steps
from transformer.measure import controls, help_desk
from transformer.measure.cost.training_step import milliseconds
from transformer.measure.help_desk import over
from transformer.measure.recurrent.by_words import by_words
from transformer.tasks import TASKS
from transformer.tasks.help_desk import BEYOND, OPENING

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

# Row of the table → the models of its columns: copy, English → French, dates.
SCORED = {
    "one state": ("copy_recurrent", "english_french_recurrent", "dates_recurrent"),
    "read backwards": ("copy_recurrent_backwards", "english_french_recurrent_backwards", ""),
    "read twice": ("copy_recurrent_twice", "", ""),
    "with attention": ("copy_bahdanau", "english_french_bahdanau", "dates_bahdanau"),
}
# Tasks that are shown with one example each.
SHOWN = ("english_french", "pronouns", "dates", "addition", "sort")
MOST_SAID = 100  # words of a conversation; training conversations have at most 50

__all__ = ["BEYOND", "OPENING", "over", "trained"]


@shared_cache
def gradients_over_time() -> dict[str, torch.Tensor]:
    """Return the results of real backward passes through freshly initialized cells."""
    return over_time()


@shared_by_version
def encode(name: str, text: str) -> EncodedText:
    """Return a typed text as a model reads it."""
    return saved.encode(name, text, MOST_WORDS)


@shared_by_version
def read(name: str, reading: EncodedText) -> Figure:
    """Return the figure of a sentence word by word, through one model."""
    return recurrent_steps(trained(name), reading)


@of_model
def read_sentence(name: str, reading: EncodedText) -> tuple[Figure, str]:
    """Return the figure of a sentence, and its unrolled network as HTML."""
    return read(name, reading), words.unrolled(*boxes(name, reading))


@shared_cache
def time() -> Figure:
    """Return the figure of the gradient that reaches the first word."""
    return time_gradients(gradients_over_time())


@shared_cache
def below_time(name: str) -> Figure:
    """Return a figure below the gradients; the milliseconds are the same for every visitor."""
    if name == "moments":
        return moments(SENTENCE.split())
    return seconds(milliseconds()) if name == "seconds" else clipping_curves(trainings())


@shared_cache
def length(trained_for: str) -> Figure:
    """Return the figure of exact match by string length; `trained_for` is the run length of the one-state model."""
    return bottleneck([trained(name) for name in COMPARED[trained_for]])


@shared_cache
def control(name: str) -> controls.Table:
    """Return the runs of a control experiment."""
    return controls.read(name)


def copy_accuracies(arm: str, steps: int) -> list[float]:
    """Return each seed’s exact match in the copying control."""
    return control("copy_length").scores_of(arm, steps)


@shared_cache
def capacity() -> Figure:
    """Return the figure of how many letters fit in a state, by its size."""
    return capacity_curve(control("copy_capacity"))


@shared_cache
def french() -> Figure:
    """Return the figure of translation accuracy by sentence length, from one state and with attention."""
    models = {"one": TRANSLATOR, "attention": WITH_ATTENTION}
    return by_words_curve({name: by_words(trained(model)) for name, model in models.items()})


@shared_cache
def subjects() -> list[every_subject.Subject]:
    """Return the translations of one sentence with every animal and vehicle as its subject."""
    return every_subject.subjects(trained(TRANSLATOR))


def sentences() -> int:
    """Return the translator’s number of training sentences."""
    return len(trained(TRANSLATOR).task.train)


def french_words() -> int:
    """Return the French vocabulary size."""
    return len(trained(TRANSLATOR).target_vocabulary.words)


@shared_cache
def hand() -> Figure:
    """Return the figure of three cells with a two-dimensional state."""
    return by_hand()


@shared_cache
def both() -> Figure:
    """Return the figure of both states of every word."""
    return both_states(trained(WITH_ATTENTION), SENTENCE)


@shared_by_version
def boxes(name: str, reading: EncodedText) -> tuple[list[str], list[str], list[str]]:
    """Return the words of the unrolled figure: encoder input, decoder output and decoder input."""
    steps, vocabulary = (
        record_steps(trained(name), reading.ids),
        trained(name).target_vocabulary.words,
    )
    heard = [reading.words[k] for k in steps.order]
    return (
        heard,
        [short(vocabulary[n]) for n in steps.written],
        [short(vocabulary[n]) for n in steps.read],
    )


@shared_cache
def scores() -> dict[str, list[float | None]]:
    """Return the exact match on the models' cards, row by row; None where no model was trained."""
    return {
        row: [trained(name).card["held_out"]["exact_match"] if name else None for name in names]
        for row, names in SCORED.items()
    }


@shared_cache
def tasks() -> list[tuple[str, str, str]]:
    """Return the title and the first held-out example (input, output) of some tasks."""
    rows = []
    for name in SHOWN:
        task = TASKS[name](seed=0)
        example = task.held_out[0]
        rows.append((task.title, task.join(example.source), task.join(example.target)))
    return rows


# ---- the help desk -------------------------------------------------------------------------------
@shared_by_version
def talk(name: str, lines: tuple[str, ...]) -> list[str]:
    """Return a conversation with a desk, turn by turn."""
    return help_desk.talk(trained(name), lines)


@shared_by_version
def desk_reading(name: str, lines: tuple[str, ...]) -> EncodedText:
    """Return the conversation that a desk reads before it answers, or why it cannot read it."""
    task, (*before, last) = trained(name).task, lines
    history = task.history([*talk(name, tuple(before)), last]) if task.line(last) else []
    return EncodedText.encode(trained(name), " ".join(history), MOST_SAID, NO_LINE, TOO_MUCH)


@shared_by_version
def doubts(name: str, reading: EncodedText) -> list[tuple[str, str, str]]:
    """Return each word of the answer with its probability and the second most probable word."""
    rows = help_desk.doubts(trained(name), reading.ids)
    return [(word, f"else {other}", f"{share:.1%}") for word, share, other in rows]


@shared_by_version
def desk_attention(name: str, reading: EncodedText) -> Figure:
    """Return the figure of a desk’s attention while it writes its answer."""
    return attention_map(trained(name), reading)


@shared_cache
def desk_accuracies() -> dict[str, dict[str, help_desk.Right]]:
    """Return the accuracy of all desks on both held-out sets."""
    return {name: help_desk.measured(trained(name)) for name in DESKS}


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part; its answer is computed."""
    if part == "read":
        return prediction.about_state(trained(TRANSLATOR), SENTENCE.split())
    if part == "time":
        return prediction.about_time(gradients_over_time())
    if part == "desk":
        last = {name: talk(name, OPENING)[-1] for name in DESKS}
        scores = (desk_accuracies()[name]["new_pairs"] for name in (FORGETS, LONGER))
        return prediction.about_name(last[LOOKS], last[FORGETS], *scores)
    short, long = (trained(name).card for name in ("copy_recurrent", "copy_recurrent_long"))
    return prediction.about_length(short, long, control("copy_length"))


def warm() -> None:
    """Compute what the first visitor will see."""
    read(TRANSLATOR, encode(TRANSLATOR, SENTENCE)), predict("read"), tasks()
    hand(), both(), subjects(), boxes(TRANSLATOR, encode(TRANSLATOR, SENTENCE))
    time(), length(SHORT), scores(), desk_accuracies()
