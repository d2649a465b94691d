"""Results of the memory page, shared by all visitors."""

from dataclasses import replace

from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.controls import control_table as control_rows
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.memory import (
    ALIKE,
    DROPPED,
    MODEL,
    NEEDED,
    NO_TIME,
    ONE_HOP,
    QUESTION,
    STORY,
    model,
    pairs,
    prediction,
    words,
)
from lessons.memory.figures.hop_scores import hop_scores
from lessons.memory.figures.memory_hops import MOST_FACTS, MOST_WORDS, memory_hops
from lessons.memory.figures.word_by_word import judges, word_by_word
from lessons.memory.measure import guessing
from lessons.memory.measure.judging import by_part
from lessons.models.saved import of_model, shared_by_version, trained
from transformer.tasks.stories import sentences

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

__all__ = ["control_rows", "story", "trained"]  # the page looks them up by name


@of_model
def story(name: str, text: str) -> EncodedText:
    """Return a model’s reading of facts, one per line, and a question in the last line. `problem` says what is wrong."""
    reader, (facts_text, _, question_text) = trained(name), text.rpartition("\n")
    facts, question = (sentences(reader.task.split(part)) for part in (facts_text, question_text))
    config = reader.model.config
    room = config.facts if config.time else MOST_FACTS
    if problem := words.story_problem(facts, question, room):
        return EncodedText(text, (), (), (), problem)
    reading = EncodedText.encode(reader, text, MOST_WORDS, too_long=words.TOO_LONG)
    if reading.problem:
        return reading
    *facts, question = sentences(reading.words)  # it can be readable and make little sense
    remark = words.guess_remark(facts, question, {word for word, _ in reading.unknown})
    return replace(reading, notes=(*reading.notes, remark)) if remark else reading


@shared_by_version
def hops(name: str, reading: EncodedText) -> Figure:
    """Return the figure of a story, hop by hop."""
    return memory_hops(trained(name), reading)


@shared_cache
def guesses(needed: int) -> dict[str, float]:
    """Return the accuracy of each baseline on questions that need this number of facts."""
    return guessing.guesses(trained(model(needed, 1)).task)


@shared_cache
def slide_stories() -> dict[str, float]:
    """Return the accuracy of the models of the two slide stories on new stories."""
    names = {"dropped": DROPPED, "alike": ALIKE}
    return {key: trained(name).card["held_out"]["accuracy"] for key, name in names.items()}


@shared_cache
def scores() -> Figure:
    """Return the figure of all shipped models, by hops and needed facts."""
    models = {
        (time, hops, needed): trained(model(needed, hops, time))
        for time in (True, False) for hops in (1, 2, 3) for needed in NEEDED
    }  # fmt: skip
    return hop_scores(models, {needed: guesses(needed) for needed in NEEDED})


@shared_cache
def baseline_agreement() -> dict[str, float]:
    """Return how often the model with one hop gives the same answer as each baseline."""
    return guessing.baseline_agreement(trained(ONE_HOP))


@shared_cache
def by_moves() -> dict[str, dict[int, tuple[float, int]]]:
    """Return the accuracy by number of moves, with temporal encoding and without."""
    return {name: guessing.by_moves(trained(name)) for name in (MODEL, NO_TIME)}


@of_model
def pair(name: str, text: str) -> EncodedText:
    """Return a model’s reading of a premise and, in the last line, a hypothesis. `problem` says what is wrong."""
    reader, (premise_text, _, hypothesis_text) = trained(name), text.rpartition("\n")
    if problem := words.pair_problem(
        *(sentences(reader.task.split(part)) for part in (premise_text, hypothesis_text))
    ):
        return EncodedText(text, (), (), (), problem)
    return EncodedText.encode(reader, text, MOST_WORDS)


@shared_by_version
def draw_pair(name: str, reading: EncodedText) -> Figure:
    """Return the figure of the weights of each word of a hypothesis, and the label that the model predicts."""
    return word_by_word(trained(name), reading)


@shared_cache
def entailment_accuracies() -> dict[str, float]:
    """Return the accuracy of each shipped entailment model."""
    return {name: trained(name).card["held_out"]["accuracy"] for name in pairs.JUDGES}


@shared_cache
def compare_judges() -> Figure:
    """Return the figure of these accuracies, and the weights of the models with attention."""
    models = {name: trained(name) for name in pairs.JUDGES}
    looks = {name: by_part(model).numpy() for name, model in models.items() if model.family.maps}
    return judges(models, looks, pairs.JUDGES)


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part; its answer is measured."""
    if part == "story":
        return prediction.about_first(hops(MODEL, story(MODEL, f"{STORY}\n{QUESTION}")))
    if part == "follows":
        return prediction.about_alone(entailment_accuracies())
    held_out = trained(ONE_HOP).card["held_out"]
    return prediction.about_half(held_out, guesses(2), baseline_agreement())


def warm() -> None:
    """Compute what the first visitor will see."""
    predict("story"), slide_stories()
