"""What the embeddings page shows, computed with the machine and shared by all visitors."""

from dataclasses import replace

from lessons.embeddings import TABLES, TRANSLATOR, prediction
from lessons.figures.embedding_map import (
    LARGE,
    agreement_map,
    asked,
    embedding_map,
    marking,
    table_of,
    training_map,
)
from lessons.figures.embedding_map.header import has_table
from lessons.figures.kit.figure import Figure
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models import saved
from lessons.models.saved import trained
from lessons.models.shipped import SENTENCE
from transformer.measure.words import word_vectors
from transformer.weights import film as films


@shared
def reading(name: str, text: str, side: str = "source") -> Reading:
    """What the model makes of a typed text. In the table that it writes with, words of that language are no
    unknown ones."""
    found = saved.reading(name, text)
    return replace(found, unknown=()) if side == "target" and is_target(name, found) else found


@shared
def sides(name: str) -> tuple[str, ...]:
    """The tables that a model has."""
    return tuple(side for side in TABLES if has_table(trained(name).model, side))


@shared
def marked(name: str, side: str, reading: Reading) -> tuple[str, ...]:
    """The words to mark in one of its tables: those typed, or for the target table those written.

    Words of the target language may be typed as well, to be found in their own table.
    """
    if side == "source" or "source" not in sides(name) or is_target(name, reading):
        return reading.words
    return tuple(word_vectors.written(trained(name), reading.ids))


def is_target(name: str, reading: Reading) -> bool:
    """Whether what was typed is to be found in the target language only."""
    model = trained(name)
    known = (model.source_vocabulary, model.target_vocabulary)
    source, target = (all(word in vocabulary for word in reading.words) for vocabulary in known)
    return target and not source


@shared
def table(name: str, side: str, words: tuple[str, ...] = ()) -> Figure:
    """One table of a model: projected once, whatever is typed; of a large one, what is near these words."""
    return embedding_map(trained(name), side, list(words))


@shared
def map(name: str, side: str, reading: Reading) -> Figure:
    """One table of a model, with the words of a sentence marked."""
    heading = "typed" if side == "target" and is_target(name, reading) else side
    words = marked(name, side, reading)
    large = len(table_of(trained(name), side)[0]) > LARGE
    return marking(table(name, side, words if large else ()), list(words), heading)


def recorded(name: str) -> str:
    """The model whose training is shown: this one, or the one that ships with its frames."""
    return name if name in films.names() else TRANSLATOR


@shared
def film(name: str, word: str) -> Figure:
    """The source table through training."""
    return training_map(trained(name), films.load(name), word)


def agreeing(name: str) -> str:
    """The model whose French is asked about: this one, or the translator."""
    return name if trained(name).task.name == TRANSLATOR else TRANSLATOR


@shared
def pairs(name: str) -> Figure:
    """From masculine to feminine, with what came out."""
    return agreement_map(trained(name))


@shared
def lookup(name: str, word: str) -> word_vectors.Lookup:
    """One-hot × table for one word."""
    return word_vectors.lookup(trained(name), word)


@shared
def lengths(name: str, reading: Reading, moment: str) -> tuple[word_vectors.Lengths, ...]:
    """How long the vectors of a sentence are, "trained" or "untrained"."""
    found = trained(name)
    model = found.model if moment == "trained" else films.untrained(found)
    return word_vectors.lengths(model, reading.words, reading.ids)


@shared
def scores(name: str, reading: Reading, place: int) -> word_vectors.Scores:
    """How the decoder chooses the word at one place."""
    return word_vectors.scores(trained(name), reading.ids, place)


@shared
def predict(part: str, name: str) -> Prediction | None:
    """The question that belongs to a part of the page; its answer is computed. None: it has none."""
    match part:
        case "map":
            return prediction.about_neighbours(trained(agreeing(name)))
        case "film":
            return prediction.about_settling(films.load(recorded(name)))
        case "pairs":
            return prediction.about_direction(asked(trained(agreeing(name)))[0])
        case "sum":
            text = reading(TRANSLATOR, SENTENCE)
            return prediction.about_lengths(lengths(TRANSLATOR, text, "untrained"))
    return None


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    map(TRANSLATOR, "source", reading(TRANSLATOR, SENTENCE, "source")), predict("map", TRANSLATOR)
    sides(TRANSLATOR)
