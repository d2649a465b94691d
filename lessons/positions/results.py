"""Figures and questions of the positions page, computed with the models and shared by all visitors."""

from dataclasses import replace

import torch

from lessons.figures.kit.figure import Figure
from lessons.figures.length_curve import length_curve
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.kit.tables import table
from lessons.models.saved import trained
from lessons.positions import LEARNED, PARTS, REVERSERS, SENTENCE, TRANSLATOR, prediction, words
from lessons.positions.figures.position_lab import position_lab
from lessons.positions.figures.position_lab.tables import Setting
from lessons.positions.figures.score_parts import score_parts_map
from lessons.positions.figures.slide_check import slide_check
from lessons.positions.figures.word_order import MOST_WORDS, word_order
from lessons.positions.measure.score_parts import score_parts
from lessons.positions.slides import explain_slips, slides
from transformer.measure.controls import read
from transformer.measure.words.word_order import Reordered, reordered
from transformer.tasks.letters import LONGEST
from transformer.weights import WeightsError

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

EMPTY = "The sentence is empty. Type a sentence."
TOO_LONG = "The sentence has {count} words; this page accepts at most {most}. Leave out {spare}."


@shared_cache
def encode(name: str, text: str) -> EncodedText:
    """Return a typed text as the translator reads it. Unknown words are a problem here, because the figures
    show how positions affect words that the model knows."""
    typed = EncodedText.encode(trained(name), text, MOST_WORDS, EMPTY, TOO_LONG)
    if not typed.unknown:
        return typed
    near = typed.unknown[0][1]
    offer = f" Similar known words: {', '.join(near)}." if near else ""
    unknown = ", ".join(f"“{word}”" for word, _ in typed.unknown)
    return replace(typed, problem=f"The model does not know {unknown}.{offer}")


@shared_cache
def why(reading: EncodedText, order: tuple[int, ...] | None) -> Figure:
    """Return the figure of the same words in another order; None reverses them."""
    turned = tuple(reversed(range(len(reading.words)))) if order is None else order
    return word_order(trained(TRANSLATOR), reading, turned)


@shared_cache
def lab(scheme: str, positions: int, dimensions: int, base: float) -> Figure:
    """Return the lab at one setting."""
    try:
        learned = trained(LEARNED)
    except WeightsError:  # the lab says so when "learned" is asked for
        learned = None
    return position_lab(Setting(scheme, positions, dimensions, base), learned, LONGEST)


@shared_cache
def check_slides() -> Figure:
    """Return the figure of the numbers of the decks, for the visitor to judge."""
    return slide_check(slides(), explain_slips)


@shared_cache
def score(reading: EncodedText) -> Figure:
    """Return the figure of the four parts of the scores in the translator's first layer."""
    return score_parts_map(trained(TRANSLATOR), reading)


@shared_cache
def length() -> Figure:
    """Return the figure of accuracy by length, with one string of each length run by each model."""
    return length_curve([trained(name) for name in REVERSERS], LONGEST)


def layouts() -> str:
    """Return a table in HTML: the columns of both layouts for d = 4."""
    waves = ("sin p", "cos p", "sin(p / 100)", "cos(p / 100)")
    order = {"interleaved (the formula)": (0, 1, 2, 3), "concatenated": (0, 2, 1, 3)}
    heads = ("layout, d = 4", *(f"dimension {j}" for j in range(4)))
    return table(
        "control-table", heads, [(name, *(waves[j] for j in at)) for name, at in order.items()]
    )


@shared_cache
def control() -> str:
    """Return a table in HTML: each encoding with other seeds and numbers of steps."""
    return table("control-table", words.HEADINGS, words.by_length(read("lengths")))


@shared_cache
def about_control() -> str:
    """Return the conclusion from these runs."""
    return words.about_control(read("lengths"))


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part of the page; its answer is computed."""
    match part:
        case "why":
            return prediction.about_order(*reversed_words(encode(TRANSLATOR, SENTENCE)))
        case "lab":
            return prediction.about_distance()
        case "slides":
            return prediction.about_columns(slides()[0])
        case "score":
            source = torch.tensor([encode(TRANSLATOR, SENTENCE).ids])
            return prediction.about_parts(score_parts(trained(TRANSLATOR).model, source))
        case _:
            return prediction.about_length([trained(name) for name in REVERSERS])


def reversed_words(reading: EncodedText) -> list[Reordered]:
    """Return the words encoded in reverse order: with positions, and without."""
    order = range(len(reading.ids))[::-1]
    translator = trained(TRANSLATOR)
    return [reordered(translator, reading.ids, order, positions) for positions in (True, False)]


def warm() -> None:
    """Compute the first view in advance, so that no visitor waits for it."""
    why(encode(TRANSLATOR, SENTENCE), None), predict(next(iter(PARTS)))
    lab("sinusoidal", 64, 64, 10000.0)
