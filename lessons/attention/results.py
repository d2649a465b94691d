"""Results for the page “Attention”, computed once and shared by all visitors."""

from contextlib import suppress

import numpy as np
import torch

from lessons.attention import CHANGED, GUIDED, SENTENCE, UNGUIDED, pronoun, words
from lessons.attention.figures.attention_slides import attention_slides
from lessons.attention.figures.three_inputs import three_inputs as by_hand
from lessons.attention.measure.nonfinite import first_nonfinite
from lessons.attention.prediction import about_first, about_it
from lessons.figures.attention_map import MOST_WORDS, attention_map
from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models import saved
from lessons.models.facts import Facts, not_finite
from lessons.models.saved import of_model, shared_by_version, trained
from lessons.models.shipped import OPENS_WITH
from transformer.weights import load_card

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them


@of_model
def encode(name: str, text: str) -> EncodedText:
    """Tokenize a typed text for a model."""
    return saved.encode(name, text, MOST_WORDS)


@shared_by_version
def figure(name: str, reading: EncodedText) -> Figure:
    """Draw the attention map of one model and sentence; report NaN instead of drawing it."""
    model = trained(name)
    with suppress(FloatingPointError):  # the scores are NaN, so no word can be written
        drawn = attention_map(model, reading)
        if not any(np.isnan(array.values).any() for array in drawn.arrays.values()):
            return drawn
    raise not_finite(first_nonfinite(model.model, torch.tensor([reading.ids])))


@shared_by_version
def facts(name: str, reading: EncodedText) -> Facts:
    """Return the facts about this model and sentence for the page."""
    return Facts.from_figure(figure(name, reading), trained(name))


@of_model
def in_model(name: str, reading: EncodedText) -> tuple[Figure, Facts, str]:
    """Return what a sentence changes on the page: the attention map, its facts, and a text about them."""
    measured = facts(name, reading)
    return figure(name, reading), measured, words.about_sentence(measured, trained(name).family)


@shared_by_version
def prediction(name: str) -> Prediction | None:
    """Return the question with the model's own answer, or None if there is no question."""
    model = trained(name)
    if model.remark:
        return None  # the code has changed since this model was trained
    if model.task.name == "english_french" and model.family.map("source", "source"):
        guided = model.card["settings"]["guide"] is not None
        return about_it(facts(name, encode(name, CHANGED)), guided)
    opening = encode(name, saved.first_text(name))
    return about_first(facts(name, opening), opening)


def row_asked_about(figure: Figure) -> int:
    """Return the row of the first map that answers the question."""
    return figure.header["maps"][0]["lock"]["row"]


@shared_cache
def guidance() -> tuple[str, str]:
    """Describe the shipped models and the control runs, with and without guidance, and list them in a table."""
    cards, control = [load_card(name) for name in (GUIDED, *UNGUIDED)], pronoun.control()
    return words.about_guidance(control), pronoun.html_table(pronoun.rows(cards, control))


@shared_cache
def three_inputs() -> Figure:
    """Draw the example by hand."""
    return by_hand()


@shared_cache
def slides() -> Figure:
    """Draw four slides, recomputed."""
    return attention_slides(trained(GUIDED), SENTENCE, CHANGED)


def warm() -> None:
    """Compute the opening page in advance, so that the first visitor need not wait."""
    name = OPENS_WITH
    shown = encode(name, SENTENCE)
    figure(name, shown), facts(name, shown), prediction(name)
    three_inputs()
