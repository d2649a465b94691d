"""Figures, tables and questions of the heads page, computed with the models and shared by all visitors."""

from contextlib import suppress

from lessons.figures.kit.figure import Figure
from lessons.figures.length_curve.periods import period_curve
from lessons.heads import (
    CHANGED,
    COPYING,
    LETTERS,
    MODEL,
    OTHER_SEED,
    PARTS,
    SENTENCE,
    UNGUIDED,
    prediction,
    words,
)
from lessons.heads.figures.head_grid import head_grid
from lessons.heads.figures.head_sum import head_sum
from lessons.heads.figures.patch_map import patch_map
from lessons.heads.measure.head_sum import parameters
from lessons.host.shared_cache import shared_cache
from lessons.kit.controls import control_table
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models.saved import encode, of_model, shared_by_version, trained
from transformer.measure.attention.copying import by_period
from transformer.measure.attention.head_roles import Roles, head_roles
from transformer.measure.controls import read

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them


@shared_by_version
def roles(name: str) -> Roles:
    """Measure every head of a model."""
    return head_roles(trained(name))


@shared_by_version
def grid_figure(name: str, reading: EncodedText) -> Figure:
    """Draw all heads of a model on one sentence."""
    return head_grid(trained(name), roles(name), reading)


@of_model
def role_figures(name: str, reading: EncodedText) -> tuple[Figure, Figure | None]:
    """Return the grid of the heads with their roles, and the sum of the heads: None if `sum_figure` fails."""
    roles = grid_figure(name, reading)
    with suppress(Exception):  # a model without queries still has a grid
        return roles, sum_figure(name, reading)
    return roles, None


@shared_by_version
def sum_figure(name: str, reading: EncodedText) -> Figure:
    """Draw how the heads of one layer add up to its output, at *it* if the sentence contains it."""
    it = reading.words.index("it") + 1 if "it" in reading.words else 1
    return head_sum(trained(name), reading).at(word=it)


@shared_by_version
def patch_figure(name: str, base: EncodedText, donor: EncodedText) -> Figure:
    """Draw the effect of patching each activation of one sentence into the other."""
    return patch_map(trained(name), base, donor)


@shared_cache
def parameter_counts(d_model: int = 512) -> dict[int, dict[str, int]]:
    """Count the parameters of one attention layer for several numbers of heads."""
    return parameters(d_model, (1, 2, 4, 8, 16))


@shared_cache
def period_figure() -> Figure:
    """Draw the accuracy of copying models with one and two layers, by period."""
    return period_curve([(trained(name), by_period(trained(name))) for name in COPYING])


def control() -> tuple[str, str]:
    """Return a text and a table on models whose first layer can attend only one position back."""
    return words.about_control(read("copying")), control_table("copying")


def letters_figure() -> Figure:
    """Draw the patch map of two repeating sequences that differ in one character, for the two-layer model."""
    return patch_figure(COPYING[0], *(encode(COPYING[0], row) for row in LETTERS))


def opening(name: str) -> Figure:
    """Draw the patch map of the two opening sentences for one of the translation models."""
    return patch_figure(name, *(encode(name, text) for text in (SENTENCE, CHANGED)))


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part."""
    if part == "roles":
        return prediction.about_roles(roles(MODEL))
    if part == "patch":
        return prediction.about_patch(trained(MODEL), SENTENCE.split(), CHANGED.split())
    return prediction.about_layers(*(trained(name).card for name in COPYING))


def warm() -> None:
    """Precompute what the first visitor sees, so that the page opens at once."""
    opening = encode(MODEL, SENTENCE)
    parameter_counts(), grid_figure(MODEL, opening), sum_figure(MODEL, opening)
    period_figure(), letters_figure(), roles(UNGUIDED), roles(OTHER_SEED)
    for part in PARTS:
        predict(part)
