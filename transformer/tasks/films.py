"""Films: 12 frames of 28 × 28 pixels → what happens on them, "a red circle moves left then a blue square grows".

A film is the text of its frames, one after another, each as `drawings.py` draws it. Two events follow each other,
and a thing is seen only while its event lasts: so it is known on which frames each of them happens.
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
LASTS = 4  # frames, where nothing else is said; those for training last 3 to 5
# What a thing does → how far it goes across and down, in pixels, and how much its radius grows.
DOES = {
    "moves left": (-11.0, 0.0, 0.0),
    "moves right": (11.0, 0.0, 0.0),
    "moves up": (0.0, -11.0, 0.0),
    "moves down": (0.0, 11.0, 0.0),
    "grows": (0.0, 0.0, 4.0),
    "shrinks": (0.0, 0.0, -4.0),
}
TRAINED, HELD_OUT = 2000, 400  # films
THEN = "then"


@dataclass(frozen=True)
class Event:
    """A thing does something, from frame `begins` on, counted from 0. `thing`: as it is in the middle of that."""

    thing: Thing
    does: str
    begins: int
    lasts: int = LASTS

    @property
    def frames(self) -> range:
        return range(self.begins, self.begins + self.lasts)

    def at(self, frame: int) -> Thing:
        """The thing on one of these frames: it goes half of its way before the middle, and half after it."""
        share = (frame - self.begins) / (self.lasts - 1) - 0.5
        across, down, more = (share * change for change in DOES[self.does])
        one = self.thing
        return Thing(one.colour, one.shape, one.x + across, one.y + down, one.radius + more)


@dataclass(frozen=True)
class Film(Example):
    """A film whose events are known."""

    events: tuple[Event, ...] = ()


def film(events: Sequence[Event]) -> Film:
    """Raises `ValueError` for events that cannot be told one after the other."""
    if said := cannot(events):
        raise ValueError(said)
    first, second = (("a", e.thing.colour, e.thing.shape, *e.does.split()) for e in events)
    return Film(frames(events), (*first, THEN, *second), (), events=tuple(events))


def frames(events: Sequence[Event]) -> tuple[str, ...]:
    """The words of a film, frame after frame, of whatever events: 9,408 pixels."""
    pixels: list[str] = []
    for frame in range(FRAMES):
        pixels += draw(event.at(frame) for event in events if frame in event.frames)
    return tuple(pixels)


def cannot(events: Sequence[Event]) -> str:
    """Why these events make no film; "" where they do."""
    if len(events) != 2:
        count = f"{'is' if len(events) == 1 else 'are'} {len(events) or 'none'}"
        return f"a film of this task tells two events, one after the other; here {count}"
    first, second = events
    if second.begins < first.begins:
        return (
            f"the second event begins on frame {second.begins + 1}, before the first, which begins on frame "
            f"{first.begins + 1}: let it begin after that one has ended"
        )
    if second.begins < first.frames.stop:
        return (
            f"the events overlap: the first lasts until frame {first.frames.stop}, and the second begins on frame "
            f"{second.begins + 1}. Let it begin on frame {first.frames.stop + 1} or later"
        )
    if first.begins < 0 or second.frames.stop > FRAMES:
        return (
            f"a film has {FRAMES} frames; the second event would last until frame {second.frames.stop}. Let it begin "
            f"on frame {FRAMES - second.lasts + 1} or before"
        )
    return ""


def refuse(pixels: Iterable[str]) -> None:
    """Raises `ValueError` for what is no film, or shows nothing."""
    given, whole = list(pixels), FRAMES * SIDE * SIDE
    if len(given) != whole:
        raise ValueError(
            f"a film has {FRAMES} frames of {SIDE} × {SIDE} pixels, {whole:,} in all; here are {len(given):,}"
        )
    if all(pixel == PAPER for pixel in given):
        raise ValueError(f"nothing happens in this film: no pixel of its {FRAMES} frames has ink")


def by_lot(draws: random.Random) -> Film:
    """A film of two events: what, how long, and where the frames that are left over go."""
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
    """So many different films."""
    made: dict[tuple[str, ...], Film] = {}
    while len(made) < count:
        one = by_lot(draws)
        made[one.source] = one
    return made


@dataclass(frozen=True)
class Films(Drawings):
    """A task whose texts are films: 12 pictures, one below the other."""

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
