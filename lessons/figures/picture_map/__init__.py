"""An image, the captions of several captioners, and the attention of each while it writes a word.

With `draws`, the user can draw with a pen; the drawing goes to Python when the pen is lifted.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.choices import by, choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.picture_map import words as say
from transformer.measure.pictures import WEIGHTS, Way, about, described
from transformer.tasks import Example
from transformer.tasks.drawings import PIXELS, SIDE
from transformer.weights import Trained

PLACES = 14  # positions along a side of the feature map


@dataclass(frozen=True)
class Shown:
    """A captioner of the figure: its name, the text below the name, and its kind of attention if it differs.
    `tells`: its caption answers the page's question."""

    trained: Trained
    title: str
    said: str = ""
    way: Way | None = None
    tells: bool = False


def picture_map(shown: Sequence[Shown], example: Example, draws: bool = False) -> Figure:
    """Build the figure. `example.target` is the correct caption, or () if it is unknown. An image without a shape is
    shown with an explanation."""
    arrays, models, problem = captions(shown, example, _edges)
    header = {
        "title": say.TITLE, "pixels": "".join(example.source), "side": SIDE, "places": PLACES,
        "models": models, "draws": draws, "inks": say.INKS,
        "problem": problem,
        "right": " ".join(example.target), "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(
            choice("model", labels=[entry.title for entry in shown], keys="↑↓"),
            choice("word", labels=by("model", [model["words"] for model in models]), keys="←→", opens=min(3, len(models[0]["words"])) or 1),
            plays="word", pace=1100,
        ),
    }  # fmt: skip
    return Figure("picture_map", header, arrays)


def captions(
    shown: Sequence[Shown], example: Example, edges: Callable[[np.ndarray], list[int]]
) -> tuple[dict[str, Array], list[dict[str, Any]], str]:
    """Return the captions of an example and the attention of each captioner: arrays, their header entries, and a sentence
    if the example is refused. `edges`: the positions that a word refers to (bool), which are marked."""
    arrays, models, problem = {}, [], ""
    for number, entry in enumerate(shown):
        caption = None
        try:
            caption = described(entry.trained, example.source, entry.way)
        except ValueError as refused:
            problem = sentence(str(refused))
        names = caption.words if caption else []
        model = {"title": entry.title, "said": entry.said, "tells": entry.tells, "words": names}
        models.append(
            model | {"wrong": _wrong(names, example.target), "boxes": [None] * len(names)}
        )
        if not caption:
            continue
        arrays[f"weights {number}"] = Array(
            caption.weights.numpy(), "word place", WEIGHTS, "", {"word": names}
        )
        if len(names) == len(example.target):
            places = [about(entry.trained, example, k) for k in range(len(names))]
            inside = [
                np.nan if b is None else row[b].sum().item()
                for b, row in zip(places, caption.weights, strict=True)
            ]
            arrays[f"inside {number}"] = Array(
                np.array(inside, np.float32), "word", WEIGHTS, "transformer.measure.pictures.about"
            )
            models[-1]["boxes"] = [None if b is None else edges(b.numpy()) for b in places]
    return arrays, models, problem


def sentence(message: str) -> str:
    """Return an error as a sentence; "" stays empty."""
    return f"{message[:1].upper()}{message[1:]}." if message else ""


def _wrong(words: Sequence[str], right: Sequence[str]) -> list[bool]:
    """Return which words differ from the correct caption at their position; none if it is unknown."""
    return [bool(right) and right[k : k + 1] != (word,) for k, word in enumerate(words)]


def _edges(inside: np.ndarray) -> list[int]:
    """Return a box of positions as left, top, width, height."""
    rows, columns = inside.reshape(PLACES, PLACES).nonzero()
    left, top = int(columns.min()), int(rows.min())
    return [left, top, int(columns.max()) + 1 - left, int(rows.max()) + 1 - top]


def pixels_of(value: Any) -> str:
    """Return the pixels from a browser; "" for anything else."""
    pixels = value.get("pixels") if isinstance(value, dict) else None
    pattern = f"[{re.escape(''.join(PIXELS))}]{{{SIDE * SIDE}}}"
    return pixels if isinstance(pixels, str) and re.fullmatch(pattern, pixels) else ""
