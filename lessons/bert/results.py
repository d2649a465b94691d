"""The figures and texts of the page on BERT, computed with `transformer` and shared by all visitors."""

import json
from contextlib import suppress
from pathlib import Path

from lessons.bert import BACK, MODEL, OPENING, TABLES, VERB, prediction, words
from lessons.bert.figures.agreement import agreement
from lessons.bert.figures.hidden_word import MOST_WORDS, hidden_word
from lessons.bert.figures.input_sum import MOST_WORDS as LONGEST
from lessons.bert.figures.input_sum import input_sum
from lessons.bert.figures.position_tables import alike, learns, position_tables, table_of
from lessons.bert.measure import discourses, hiding
from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models.saved import of_model, shared_by_version, trained
from transformer.positions import sinusoidal
from transformer.tasks.discourses import SEP, THINGS
from transformer.weights import WeightsError

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

__all__ = ["trained"]  # the page asks for it by name
MOMENTS = Path(__file__).with_name("learning.json")
FRAME = 2  # [CLS] before the text and [SEP] after it


@of_model
def whole(name: str, text: str) -> EncodedText:
    """Read one or two sentences that may fill all positions of a model."""
    return encode(name, text, LONGEST)


@of_model
def positions(name: str) -> int:
    """Return the number of rows in a model's table of positions."""
    return trained(name).model.config.max_length


@of_model
def encode(name: str, text: str, most: int = MOST_WORDS) -> EncodedText:
    """Read one or two sentences for a model; `problem` is the error, if there is one."""
    found = trained(name)
    if problem := words.too_many(found.task.split(text).count(SEP) + 1):
        return EncodedText(text, (), (), (), problem)
    return EncodedText.encode(found, text, min(found.model.config.max_length - FRAME, most))


@shared_by_version
def summed(name: str, reading: EncodedText) -> Figure:
    """The three embeddings of each token, and their sum."""
    return input_sum(trained(name), reading)


@shared_by_version
def hidden(name: str, reading: EncodedText) -> Figure:
    """Each word masked in turn."""
    back = trained(BACK)
    same = trained(name).source_vocabulary.words == back.source_vocabulary.words
    return hidden_word(trained(name), back if same else None, reading, VERB)


@shared_cache
def moments() -> list[dict]:
    """The training run, measured every 50 steps."""
    return json.loads(MOMENTS.read_text(encoding="utf-8"))


@shared_cache
def best() -> dict[str, float]:
    """The best possible accuracies for masked words and for pairs."""
    one = trained(MODEL)
    objective, both = one.family.objective, one.vocabularies
    read, asked = objective.asked(objective.batch(one.task.held_out, both))
    return {
        "words": discourses.best_words(read, asked, both),
        "pairs": discourses.best_pairs(),
    }


@shared_cache
def film() -> Figure:
    """The recording of the training run."""
    return agreement(moments(), best())


@shared_cache
def noticed() -> str:
    """The text “What to notice” for the recording."""
    near, verb, far = (prediction.learned(moments(), kind)["step"] for kind in discourses.AGREE)
    half = max((m for m in moments() if m["agree"]["he, she"] < 0.6), key=lambda m: m["step"])
    jump = f"from {half['agree']['he, she']:.0%} at step {half['step']} to 90% or more from step {far} on"
    right = trained(MODEL).card["held_out"]["words_right"]
    return words.LEARNING.format(
        near=near,
        verb=f"{verb} steps",
        jump=jump,
        words=right,
        best_words=best()["words"],
        **hidden_pronoun(),
    )


@shared_cache
def tables(outside: tuple[str, ...] = ()) -> Figure:
    """The tables of position embeddings, including those learned by models from outside."""
    ours, others = {title: trained(name) for title, name in TABLES.items()}, {}
    for name in outside:
        with suppress(WeightsError):  # its folder may have been deleted
            others |= {name: trained(name)} if learns(trained(name)) else {}
    return position_tables(ours, others)


@shared_cache
def counted() -> dict[str, int]:
    """How many words of real batches are masked, replaced or kept."""
    return hiding.counted(trained(MODEL))


@shared_cache
def verbs() -> prediction.Verbs:
    """The predictions of the causal model for the masked verb, here and in all held-out pairs, and the best possible ones."""
    model = trained(BACK)
    p = discourses.guesses(
        model.model, model.task, model.vocabularies, discourses.SHOWN["the verb"]
    )
    chances = {verb: p[model.source_vocabulary.encode([verb])[0]].item() for verb in THINGS}
    fits, pairs, _ = discourses.fits_place(model.model, model.task, model.vocabularies)
    best = discourses.best_guess(model.task.split(discourses.SHOWN["the verb"]), back=True)
    return prediction.Verbs(chances, fits, pairs, best)


@shared_cache
def hidden_pronoun() -> dict[str, float]:
    """The probability of “she” after the queen: by the model, and the best possible."""
    model, text = trained(MODEL), discourses.SHOWN["he, she"]
    p = discourses.guesses(model.model, model.task, model.vocabularies, text)
    she = p[model.source_vocabulary.encode(["she"])[0]].item()
    return {"she": she, "best_she": discourses.best_guess(model.task.split(text))["she"]}


@shared_cache
def predict(part: str) -> Prediction:
    """The question of a part; its answer is measured."""
    if part == "sum":
        return prediction.about_sum(summed(MODEL, encode(MODEL, OPENING)))
    if part == "hide":
        return prediction.about_hidden(hidden(MODEL, encode(MODEL, OPENING)), verbs())
    if part == "learning":
        return prediction.about_order(moments())
    ours = table_of(trained(MODEL))
    return prediction.about_tables(
        alike(ours, 1), alike(ours, 5), alike(sinusoidal(*ours.shape), 1)
    )


def warm() -> None:
    """Compute what the first visitor will see, so that no visitor waits for it."""
    predict("sum"), predict("hide"), film(), counted()
