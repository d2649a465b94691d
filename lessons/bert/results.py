"""What the page on hidden words shows, computed with `transformer` and shared by all visitors."""

import json
from contextlib import suppress
from pathlib import Path

from lessons.bert import BACK, MODEL, OPENING, TABLES, VERB, prediction, words
from lessons.figures.agreement import agreement
from lessons.figures.hidden_word import hidden_word
from lessons.figures.input_sum import input_sum
from lessons.figures.kit.figure import Figure
from lessons.figures.position_tables import alike, learns, position_tables, table_of
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models.saved import of_model, shared_by_version, trained
from transformer.measure import discourses, hiding
from transformer.positions import sinusoidal
from transformer.tasks.discourses import SEP, THINGS
from transformer.weights import WeightsError

__all__ = ["trained"]  # asked for by name
MOMENTS = Path(__file__).with_name("learning.json")
FRAME = 2  # [CLS] before the text and [SEP] behind it


@of_model
def reading(name: str, text: str) -> Reading:
    """What a model makes of one sentence or two; `problem` says what is wrong with them."""
    found = trained(name)
    if problem := words.too_many(found.task.split(text).count(SEP) + 1):
        return Reading(text, (), (), (), problem)
    return Reading.of(found, text, found.model.config.max_length - FRAME)


@shared_by_version
def summed(name: str, reading: Reading) -> Figure:
    """The three vectors of each token, and their sum."""
    return input_sum(trained(name), reading)


@shared_by_version
def hidden(name: str, reading: Reading) -> Figure:
    """Each word hidden in turn."""
    return hidden_word(trained(name), trained(BACK), reading, VERB)


@shared
def moments() -> list[dict]:
    """The training, moment by moment, as it was measured."""
    return json.loads(MOMENTS.read_text(encoding="utf-8"))


@shared
def best() -> dict[str, float]:
    """The best possible shares: of the hidden words, and of the pairs."""
    one = trained(MODEL)
    objective, both = one.family.objective, one.vocabularies
    read, asked = objective.asked(objective.batch(one.task.held_out, both))
    return {
        "words": discourses.best_words(read, asked, both),
        "pairs": discourses.best_pairs(),
    }


@shared
def film() -> Figure:
    """What is learned, and when."""
    return agreement(moments(), best())


@shared
def noticed() -> str:
    """What to notice in the film."""
    near, verb, far = (prediction.learned(moments(), kind)["step"] for kind in discourses.AGREE)
    half = max((m for m in moments() if m["agree"]["he, she"] < 0.6), key=lambda m: m["step"])
    jump = f"from {half['agree']['he, she']:.0%} at step {half['step']} to 90% and more from step {far} on"
    right = trained(MODEL).card["held_out"]["words_right"]
    return words.LEARNING.format(
        near=near, verb=f"{verb} steps", jump=jump, words=right, best_words=best()["words"]
    )


@shared
def tables(outside: tuple[str, ...] = ()) -> Figure:
    """The tables of positions; those of models from outside that have learned theirs, too."""
    ours, others = {title: trained(name) for title, name in TABLES.items()}, {}
    for name in outside:
        with suppress(WeightsError):  # its folder may be gone
            others |= {name: trained(name)} if learns(trained(name)) else {}
    return position_tables(ours, others)


@shared
def counted() -> dict[str, int]:
    """What became of the words of some real batches."""
    return hiding.counted(trained(MODEL))


@shared
def verbs() -> dict[str, float]:
    """How probable each verb is, by the model that looks only back."""
    one = trained(BACK)
    found = discourses.guesses(one.model, one.task, one.vocabularies, discourses.SHOWN["the verb"])
    return {verb: found[one.source_vocabulary.encode([verb])[0]].item() for verb in THINGS}


@shared
def predict(part: str) -> Prediction:
    """The question of a part; its answer is measured."""
    if part == "sum":
        return prediction.about_sum(summed(MODEL, reading(MODEL, OPENING)))
    if part == "hide":
        return prediction.about_hidden(hidden(MODEL, reading(MODEL, OPENING)), verbs())
    if part == "learning":
        return prediction.about_order(moments())
    ours = table_of(trained(MODEL))
    return prediction.about_tables(
        alike(ours, 1), alike(ours, 5), alike(sinusoidal(*ours.shape), 1)
    )


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    predict("sum"), predict("hide"), film(), counted()
