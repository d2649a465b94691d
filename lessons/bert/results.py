"""The figures and texts of the page on BERT, computed with `transformer` and shared by all visitors."""

import json
from contextlib import suppress
from pathlib import Path

from lessons.bert import BACK, MODEL, OPENING, TABLES, VERB, prediction, words
from lessons.bert.figures.agreement import agreement
from lessons.bert.figures.hidden_word import MOST_WORDS, hidden_word
from lessons.bert.figures.input_sum import MOST_WORDS as LONGEST
from lessons.bert.figures.input_sum import input_sum
from lessons.bert.figures.position_tables import (
    has_learned_positions,
    mean_cosine,
    position_tables,
    table_of,
)
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
def long_reading(name: str, text: str) -> EncodedText:
    """Read one or two sentences that may fill all positions of a model."""
    return encode(name, text, LONGEST)


@of_model
def positions(name: str) -> int:
    """Return the number of rows in a model's table of positions."""
    return trained(name).model.config.max_length


@of_model
def encode(name: str, text: str, most: int = MOST_WORDS) -> EncodedText:
    """Read one or two sentences for a model; `problem` is the error, if there is one."""
    model = trained(name)
    if problem := words.too_many_sentences(model.task.split(text).count(SEP) + 1):
        return EncodedText(text, (), (), (), problem)
    return EncodedText.encode(model, text, min(model.model.config.max_length - FRAME, most))


@shared_by_version
def sum_figure(name: str, reading: EncodedText) -> Figure:
    """Draw the three embeddings of each token, and their sum."""
    return input_sum(trained(name), reading)


@shared_by_version
def hidden_figure(name: str, reading: EncodedText) -> Figure:
    """Draw the predictions of each word, masked in turn."""
    back = trained(BACK)
    same = trained(name).source_vocabulary.words == back.source_vocabulary.words
    return hidden_word(trained(name), back if same else None, reading, VERB)


@shared_cache
def moments() -> list[dict]:
    """Return the training run, measured every 50 steps."""
    return json.loads(MOMENTS.read_text(encoding="utf-8"))


@shared_cache
def best_possible() -> dict[str, float]:
    """Return the best possible accuracies for masked words and for pairs."""
    model = trained(MODEL)
    objective, both = model.family.objective, model.vocabularies
    read, asked = objective.hidden_for_scores(objective.batch(model.task.held_out, both))
    return {
        "words": discourses.best_words(read, asked, both),
        "pairs": discourses.best_pairs(),
    }


@shared_cache
def learning_figure() -> Figure:
    """Draw the recording of the training run."""
    return agreement(moments(), best_possible())


@shared_cache
def about_learning() -> str:
    """Return the text “What to notice” for the recording."""
    near, verb, far = (
        prediction.first_learned(moments(), kind)["step"] for kind in discourses.AGREE
    )
    half = max((m for m in moments() if m["agree"]["he, she"] < 0.6), key=lambda m: m["step"])
    jump = f"from {half['agree']['he, she']:.0%} at step {half['step']} to 90% or more from step {far} on"
    right = trained(MODEL).card["held_out"]["words_right"]
    return words.LEARNING.format(
        near=near,
        verb=f"{verb} steps",
        jump=jump,
        words=right,
        best_words=best_possible()["words"],
        **hidden_pronoun(),
    )


@shared_cache
def tables_figure(outside: tuple[str, ...] = ()) -> Figure:
    """Draw the tables of position embeddings, including those learned by models from outside."""
    ours, others = {title: trained(name) for title, name in TABLES.items()}, {}
    for name in outside:
        with suppress(WeightsError):  # its folder may have been deleted
            others |= {name: trained(name)} if has_learned_positions(trained(name)) else {}
    return position_tables(ours, others)


@shared_cache
def masking_counts() -> dict[str, int]:
    """Return how many words of real batches are masked, replaced or kept."""
    return hiding.count_masked_words(trained(MODEL))


@shared_cache
def verb_predictions() -> prediction.Verbs:
    """Return the causal model’s predictions of the masked verb, here and in all held-out pairs, and the best possible ones."""
    model = trained(BACK)
    p = discourses.word_probabilities(
        model.model, model.task, model.vocabularies, discourses.SHOWN["the verb"]
    )
    chances = {verb: p[model.source_vocabulary.encode([verb])[0]].item() for verb in THINGS}
    fits, pairs, _ = discourses.verb_fits(model.model, model.task, model.vocabularies)
    best = discourses.best_guess(model.task.split(discourses.SHOWN["the verb"]), back=True)
    return prediction.Verbs(chances, fits, pairs, best)


@shared_cache
def hidden_pronoun() -> dict[str, float]:
    """Return the probability of “she” after the queen: by the model, and the best possible."""
    model, text = trained(MODEL), discourses.SHOWN["he, she"]
    p = discourses.word_probabilities(model.model, model.task, model.vocabularies, text)
    she = p[model.source_vocabulary.encode(["she"])[0]].item()
    return {"she": she, "best_she": discourses.best_guess(model.task.split(text))["she"]}


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part; its answer is measured."""
    if part == "sum":
        return prediction.about_sum(sum_figure(MODEL, encode(MODEL, OPENING)))
    if part == "hide":
        return prediction.about_hidden(
            hidden_figure(MODEL, encode(MODEL, OPENING)), verb_predictions()
        )
    if part == "learning":
        return prediction.about_order(moments())
    ours = table_of(trained(MODEL))
    return prediction.about_tables(
        mean_cosine(ours, 1), mean_cosine(ours, 5), mean_cosine(sinusoidal(*ours.shape), 1)
    )


def warm() -> None:
    """Compute what the first visitor will see, so that no visitor waits for it."""
    predict("sum"), predict("hide"), learning_figure(), masking_counts()
