"""Results for the page on pictures, shared by all visitors."""

import math

from lessons.figures.kit.figure import Figure
from lessons.figures.picture_map import Shown, picture_map, pixels_of
from lessons.host.shared_cache import shared_cache
from lessons.kit.controls import control_table as control_rows
from lessons.kit.prediction import Prediction
from lessons.kit.tables import table
from lessons.models.saved import shared_by_version, trained
from lessons.pictures import (
    BY_HAND,
    CLEAN,
    EVEN,
    EVEN_LONG,
    FILM,
    FILM_EVEN,
    FILM_GLOBAL,
    FILM_TITLES,
    HARD,
    NOTHING,
    NUMBERS,
    SAMPLED,
    TITLES,
    prediction,
    words,
)
from lessons.pictures.figures.box_weight import box_weight
from lessons.pictures.figures.caption_scores import Column, caption_scores
from lessons.pictures.figures.caption_scores.four import four
from lessons.pictures.figures.film_strip import film_strip
from lessons.pictures.measure import films as measure_films
from transformer.measure import pictures as measure
from transformer.measure.controls import read as control
from transformer.tasks import Example
from transformer.tasks.drawings import Thing
from transformer.tasks.films import Event, Film

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

__all__ = ["control_rows", "four", "pixels_of"]  # the page asks for them by name


@shared_cache
def examples(kind: str) -> tuple[Example, ...]:
    return measure.kind(kind)


@shared_cache
def scores(name: str, kind: str, way: str = "soft") -> dict[str, float]:
    """Return the fractions of correct captions, colours and shapes on new drawings of a kind."""
    return measure.scores(trained(name), examples(kind), measure.WAYS[way])


def exact(name: str, kind: str, way: str = "soft") -> float:
    return scores(name, kind, way)["exact"]


@shared_cache
def gradients(way: str) -> dict[str, float]:
    """Return the gradients of the clean captioner on hand-drawn shapes."""
    return measure.gradients(trained(CLEAN), examples("all of these")[:64], measure.WAYS[way])


@shared_cache
def inside(name: str) -> dict[str, float]:
    """Return the weight around the named thing, from the captioner's card."""
    return dict(trained(name).card["held_out"]["inside"])


def captioner(name: str, kind: str, tells: bool = False) -> Shown:
    score_text = words.SCORE.format(
        share=exact(name, kind), count=measure.MEASURED, kind=words.KINDS[kind]
    )
    return Shown(trained(name), TITLES[name], score_text, tells=tells)


@shared_cache
def draw_example(kind: str, number: str) -> Figure:
    """Return the figure of one of the lesson's drawings with all captioners’ weights."""
    shown = [captioner(name, kind, tells=name in (EVEN, EVEN_LONG)) for name in TITLES]
    return picture_map(shown, examples(kind)[int(number) - 1])


@shared_cache
def draw_own(pixels: str = "") -> Figure:
    """Return the figure of the visitor's drawing, or at first a generated drawing."""
    example = Example(tuple(pixels), (), ()) if pixels else first_by_hand()
    shown = [captioner(name, "all of these", tells=name == CLEAN) for name in (BY_HAND, CLEAN)]
    return picture_map(shown, example, draws=True)


@shared_cache
def first_by_hand() -> Example:
    """Return the first outline that only the captioner of hand-drawn shapes describes correctly."""
    for example in examples("outlines"):
        wrong, right = (
            measure.described(trained(name), example.source).words for name in (CLEAN, BY_HAND)
        )
        if tuple(right) == example.target != tuple(wrong):
            return example
    return examples("outlines")[0]


# This figure and the next are redrawn each time: their scores are `shared_cache` one by one, each with its own time limit.
# All scores together take five seconds, the time limit of a figure.
def by_kind() -> Figure:
    """Return the figure of the accuracy of each captioner after each change of a drawing."""
    clean = [scores(CLEAN, kind) for kind in measure.DRAWING_KINDS]
    titles = {"exact": TITLES[CLEAN], "colour": "its colours right", "shape": "its shapes right"}
    columns = [
        *(
            Column(title, [c[of] for c in clean], "scores", tells=True)
            for of, title in titles.items()
        ),
        Column(TITLES[BY_HAND], [exact(BY_HAND, kind) for kind in measure.DRAWING_KINDS], "scores"),
    ]
    return caption_scores(
        words.BY_KIND, words.ROWS, [words.KINDS[kind] for kind in measure.DRAWING_KINDS], columns
    )


