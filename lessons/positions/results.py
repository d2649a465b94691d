"""What the positions page shows, computed with the machine and shared by all visitors."""

import torch

from lessons.figures.kit.figure import Figure
from lessons.figures.length_curve import length_curve
from lessons.figures.position_lab import position_lab
from lessons.figures.position_lab.tables import Setting
from lessons.figures.score_parts import score_parts_map
from lessons.figures.slide_check import slide_check
from lessons.figures.word_order import MOST_WORDS, word_order
from lessons.host.shared import shared
from lessons.kit.checking import Result
from lessons.kit.prediction import Prediction
from lessons.positions import FIRST, LEARNED, REVERSERS, SENTENCE, TRANSLATOR, prediction
from lessons.positions.checks import check
from lessons.positions.slides import explained, slides
from transformer.tasks.letters import LONGEST
from transformer.weights import Trained, WeightsError, load

torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each


@shared
def trained(name: str) -> Trained:
    """A trained model by its name."""
    return load(name)


def words_of(text: str) -> list[str]:
    """The words of a typed text, as the translator splits it."""
    return trained(TRANSLATOR).task.split(text)


@shared
def problem(text: str) -> str:
    """Why a typed text cannot be shown, as a sentence; "" where it can."""
    words = words_of(text)
    if not words:
        return "There is no word to look at. Type a sentence."
    if len(words) > MOST_WORDS:
        spare = len(words) - MOST_WORDS
        return f"These are {len(words)} words; this page takes {MOST_WORDS}. Leave out {spare}."
    unknown = dict.fromkeys(w for w in words if w not in trained(TRANSLATOR).source_vocabulary)
    if unknown:
        near = trained(TRANSLATOR).source_vocabulary.near(next(iter(unknown)), 3)
        offer = f" Near the first: {', '.join(near)}." if near else ""
        return f"The model does not know {', '.join(f'“{word}”' for word in unknown)}.{offer}"
    return ""


@shared
def why(text: str, order: tuple[int, ...] | None) -> Figure:
    """The same words in another order; None: from back to front."""
    turned = tuple(reversed(range(len(words_of(text))))) if order is None else order
    return word_order(trained(TRANSLATOR), text, turned)


@shared
def lab(scheme: str, positions: int, dimensions: int, base: float) -> Figure:
    """The lab at one setting."""
    try:
        learned = trained(LEARNED)
    except WeightsError:  # the lab says so when "learned" is asked for
        learned = None
    return position_lab(Setting(scheme, positions, dimensions, base), learned, LONGEST)


@shared
def check_slides() -> Figure:
    """The decks' numbers, to be judged."""
    return slide_check(slides(), explained)


@shared
def score(text: str) -> Figure:
    """The four parts of the scores in the translator's first layer."""
    return score_parts_map(trained(TRANSLATOR), text)


@shared
def length() -> Figure:
    """Scores over the length, and one row of each length run by each model."""
    return length_curve([trained(name) for name in REVERSERS], LONGEST)


@shared
def predict(part: str) -> Prediction:
    """The question that belongs to a part of the page; its answer is computed."""
    match part:
        case "why":
            return prediction.about_order(why(SENTENCE, None))
        case "lab":
            return prediction.about_distance()
        case "slides":
            return prediction.about_columns(slides()[0])
        case "score":
            return prediction.about_parts(score(SENTENCE))
        case _:
            return prediction.about_length(length())


@shared
def checked() -> Result:
    """What the checks say about the student's functions, as their file is now."""
    return check()


def first() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    why(SENTENCE, None), predict(FIRST), checked()
