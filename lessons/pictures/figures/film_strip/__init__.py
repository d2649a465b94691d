"""The frames of a video in a row, the captions, and the weight of each frame for each word."""

from collections.abc import Sequence

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.choices import by, choice, choice_header
from lessons.figures.kit.figure import Figure
from lessons.figures.picture_map import Shown, captions, sentence
from lessons.figures.picture_map.words import INKS
from lessons.pictures.figures.film_strip import words as say
from transformer.tasks.drawings import SIDE
from transformer.tasks.films import FRAMES, Event, cannot, film, frames


def film_strip(shown: Sequence[Shown], events: Sequence[Event]) -> Figure:
    """Show a video of these events. If the events cannot follow each other, a sentence says
    why."""
    arrays, models, problem, right = {}, [_silent(one) for one in shown], cannot(events), ""
    if not problem:
        made = film(events)
        arrays, models, problem = captions(shown, made, _run)
        right = " ".join(made.target)
    size, pixels = SIDE * SIDE, "".join(frames(events))
    last = max(len(models[0]["words"]), 1)
    header = {
        "title": say.TITLE, "side": SIDE, "inks": INKS, "models": models, "right": right,
        "frames": [pixels[size * n : size * (n + 1)] for n in range(FRAMES)],
        "problem": sentence(problem), "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(
            choice("model", labels=[one.title for one in shown], keys="↑↓"),
            choice("word", labels=by("model", [one["words"] for one in models]), keys="←→", opens=min(4, last)),
            plays="word", pace=1100,
        ),
    }  # fmt: skip
    return Figure("film_strip", header, arrays)


def _silent(one: Shown) -> dict:
    """Stand in for a captioner without input."""
    return {"title": one.title, "said": one.said, "tells": one.tells, "words": [], "wrong": [], "boxes": []}  # fmt: skip


def _run(frames: np.ndarray) -> list[int]:
    """Return the first frame that a word is about, and the number of such frames."""
    (at,) = frames.nonzero()
    return [int(at[0]), len(at)]