def ways() -> Figure:
    """Return the figure of soft attention and four kinds of hard attention: two untrained, two trained."""
    looks, learned = list(measure.WAYS), (HARD, SAMPLED)
    rows = [*(words.WAYS[way] for way in looks), *(words.LEARNED[name] for name in learned)]
    right = [exact(CLEAN, "clean", way) for way in looks]
    right += [exact(name, "clean") for name in learned]
    lengths = [gradients(way) for way in looks]
    none = [math.nan] * len(learned)  # training gives them another gradient
    looking, others = ([*(g[of] for g in lengths), *none] for of in ("looking", "others"))
    columns = [
        Column("captions right", right, "scores"),
        Column("gradient of W, U, v", looking, "gradients", share=False, tells=True),
        Column("gradient of all others", others, "gradients", share=False),
    ]
    return caption_scores(words.WAYS_TITLE, words.WAYS_NAME, rows, columns, words.TRAINED_ON)


@shared_cache
def draw_five_ways(number: str) -> Figure:
    """Return the figure of a clean drawing with five kinds of attention."""
    soft = trained(CLEAN)
    shown = [Shown(soft, words.WAYS[name], "", way) for name, way in measure.WAYS.items()]
    shown += [Shown(trained(name), title, "") for name, title in words.LEARNED.items()]
    return picture_map(shown, examples("clean")[int(number) - 1])


@shared_cache
def draw_training() -> Figure:
    """Return the figure of the attention weight inside the correct box during training."""
    return box_weight(control("hard_attention"))


@shared_cache
def understood(name: str) -> dict[str, float]:
    """Return how often a captioner gets relation, colours and shapes of clean drawings right."""
    return measure.understood(trained(name), measure.kind("clean", 400))


@shared_cache
def mean_table() -> str:
    """Return a table of what the captioners without attention get right after 300 and 1,500 steps."""
    shown = (EVEN, EVEN_LONG, CLEAN)
    rows = [
        (title, *(f"{understood(name)[what]:.1%}" for name in shown))
        for what, title in words.UNDERSTOOD.items()
    ]
    return table("control-table", ("400 new drawings", *(TITLES[name] for name in shown)), rows)


@shared_by_version
def film(name: str, *settings: tuple[str, str, int]) -> Figure:
    """Return the figure of the visitor's video with this captioner and those that lack local or global structure.

    `settings` has the thing, the movement and the first frame of each event.
    """
    events = [
        Event(Thing(*thing.split()), does, begins - 1)
        for thing, does, begins in settings
        if does != NOTHING
    ]
    shown = [
        Shown(
            trained(captioner),
            FILM_TITLES.get(captioner, captioner),
            words.FILM_SCORE.format(**film_scores(captioner)),
            tells=captioner == FILM_EVEN,
        )
        for captioner in dict.fromkeys((name, FILM_GLOBAL, FILM_EVEN))
    ]
    return film_strip(shown, events)


@shared_cache
def structure() -> dict[str, dict[str, float]]:
    """Return the scores of the captioners with local structure, global structure, or both."""
    names = {"both": FILM, "local": FILM_EVEN, "global": FILM_GLOBAL}
    return {title: film_scores(name) for title, name in names.items()}


@shared_cache
def fresh_films() -> tuple[Film, ...]:
    return measure_films.fresh()


@shared_by_version
def film_scores(name: str) -> dict[str, float]:
    """Return how many captions of new videos are right, name both events, and have them in order."""
    return measure_films.scores(trained(name), fresh_films())


@shared_cache
def on_frames() -> dict[str, float]:
    """Return the weight on the frames of the described event."""
    return measure_films.on_frames(trained(FILM), fresh_films())


@shared_cache
def second_verb() -> dict[str, float]:
    """Return where the weight lies while the captioner writes the second event."""
    return measure_films.second_verb(trained(FILM), fresh_films())


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part; its answer is computed."""
    if part == "look":
        right = (exact(name, "clean") for name in (EVEN, EVEN_LONG, CLEAN))
        return prediction.about_mean(*right, understood(EVEN))
    if part == "draw":
        hand = "all of these"
        return prediction.about_hands(exact(CLEAN, hand), exact(BY_HAND, hand), scores(CLEAN, hand))
    if part == "films":
        return prediction.about_order(film_scores(FILM_EVEN), film_scores(FILM)["exact"])
    return prediction.about_gradient(gradients("argmax"), gradients("soft"))


def warm() -> None:
    """Compute what the first visitor will see."""
    draw_example("clean", next(iter(NUMBERS))), predict("look"), inside(CLEAN)
