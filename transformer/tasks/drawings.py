"""Drawings: an image of 28 × 28 pixels → its caption, "a red circle above a blue square".

An image is also a text: each pixel is one of nine words, paper ".", or a colour at full ink ("R") or half ink
("r"). So it is printed, typed and read like every other source. It is drawn with signed distances, which are
negative inside a shape.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from transformer.tasks.task import Example, Split, Task

SIDE = 28  # pixels along one side of an image
COLOURS = {"red": "R", "green": "G", "blue": "B", "yellow": "Y"}
PAPER = "."
PIXELS = (PAPER, *COLOURS.values(), *(ink.lower() for ink in COLOURS.values()))
SHAPES = ("circle", "square", "triangle", "cross")
BETWEEN = {"above": ("above",), "left": ("left", "of")}
CLEAN, BY_HAND, HELD_OUT = 5000, 12000, 400  # number of images
FEWEST = 12  # minimum number of pixels with ink for a visible shape


@dataclass(frozen=True)
class Thing:
    """A shape on the paper, in pixels. A hand drawing can be a `line` instead of a filled shape, rotated,
    stretched, wobbly, or have a gap in the line."""

    colour: str
    shape: str
    x: float = 14.0  # of its centre, from the left
    y: float = 14.0  # from the top
    radius: float = 4.5
    line: float = 0.0  # thickness of the outline; 0 is filled
    turn: float = 0.0  # radians
    stretch: float = 1.0
    wobble: tuple[float, ...] = ()  # amplitudes and phases of three waves around it
    gap: float = 0.0  # the missing angle, in radians
    gap_at: float = 0.0


def distance(thing: Thing) -> np.ndarray:
    """Return the distance of each pixel from the edge of a shape, in pixels, negative inside: (row, column)."""
    y, x = np.mgrid[0.5:SIDE, 0.5:SIDE]
    x, y = x - thing.x, y - thing.y
    cos, sin = np.cos(thing.turn), np.sin(thing.turn)
    x, y = (cos * x + sin * y) / thing.stretch, (cos * y - sin * x) * thing.stretch
    angle, radius = np.arctan2(y, x), thing.radius
    for number, (high, begins) in enumerate(
        zip(thing.wobble[::2], thing.wobble[1::2], strict=True)
    ):
        radius = radius * (1 + high * np.cos((number + 2) * angle + begins))
    x, y = x / radius, y / radius
    if thing.shape == "circle":
        inside = np.hypot(x, y) - 1
    elif thing.shape == "square":
        inside = np.maximum(abs(x), abs(y)) - 0.85
    elif thing.shape == "triangle":  # a side below, a corner above
        inside = np.maximum(0.866 * abs(x) - 0.5 * y, y) - 0.6
    else:  # a cross: one bar or the other
        bars = np.maximum(abs(x) - 1, abs(y) - 0.38), np.maximum(abs(x) - 0.38, abs(y) - 1)
        inside = np.minimum(*bars)
    return inside * thing.radius


def ink(thing: Thing) -> np.ndarray:
    """Return how much of each pixel a shape covers, 0 to 1: (row, column)."""
    d = distance(thing)
    if not thing.line:
        return np.clip(0.5 - d, 0, 1)
    covered = np.clip(0.5 + thing.line / 2 - abs(d + thing.line / 2), 0, 1)
    y, x = np.mgrid[0.5:SIDE, 0.5:SIDE]
    # An angle from the middle of the gap.
    away = np.arctan2(y - thing.y, x - thing.x) - thing.gap_at
    return np.where(abs(np.angle(np.exp(1j * away))) < thing.gap / 2, 0, covered)


def draw(things: Iterable[Thing]) -> tuple[str, ...]:
    """Return the words of an image, row by row from the top: 784 pixels."""
    paper = np.full((SIDE, SIDE), PAPER)
    for thing in things:
        covered, letter = ink(thing), COLOURS[thing.colour]
        paper[covered >= 0.25] = letter.lower()
        paper[covered >= 0.75] = letter
    return tuple(paper.ravel().tolist())


def caption(first: Thing, second: Thing, between: str) -> tuple[str, ...]:
    """Return the caption of two shapes: the upper or the left one first, so that each image has exactly one
    correct caption."""
    first_words, second_words = (("a", thing.colour, thing.shape) for thing in (first, second))
    return (*first_words, *BETWEEN[between], *second_words)


def two(draws: random.Random) -> tuple[Thing, Thing, str]:
    """Sample two shapes in the order of the caption, and their relation."""
    between = draws.choice(tuple(BETWEEN))
    things = []
    for far in (draws.uniform(6, 8), draws.uniform(20, 22)):
        across, radius = draws.uniform(9, 19), draws.uniform(3.5, 5.5)
        x, y = (across, far) if between == "above" else (far, across)
        looks = draws.choice(tuple(COLOURS)), draws.choice(SHAPES)
        things.append(Thing(*looks, x, y, radius))
    return things[0], things[1], between


CHANGES = ("line", "turn", "stretch", "wobble", "gap")


def by_hand(thing: Thing, draws: random.Random, *changes: str) -> Thing:
    """Change a shape as in a drawing by hand, with these changes."""
    between = draws.uniform
    new: dict[str, dict[str, Any]] = {
        "line": {"line": between(1.0, 2.0)},
        "turn": {"turn": between(-0.5, 0.5)},
        "stretch": {"stretch": between(0.87, 1.15)},
        "wobble": {
            "wobble": tuple(n for _ in range(3) for n in (between(0, 0.06), between(0, 6.3)))
        },
        "gap": {"gap": between(0.2, 0.7), "gap_at": between(-3.1, 3.1)},
    }
    return replace(thing, **{k: v for change in changes for k, v in new[change].items()})


def pictures(
    count: int, draws: random.Random, chance: float = 0.0, changes: Sequence[str] = CHANGES
) -> dict[tuple[str, ...], Example]:
    """Generate `count` different images with captions; each change has this probability for each shape."""
    made: dict[tuple[str, ...], Example] = {}
    while len(made) < count:
        first, second, between = two(draws)
        changed = [
            by_hand(thing, draws, *(c for c in changes if draws.random() < chance))
            for thing in (first, second)
        ]
        source = draw(changed)
        made[source] = Example(source, caption(first, second, between), ())
    return made


@dataclass(frozen=True)
class Drawings(Task):
    """A task whose texts are images: 28 rows of 28 characters."""

    family = "captioner"

    @property
    def source_words(self) -> tuple[str, ...]:
        return tuple(sorted(PIXELS))

    @property
    def target_words(self) -> tuple[str, ...]:
        between = [word for words in BETWEEN.values() for word in words]
        return tuple(sorted({"a", *COLOURS, *SHAPES, *between}))

    def split(self, text: str) -> list[str]:
        """Split into pixels, one per character; white space does not count."""
        return list("".join(text.split()))


def as_text(source: Iterable[str]) -> str:
    """Format an image as a text of 28 lines."""
    pixels = "".join(source)
    return "\n".join(pixels[at : at + SIDE] for at in range(0, len(pixels), SIDE))


def refuse(pixels: Iterable[str]) -> None:
    """Raise `ValueError` for input that is not an image, or is empty."""
    image = list(pixels)
    if len(image) != SIDE * SIDE:
        raise ValueError(
            f"an image has {SIDE} rows of {SIDE} pixels, {SIDE * SIDE} in all; {len(image)} were given"
        )
    if (drawn := sum(pixel != PAPER for pixel in image)) < FEWEST:
        few = f"only {drawn} of its pixels have" if drawn else "none of its pixels has"
        raise ValueError(
            f"there is no shape in this image: {few} ink, and a shape needs {FEWEST} or more. Draw two "
            "shapes, one above the other or side by side"
        )


def where(source: Iterable[str], second: bool, between: str, side: int = 14) -> np.ndarray:
    """Return the positions of a map (side, side) that belong to one of the two shapes: bool, the smallest box
    around its ink.

    The shapes do not overlap: the first is in the upper or in the left half, as the caption says.
    """
    drawn = np.array(list(source)).reshape(SIDE, SIDE) != PAPER  # (row, column)
    half = slice(SIDE // 2, SIDE) if second else slice(0, SIDE // 2)
    mine = np.zeros_like(drawn)
    part = (half, slice(None)) if between == "above" else (slice(None), half)
    mine[part] = drawn[part]
    rows, columns = mine.any(1).nonzero()[0], mine.any(0).nonzero()[0]
    box = np.zeros((side, side), bool)
    if len(rows):
        scale = SIDE // side
        box[
            rows[0] // scale : rows[-1] // scale + 1, columns[0] // scale : columns[-1] // scale + 1
        ] = True
    return box


def _split(seed: int, count: int, chance: float, held: float) -> Split:
    draws = random.Random(seed)
    made = pictures(count, draws, chance)
    fresh = pictures(HELD_OUT, draws, held)
    return tuple(made.values()), tuple(e for source, e in fresh.items() if source not in made)


def build(
    seed: int = 0,
    name: str = "drawings",
    count: int = CLEAN,
    chance: float = 0.0,
    held: float = 0.0,
) -> Task:
    title = "Drawings → captions" if not chance else "Drawings by hand → captions"
    shown = as_text(draw((Thing("red", "circle", 14, 7), Thing("blue", "square", 14, 21))))
    return Drawings(name, title, (shown,), partial(_split, seed, count, chance, held))


def hand(seed: int = 0) -> Task:
    """Build the task: training mixes hand drawings with clean ones; every held-out drawing has every change."""
    return build(seed, "drawings_by_hand", BY_HAND, chance=0.6, held=1.0)


TASKS = {"drawings": build, "drawings_by_hand": hand}
