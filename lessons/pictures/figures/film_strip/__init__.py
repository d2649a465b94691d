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
    """Return the figure of a video of these events. If the events cannot follow each other, a sentence says why."""
    models = [_without_caption(captioner) for captioner in shown]
    arrays, problem, right = {}, cannot(events), ""
    if not problem:
        made = film(events)
        arrays, models, problem = captions(shown, made, _first_and_count)
        right = " ".join(made.target)
    size, pixels = SIDE * SIDE, "".join(frames(events))
    last = max(len(models[0]["words"]), 1)
    header = {
        "title": say.TITLE, "side": SIDE, "inks": INKS, "models": models, "right": right,
        "frames": [pixels[size * n : size * (n + 1)] for n in range(FRAMES)],
        "problem": sentence(problem), "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(
            choice("model", labels=[captioner.title for captioner in shown], keys="↑↓"),
            choice("word", labels=by("model", [captioner["words"] for captioner in models]), keys="←→", opens=min(4, last)),
            plays="word", pace=1100,
        ),
    }  # fmt: skip
    return Figure("film_strip", header, arrays)


def _without_caption(captioner: Shown) -> dict:
    """Return the header of a captioner without a caption, because there is no video."""
    return {"title": captioner.title, "said": captioner.said, "tells": captioner.tells, "words": [], "wrong": [], "boxes": []}  # fmt: skip


def _first_and_count(frames: np.ndarray) -> list[int]:
    """Return the first frame that a word is about, and the number of such frames."""
    (at,) = frames.nonzero()
    return [int(at[0]), len(at)]
