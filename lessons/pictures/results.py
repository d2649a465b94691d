"""What the page on pictures shows, computed with the machine and shared by all visitors."""

import math

from lessons.figures.caption_scores import Column, caption_scores
from lessons.figures.film_strip import film_strip
from lessons.figures.kit.figure import Figure
from lessons.figures.picture_map import Shown, picture_map
from lessons.figures.picture_map import pixels_of as pixels_of  # the page asks for it
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.models.saved import shared_by_version, trained
from lessons.pictures import (
    BY_HAND,
    CLEAN,
    EVEN,
    FILM,
    FILM_EVEN,
    FILM_TITLES,
    HARD,
    LOT,
    NOTHING,
    NUMBERS,
    TITLES,
    prediction,
    words,
)
from transformer.measure import films as measure_films
from transformer.measure import pictures as measure
from transformer.tasks import Example
from transformer.tasks.drawings import Thing
from transformer.tasks.films import Event, Film


@shared
def examples(kind: str) -> tuple[Example, ...]:
    return measure.kind(kind)


@shared
def scores(name: str, kind: str, way: str = "soft") -> dict[str, float]:
    """Of new drawings of a kind: the share of right captions, colours and shapes."""
    return measure.scores(trained(name), examples(kind), measure.WAYS[way])


def exact(name: str, kind: str, way: str = "soft") -> float:
    return scores(name, kind, way)["exact"]


@shared
def gradients(way: str) -> dict[str, float]:
    """Of the captioner of clean drawings, on drawings by hand: where it has something to learn."""
    return measure.gradients(trained(CLEAN), examples("all of these")[:64], measure.WAYS[way])


@shared
def inside(name: str) -> dict[str, float]:
    """How much of the weight lies around what is named, as the captioner's card has it."""
    return dict(trained(name).card["held_out"]["inside"])


def captioner(name: str, kind: str, tells: bool = False) -> Shown:
    said = words.SCORE.format(
        share=exact(name, kind), count=measure.MEASURED, kind=words.KINDS[kind]
    )
    return Shown(trained(name), TITLES[name], said, tells=tells)


@shared
def described(kind: str, number: str) -> Figure:
    """One of the drawings that come with the lesson, as three captioners see it."""
    shown = [captioner(name, kind, tells=name == EVEN) for name in TITLES]
    return picture_map(shown, examples(kind)[int(number) - 1])


@shared
def yours(pixels: str = "") -> Figure:
    """A drawing of somebody's own; at first one by the generator's hand."""
    example = Example(tuple(pixels), (), ()) if pixels else first_by_hand()
    shown = [captioner(name, "all of these", tells=name == CLEAN) for name in (BY_HAND, CLEAN)]
    return picture_map(shown, example, draws=True)


@shared
def first_by_hand() -> Example:
    """The first drawing with an outline that only the captioner of drawings by hand gets right."""
    for example in examples("outlines"):
        wrong, right = (
            measure.described(trained(name), example.source).words for name in (CLEAN, BY_HAND)
        )
        if tuple(right) == example.target != tuple(wrong):
            return example
    return examples("outlines")[0]


# This figure and the next are made anew each time: their scores are `shared` one by one, each with its own time to be
# computed in. All of them take five seconds, as long as a picture may take.
def by_kind() -> Figure:
    """What each change of a drawing costs each captioner."""
    clean = [scores(CLEAN, kind) for kind in measure.KINDS]
    asked = {"exact": TITLES[CLEAN], "colour": "its colours right", "shape": "its shapes right"}
    columns = [
        *(
            Column(title, [c[of] for c in clean], "scores", tells=True)
            for of, title in asked.items()
        ),
        Column(TITLES[BY_HAND], [exact(BY_HAND, kind) for kind in measure.KINDS], "scores"),
    ]
    return caption_scores(
        words.BY_KIND, words.ROWS, [words.KINDS[kind] for kind in measure.KINDS], columns
    )


def ways() -> Figure:
    """Soft, and ways to look at one place alone: two without training for it, two with."""
    looks, learned = list(measure.WAYS), (HARD, LOT)
    rows = [*(words.WAYS[way] for way in looks), *(words.TRAINED_SO[name] for name in learned)]
    right = [exact(CLEAN, "clean", way) for way in looks]
    right += [exact(name, "clean") for name in learned]
    lengths = [gradients(way) for way in looks]
    none = [math.nan] * len(learned)  # they have another gradient, in training
    looking, others = ([*(g[of] for g in lengths), *none] for of in ("looking", "others"))
    columns = [
        Column("captions right", right, "scores"),
        Column("gradient of where to look", looking, "gradients", share=False, tells=True),
        Column("of all else", others, "gradients", share=False),
    ]
    return caption_scores(words.WAYS_TITLE, words.WAYS_NAME, rows, columns, words.TRAINED_ON)


@shared
def at_one_place(number: str) -> Figure:
    """A clean drawing, looked at softly, at the best place, and at one that is drawn by lot."""
    soft = trained(CLEAN)
    shown = [Shown(soft, words.WAYS[name], "", way) for name, way in measure.WAYS.items()]
    shown += [Shown(trained(name), said, "") for name, said in words.TRAINED_SO.items()]
    return picture_map(shown, examples("clean")[int(number) - 1])


@shared_by_version
def film(name: str, *told: tuple[str, str, int]) -> Figure:
    """A film of somebody's own, as this captioner sees it, and the one without attention: of each event the thing,
    what it does, and the frame on which that begins."""
    events = [
        Event(Thing(*thing.split()), does, begins - 1)
        for thing, does, begins in told
        if does != NOTHING
    ]
    shown = [
        Shown(
            trained(one),
            FILM_TITLES.get(one, one),
            words.FILM_SCORE.format(**film_scores(one)),
            tells=one == FILM_EVEN,
        )
        for one in (name, FILM_EVEN)
    ]
    return film_strip(shown, events)


@shared
def fresh_films() -> tuple[Film, ...]:
    return measure_films.fresh()


@shared_by_version
def film_scores(name: str) -> dict[str, float]:
    """Of new films: the share of right captions, and how many name both things that happen, and in their order."""
    return measure_films.scores(trained(name), fresh_films())


@shared
def on_frames() -> dict[str, float]:
    """How much of the weight lies on the frames of what is told."""
    return measure_films.on_frames(trained(FILM), fresh_films())


@shared
def second_verb() -> dict[str, float]:
    """Where the weight lies while it is written what happens second."""
    return measure_films.second_verb(trained(FILM), fresh_films())


@shared
def predict(part: str) -> Prediction:
    """The question of a part; its answer is computed."""
    if part == "look":
        return prediction.about_mean(exact(EVEN, "clean"), exact(CLEAN, "clean"))
    if part == "draw":
        hand = "all of these"
        return prediction.about_hands(exact(CLEAN, hand), exact(BY_HAND, hand), scores(CLEAN, hand))
    if part == "films":
        return prediction.about_order(film_scores(FILM_EVEN), film_scores(FILM)["exact"])
    return prediction.about_gradient(gradients("best"), gradients("soft"))


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    described("clean", next(iter(NUMBERS))), predict("look"), inside(CLEAN)
