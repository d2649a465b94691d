"""Videos: 12 frames of 28 × 28 pixels → a description, "a red circle moves left then a blue square grows".

A video is the text of its frames in order, each drawn as in `drawings.py`. Two events follow each other, and
a shape is visible only during its event, so the frames of each event are known.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from transformer.tasks.drawings import (
    COLOURS,
    PAPER,
    SHAPES,
    SIDE,
    Drawings,
    Thing,
    as_text,
    draw,
)
from transformer.tasks.task import Example, Split

FRAMES = 12
LASTS = 4  # default number of frames; training events last 3 to 5
# Event → how far the shape moves right and down, in pixels, and how much its radius grows.
DOES = {
    "moves left": (-11.0, 0.0, 0.0),
    "moves right": (11.0, 0.0, 0.0),
    "moves up": (0.0, -11.0, 0.0),
    "moves down": (0.0, 11.0, 0.0),
    "grows": (0.0, 0.0, 4.0),
    "shrinks": (0.0, 0.0, -4.0),
}
TRAINED, HELD_OUT = 2000, 400  # number of videos
THEN = "then"


@dataclass(frozen=True)
class Event:
    """An event of a shape, from frame `begins` on, counted from 0. `thing`: the shape in the middle of the
    event."""

    thing: Thing
    does: str
    begins: int
    lasts: int = LASTS

    @property
    def frames(self) -> range:
        return range(self.begins, self.begins + self.lasts)

    def at(self, frame: int) -> Thing:
        """Return the shape on one of these frames: half of the change comes before the middle, and half after
        it."""
        share = (frame - self.begins) / (self.lasts - 1) - 0.5
        across, down, more = (share * change for change in DOES[self.does])
        shape = self.thing
        return Thing(
            shape.colour, shape.shape, shape.x + across, shape.y + down, shape.radius + more
        )


@dataclass(frozen=True)
class Film(Example):
    """A video with known events."""

    events: tuple[Event, ...] = ()


def film(events: Sequence[Event]) -> Film:
    """Build a video. Raises `ValueError` for events that do not follow each other."""
    if problem := cannot(events):
        raise ValueError(problem)
    first, second = (("a", e.thing.colour, e.thing.shape, *e.does.split()) for e in events)
    return Film(frames(events), (*first, THEN, *second), (), events=tuple(events))


def frames(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the words of a video, frame by frame, for any events: 9,408 pixels."""
    pixels: list[str] = []
    for frame in range(FRAMES):
        pixels += draw(event.at(frame) for event in events if frame in event.frames)
    return tuple(pixels)


def cannot(events: Sequence[Event]) -> str:
    """Return why these events cannot make a video; "" where they can."""
    if len(events) != 2:
        count = f"{'is' if len(events) == 1 else 'are'} {len(events) or 'none'}"
        return f"a video of this task shows two events, one after the other, but there {count} here"
    first, second = events
    if second.begins < first.begins:
        return (
            f"the second event begins on frame {second.begins + 1}, before the first, which begins on frame "
            f"{first.begins + 1}: start the second event after the first has ended"
        )
    if second.begins < first.frames.stop:
        return (
            f"the events overlap: the first lasts until frame {first.frames.stop}, and the second begins on frame "
            f"{second.begins + 1}. Start the second event on frame {first.frames.stop + 1} or later"
        )
    if first.begins < 0 or second.frames.stop > FRAMES:
        return (
            f"a video has {FRAMES} frames; the second event would last until frame {second.frames.stop}. Start it "
            f"on frame {FRAMES - second.lasts + 1} or before"
        )
    return ""


def refuse(pixels: Iterable[str]) -> None:
    """Raise `ValueError` for input that is not a video, or is empty."""
    video, whole = list(pixels), FRAMES * SIDE * SIDE
    if len(video) != whole:
        raise ValueError(
            f"a video has {FRAMES} frames of {SIDE} × {SIDE} pixels, {whole:,} in all; {len(video):,} were given"
        )
    if all(pixel == PAPER for pixel in video):
        raise ValueError(f"this video is empty: no pixel of its {FRAMES} frames has ink")


def by_lot(draws: random.Random) -> Film:
    """Sample a video of two events: what happens, how long, and where the empty frames go."""
    lasts = draws.randint(3, 5), draws.randint(3, 5)
    cuts = sorted(draws.randint(0, FRAMES - sum(lasts)) for _ in lasts)
    events = []
    for begins, last in zip((cuts[0], cuts[1] + lasts[0]), lasts, strict=True):
        looks = draws.choice(tuple(COLOURS)), draws.choice(SHAPES)
        x, y = draws.uniform(11, 17), draws.uniform(11, 17)
        thing = Thing(*looks, x, y, draws.uniform(4.0, 5.0))
        events.append(Event(thing, draws.choice(tuple(DOES)), begins, last))
    return film(events)


def films(count: int, draws: random.Random) -> dict[tuple[str, ...], Film]:
    """Generate `count` different videos."""
    made: dict[tuple[str, ...], Film] = {}
    while len(made) < count:
        example = by_lot(draws)
        made[example.source] = example
    return made


@dataclass(frozen=True)
class Films(Drawings):
    """A task whose texts are videos: 12 images, one below the other."""

    family = "film_captioner"

    @property
    def target_words(self) -> tuple[str, ...]:
        does = [word for words in DOES for word in words.split()]
        return tuple(sorted({"a", THEN, *COLOURS, *SHAPES, *does}))


def _split(seed: int) -> Split:
    draws = random.Random(seed)
    made = films(TRAINED, draws)
    fresh = films(HELD_OUT, draws)
    return tuple(made.values()), tuple(e for source, e in fresh.items() if source not in made)


def build(seed: int = 0) -> Films:
    first = Event(Thing("red", "circle"), "moves left", 1)
    shown = film((first, Event(Thing("blue", "square"), "grows", 6)))
    return Films("films", "Films → captions", (as_text(shown.source),), partial(_split, seed))
