"""What the memory page shows, computed with `transformer` and shared by all visitors."""

from lessons.figures.hop_scores import hop_scores
from lessons.figures.kit.figure import Figure
from lessons.figures.memory_hops import MOST_FACTS, MOST_WORDS, memory_hops
from lessons.figures.word_by_word import judges, word_by_word
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.memory import (
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
from lessons.models.saved import of_model, shared_by_version, trained
from transformer.measure import guessing
from transformer.measure.judging import by_part
from transformer.tasks.stories import sentences

__all__ = ["story", "trained"]  # both are asked for by name


@of_model
def story(name: str, text: str) -> Reading:
    """What a model makes of facts, a line each, and of a question in the last line. `problem` says what is wrong."""
    found, (told, _, asked) = trained(name), text.rpartition("\n")
    facts, question = (sentences(found.task.split(part)) for part in (told, asked))
    config = found.model.config
    room = config.facts if config.time else MOST_FACTS
    if problem := words.wrong(facts, question, room):
        return Reading(text, (), (), (), problem)
    return Reading.of(found, text, MOST_WORDS, too_long=words.TOO_LONG)


@of_model
def remark(name: str, reading: Reading) -> str:
    """What to know of a question that can be read and makes little sense; "" where nothing is."""
    *facts, question = sentences(reading.words)
    return words.odd(facts, question, {word for word, _ in reading.unknown})


@shared_by_version
def hops(name: str, reading: Reading) -> Figure:
    """A story, hop by hop."""
    return memory_hops(trained(name), reading)


@shared
def guesses(needed: int) -> dict[str, float]:
    """What guesses score where so many facts are needed."""
    return guessing.guesses(trained(model(needed, 1)).task)


@shared
def scores() -> Figure:
    """All models that ship, by hops and needed facts."""
    known = {
        (time, hops, needed): trained(model(needed, hops, time))
        for time in (True, False) for hops in (1, 2, 3) for needed in NEEDED
    }  # fmt: skip
    return hop_scores(known, {needed: guesses(needed) for needed in NEEDED})


@shared
def as_guessed() -> dict[str, float]:
    """How often the model with one hop says what a guess says."""
    return guessing.as_guessed(trained(ONE_HOP))


@shared
def by_moves() -> dict[str, dict[int, tuple[float, int]]]:
    """With times and without: accuracy by how often the person moved."""
    return {name: guessing.by_moves(trained(name)) for name in (MODEL, NO_TIME)}


@of_model
def pair(name: str, text: str) -> Reading:
    """What a model makes of a premise and, in the last line, a hypothesis. `problem` says what is wrong."""
    found, (told, _, asked) = trained(name), text.rpartition("\n")
    if problem := words.no_pair(*(sentences(found.task.split(part)) for part in (told, asked))):
        return Reading(text, (), (), (), problem)
    return Reading.of(found, text, MOST_WORDS)


@shared_by_version
def judged(name: str, reading: Reading) -> Figure:
    """Where each word of a hypothesis looks, and what the model says of it."""
    return word_by_word(trained(name), reading)


@shared
def right() -> dict[str, float]:
    """How often each that judges and ships is right."""
    return {name: trained(name).card["held_out"]["accuracy"] for name in pairs.JUDGES}


@shared
def compared() -> Figure:
    """The same as a picture; and where those that look do so."""
    known = {name: trained(name) for name in pairs.JUDGES}
    looks = {name: by_part(one).numpy() for name, one in known.items() if one.family.maps}
    return judges(known, looks, pairs.JUDGES)


@shared
def predict(part: str) -> Prediction:
    """The question of a part; its answer is measured."""
    if part == "story":
        return prediction.about_first(hops(MODEL, story(MODEL, f"{STORY}\n{QUESTION}")))
    if part == "follows":
        return prediction.about_alone(right())
    held_out = trained(ONE_HOP).card["held_out"]
    return prediction.about_half(held_out, guesses(2), as_guessed())


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    predict("story")
