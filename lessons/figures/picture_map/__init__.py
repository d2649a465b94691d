"""A picture, what captioners say of it, and where each of them looks while it writes a word.

With `draws`, one can draw with a pen; what is drawn is handed to Python when the pen is lifted.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.choices import by, choice, opening
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.picture_map import words as say
from transformer.measure.pictures import WEIGHTS, Way, about, described
from transformer.tasks import Example
from transformer.tasks.drawings import PIXELS, SIDE
from transformer.weights import Trained

PLACES = 14  # along a side of the map


@dataclass(frozen=True)
class Shown:
    """A captioner in the figure: how it is called, what is said below that, and the way in which it looks, if not
    its own. `tells`: what it says answers the question that is asked."""

    trained: Trained
    title: str
    said: str = ""
    way: Way | None = None
    tells: bool = False


def picture_map(shown: Sequence[Shown], example: Example, draws: bool = False) -> Figure:
    """`example.target` is the right caption; () where nobody knows it. A picture without a shape is shown with a
    sentence that says so."""
    arrays, models, problem = captions(shown, example, _edges)
    header = {
        "title": say.TITLE, "pixels": "".join(example.source), "side": SIDE, "places": PLACES,
        "models": models, "draws": draws, "inks": say.INKS,
        "problem": problem,
        "right": " ".join(example.target), "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **opening(
            choice("model", labels=[one.title for one in shown], keys="↑↓"),
            choice("word", labels=by("model", [one["words"] for one in models]), keys="←→", opens=min(3, len(models[0]["words"])) or 1),
            plays="word", pace=1100,
        ),
    }  # fmt: skip
    return Figure("picture_map", header, arrays)


def captions(
    shown: Sequence[Shown], example: Example, edges: Callable[[np.ndarray], list[int]]
) -> tuple[dict[str, Array], list[dict[str, Any]], str]:
    """What captioners say of an example, and where each looks: arrays, what the header says of each of them, and a
    sentence where the example is refused. `edges`: of the places that a word is about, bool, what is marked."""
    arrays, models, problem = {}, [], ""
    for number, one in enumerate(shown):
        found = None
        try:
            found = described(one.trained, example.source, one.way)
        except ValueError as refused:
            problem = sentence(str(refused))
        names = found.words if found else []
        model = {"title": one.title, "said": one.said, "tells": one.tells, "words": names}
        models.append(
            model | {"wrong": _wrong(names, example.target), "boxes": [None] * len(names)}
        )
        if not found:
            continue
        arrays[f"weights {number}"] = Array(
            found.weights.numpy(), "word place", WEIGHTS, "", {"word": names}
        )
        if len(names) == len(example.target):
            places = [about(one.trained, example, k) for k in range(len(names))]
            inside = [
                np.nan if b is None else row[b].sum().item()
                for b, row in zip(places, found.weights, strict=True)
            ]
            arrays[f"inside {number}"] = Array(
                np.array(inside, np.float32), "word", WEIGHTS, "transformer.measure.pictures.about"
            )
            models[-1]["boxes"] = [None if b is None else edges(b.numpy()) for b in places]
    return arrays, models, problem


def sentence(said: str) -> str:
    """What an error says, as a sentence; "" stays empty."""
    return f"{said[:1].upper()}{said[1:]}." if said else ""


def _wrong(words: Sequence[str], right: Sequence[str]) -> list[bool]:
    """Which words differ from the right caption at their place; none where nobody knows it."""
    return [bool(right) and right[k : k + 1] != (word,) for k, word in enumerate(words)]


def _edges(inside: np.ndarray) -> list[int]:
    """A box of places as left, top, width, height."""
    rows, columns = inside.reshape(PLACES, PLACES).nonzero()
    left, top = int(columns.min()), int(rows.min())
    return [left, top, int(columns.max()) + 1 - left, int(rows.max()) + 1 - top]


def pixels_of(value: Any) -> str:
    """The pixels that a browser handed over; "" for anything else."""
    given = value.get("pixels") if isinstance(value, dict) else None
    known = f"[{re.escape(''.join(PIXELS))}]{{{SIDE * SIDE}}}"
    return given if isinstance(given, str) and re.fullmatch(known, given) else ""
