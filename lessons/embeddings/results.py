"""What the embeddings page shows, computed with the machine and shared by all visitors."""

import torch

from lessons.attention.facts import Reading
from lessons.embeddings import SENTENCE, TRANSLATOR, facts
from lessons.embeddings.checks import check
from lessons.embeddings.prediction import Prediction, about_neighbours
from lessons.figures.embedding_map import agreement_map, embedding_map, marking, training_map
from lessons.figures.kit.figure import Figure
from lessons.host.shared import shared
from lessons.kit.checking import Result
from transformer.weights import Trained, load
from transformer.weights import film as films

torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each


@shared
def trained(name: str) -> Trained:
    """A trained model by its name."""
    return load(name)


@shared
def reading(name: str, text: str) -> Reading:
    """What the model makes of a typed text."""
    return Reading.of(trained(name), text)


@shared
def marked(name: str, side: str, text: str) -> tuple[str, ...]:
    """The words to mark in one of its tables: those typed, or for the target table those written.

    Words of the target language may be typed as well, to be found in their own table.
    """
    words = reading(name, text).words
    if side == "source" or is_target(name, text):
        return words
    return tuple(facts.written(trained(name), words))


def is_target(name: str, text: str) -> bool:
    """Whether what was typed is to be found in the target language only."""
    model, words = trained(name), reading(name, text).words
    known = (model.source_vocabulary, model.target_vocabulary)
    source, target = (all(word in vocabulary for word in words) for vocabulary in known)
    return target and not source


@shared
def table(name: str, side: str) -> Figure:
    """One table of a model: projected once, whatever is typed."""
    return embedding_map(trained(name), side)


@shared
def map(name: str, side: str, text: str) -> Figure:
    """One table of a model, with the words of a sentence marked."""
    heading = "typed" if side == "target" and is_target(name, text) else side
    return marking(table(name, side), list(marked(name, side, text)), heading)


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
def lookup(name: str, word: str) -> facts.Lookup:
    """One-hot × table for one word."""
    return facts.lookup(trained(name), word)


@shared
def lengths(name: str, text: str, moment: str) -> tuple[facts.Lengths, ...]:
    """How long the vectors of a sentence are, "trained" or "untrained"."""
    found, words = trained(name), reading(name, text).words
    model = found.model if moment == "trained" else films.untrained(found)
    return facts.lengths(model, words, found.source_vocabulary.encode(words))


@shared
def scores(name: str, text: str, place: int) -> facts.Scores:
    """How the decoder chooses the word at one place."""
    ids = trained(name).source_vocabulary.encode(reading(name, text).words)
    return facts.scores(trained(name), ids, place)


@shared
def prediction(name: str) -> Prediction:
    """The question to answer first, with the model's own answer."""
    return about_neighbours(trained(agreeing(name)))


@shared
def checked() -> Result:
    """What the checks say about the student's layer, as its file is now."""
    return check()


def first() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    map(TRANSLATOR, "source", SENTENCE), prediction(TRANSLATOR), checked()
