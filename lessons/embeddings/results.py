"""Results for the page “Embeddings”, computed once and shared by all visitors."""

from dataclasses import replace

from lessons.embeddings import TABLES, TRANSLATOR, prediction, tables, words
from lessons.embeddings.figures.embedding_map import (
    LARGE,
    agreement_map,
    asked,
    embedding_map,
    marking,
    table_of,
    training_map,
)
from lessons.embeddings.figures.embedding_map.header import has_table
from lessons.embeddings.measure import word_vectors
from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models import saved
from lessons.models.saved import of_model, trained
from lessons.models.shipped import SENTENCE
from transformer.measure.controls import read
from transformer.weights import film as films

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them


@shared_cache
def encode(name: str, text: str, side: str = "source") -> EncodedText:
    """Tokenize a typed text for a model. In the target table, words of the target language are known."""
    found = saved.encode(name, text)
    return (
        replace(found, unknown=(), notes=())
        if side == "target" and is_target(name, found)
        else found
    )


@shared_cache
def sides(name: str) -> tuple[str, ...]:
    """Return the tables that a model has."""
    return tuple(side for side in TABLES if has_table(trained(name).model, side))


@shared_cache
def marked(name: str, side: str, reading: EncodedText) -> tuple[str, ...]:
    """Return the words to mark in a table: the typed words, or in the target table the output.

    A user can also type words of the target language to find them in the target table.
    """
    if side == "source" or "source" not in sides(name) or is_target(name, reading):
        return reading.words
    return tuple(word_vectors.written(trained(name), reading.ids))


def is_target(name: str, reading: EncodedText) -> bool:
    """Return whether the typed words occur only in the target language."""
    model = trained(name)
    known = (model.source_vocabulary, model.target_vocabulary)
    source, target = (all(word in vocabulary for word in reading.words) for vocabulary in known)
    return target and not source


@shared_cache
def table(name: str, side: str, words: tuple[str, ...] = ()) -> Figure:
    """Draw one table of a model; of a large table, only the neighbours of these words."""
    return embedding_map(trained(name), side, list(words))


@shared_cache
def map(name: str, side: str, reading: EncodedText, genders: bool = True) -> Figure:
    """Draw one table with the words of a sentence marked; without `genders` all marks are alike."""
    heading = "typed" if side == "target" and is_target(name, reading) else side
    typed = marked(name, side, reading)
    large = len(table_of(trained(name), side)[0]) > LARGE
    return marking(table(name, side, typed if large else ()), list(typed), heading, genders)


@of_model
def map_of(
    name: str, side: str, reading: EncodedText, genders: bool = True
) -> tuple[Figure, list[str]]:
    """Return the map of a sentence, and short facts about its table."""
    figure = map(name, side, reading, genders)
    return figure, words.about_table(figure)


def recorded(name: str) -> str:
    """Return the model whose recording is shown: this one, or the translator."""
    return name if name in films.names() else TRANSLATOR


@shared_cache
def film(name: str, word: str) -> Figure:
    """Draw the recording of the source table during training."""
    return training_map(trained(name), films.load(name), word)


def agreeing(name: str) -> str:
    """Return the model for the questions about French: this one, or the translator."""
    return name if trained(name).task.name == TRANSLATOR else TRANSLATOR


@shared_cache
def pairs(name: str) -> Figure:
    """Draw the pairs of masculine and feminine forms with the result."""
    return agreement_map(trained(name))


@shared_cache
def lookup(name: str, word: str) -> word_vectors.Lookup:
    """Compute one-hot × table for one word."""
    return word_vectors.lookup(trained(name), word)


@shared_cache
def lengths(name: str, reading: EncodedText, moment: str) -> tuple[word_vectors.Lengths, ...]:
    """Measure the vectors of a sentence in the "trained" or "untrained" model."""
    found = trained(name)
    model = found.model if moment == "trained" else films.untrained(found)
    return word_vectors.lengths(model, reading.words, reading.ids)


@shared_cache
def scores(name: str, reading: EncodedText, place: int) -> word_vectors.Scores:
    """Compute the logits of the decoder at one position."""
    return word_vectors.scores(trained(name), reading.ids, place)


@of_model
def looked_up_and_scaled(
    name: str, reading: EncodedText
) -> tuple[list[tuple[str, str]], tuple[str, str], str]:
    """Return one-hot × table for each word, as HTML with a text; the lengths of the words' vectors before and after
    training, as HTML; and a text about the lengths."""
    lookups = [lookup(name, word) for word in reading.words]
    products = [(tables.lookup_table(row), words.about_lookup(row)) for row in lookups]
    before, after = (lengths(name, reading, moment) for moment in ("untrained", "trained"))
    longest = max(max(vector.token, vector.position) for vector in (*before, *after))
    bars = tables.length_bars(before, longest), tables.length_bars(after, longest)
    return products, bars, words.about_lengths(before, after)


@of_model
def scored(name: str, reading: EncodedText) -> tuple[list[str], list[tuple[str, str, str, str]]]:
    """Return the words of the output, and for each its logits (HTML), a text about them, and the products of the
    largest one: a text and HTML."""
    written, about_each = scores(name, reading, 0).written, []
    for place in range(len(written)):
        logits = scores(name, reading, place)
        about = words.about_scores(logits, place), words.terms(logits)
        about_each.append((tables.score_table(logits, place), *about, tables.terms_table(logits)))
    return list(written), about_each


@shared_cache
def control() -> str:
    """Describe the control runs without √d_model."""
    return words.about_control(read("root_d_model"))


@shared_cache
def predict(part: str, name: str) -> Prediction | None:
    """Return the question of a part of the page with its computed answer, or None."""
    match part:
        case "map":
            return prediction.about_neighbours(trained(agreeing(name)))
        case "film":
            return prediction.about_settling(films.load(recorded(name)))
        case "pairs":
            return prediction.about_direction(asked(trained(agreeing(name)))[0])
        case "sum":
            text = encode(TRANSLATOR, SENTENCE)
            return prediction.about_lengths(lengths(TRANSLATOR, text, "untrained"))
    return None


def warm() -> None:
    """Compute the opening page in advance, so that the first visitor need not wait."""
    (
        map(TRANSLATOR, "source", encode(TRANSLATOR, SENTENCE, "source"), False),
        predict("map", TRANSLATOR),
    )
    sides(TRANSLATOR)
