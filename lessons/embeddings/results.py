"""Results for the page “Embeddings”, computed once and shared by all visitors."""

from dataclasses import replace

from lessons.embeddings import TABLES, TRANSLATOR, prediction, tables, words
from lessons.embeddings.figures.embedding_map import (
    LARGE,
    agreement_map,
    agreement_test,
    embedding_map,
    table_of,
    training_map,
    with_marked_words,
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
    tokenized = saved.encode(name, text)
    return (
        replace(tokenized, unknown=(), notes=())
        if side == "target" and is_target(name, tokenized)
        else tokenized
    )


@shared_cache
def table_sides(name: str) -> tuple[str, ...]:
    """Return the tables that a model has."""
    return tuple(side for side in TABLES if has_table(trained(name).model, side))


@shared_cache
def words_to_mark(name: str, side: str, reading: EncodedText) -> tuple[str, ...]:
    """Return the words to mark in a table: the typed words, or in the target table the output.

    A user can also type words of the target language to find them in the target table.
    """
    if side == "source" or "source" not in table_sides(name) or is_target(name, reading):
        return reading.words
    return tuple(word_vectors.model_output(trained(name), reading.ids))


def is_target(name: str, reading: EncodedText) -> bool:
    """Return whether the typed words occur only in the target language."""
    model = trained(name)
    vocabularies = (model.source_vocabulary, model.target_vocabulary)
    source, target = (
        all(word in vocabulary for word in reading.words) for vocabulary in vocabularies
    )
    return target and not source


@shared_cache
def table(name: str, side: str, words: tuple[str, ...] = ()) -> Figure:
    """Draw one table of a model; of a large table, only the neighbours of these words."""
    return embedding_map(trained(name), side, list(words))


@shared_cache
def map_figure(name: str, side: str, reading: EncodedText, genders: bool = True) -> Figure:
    """Draw one table with the words of a sentence marked; without `genders` all marks are alike."""
    heading = "typed" if side == "target" and is_target(name, reading) else side
    typed = words_to_mark(name, side, reading)
    large = len(table_of(trained(name), side)[0]) > LARGE
    return with_marked_words(
        table(name, side, typed if large else ()), list(typed), heading, genders
    )


@of_model
def map_and_facts(
    name: str, side: str, reading: EncodedText, genders: bool = True
) -> tuple[Figure, list[str]]:
    """Return the map of a sentence, and short facts about its table."""
    figure = map_figure(name, side, reading, genders)
    return figure, words.about_table(figure)


def recorded_model(name: str) -> str:
    """Return the model whose recording is shown: this one, or the translator."""
    return name if name in films.names() else TRANSLATOR


@shared_cache
def film_figure(name: str, word: str) -> Figure:
    """Draw the recording of the source table during training."""
    return training_map(trained(name), films.load(name), word)


def agreement_model(name: str) -> str:
    """Return the model for the questions about French: this one, or the translator."""
    return name if trained(name).task.name == TRANSLATOR else TRANSLATOR


@shared_cache
def pairs_figure(name: str) -> Figure:
    """Draw the pairs of masculine and feminine forms with the result."""
    return agreement_map(trained(name))


@shared_cache
def lookup(name: str, word: str) -> word_vectors.Lookup:
    """Compute one-hot × table for one word."""
    return word_vectors.look_up(trained(name), word)


@shared_cache
def lengths(name: str, reading: EncodedText, moment: str) -> tuple[word_vectors.Lengths, ...]:
    """Measure the vectors of a sentence in the "trained" or "untrained" model."""
    model_trained = trained(name)
    model = model_trained.model if moment == "trained" else films.untrained(model_trained)
    return word_vectors.measure_lengths(model, reading.words, reading.ids)


@shared_cache
def scores(name: str, reading: EncodedText, place: int) -> word_vectors.Scores:
    """Compute the logits of the decoder at one position."""
    return word_vectors.output_scores(trained(name), reading.ids, place)


@of_model
def lookup_and_lengths(
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
def score_texts(
    name: str, reading: EncodedText
) -> tuple[list[str], list[tuple[str, str, str, str]]]:
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
            return prediction.about_neighbours(trained(agreement_model(name)))
        case "film":
            return prediction.about_settling(films.load(recorded_model(name)))
        case "pairs":
            return prediction.about_direction(agreement_test(trained(agreement_model(name)))[0])
        case "sum":
            text = encode(TRANSLATOR, SENTENCE)
            return prediction.about_lengths(lengths(TRANSLATOR, text, "untrained"))
    return None


def warm() -> None:
    """Compute the opening page in advance, so that the first visitor need not wait."""
    (
        map_figure(TRANSLATOR, "source", encode(TRANSLATOR, SENTENCE, "source"), False),
        predict("map", TRANSLATOR),
    )
    table_sides(TRANSLATOR)
