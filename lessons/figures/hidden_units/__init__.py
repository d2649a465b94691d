"""The hidden units of a feed-forward layer: which of them fire at each word of a sentence, and at which
words of the held-out sentences each one fires most."""

from typing import Any

import numpy as np

from lessons.figures.hidden_units import words as say
from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import short, side_labels
from lessons.kit.reading import Reading, reading_of
from transformer.measure.stream import hidden_units as measure
from transformer.weights import Trained

MOST_WORDS = 64
TOP = 8  # words that are named of each unit
UNITS, MOVED = (
    f"transformer.measure.stream.hidden_units.{name}" for name in ("units", "elsewhere")
)


def hidden_units(trained: Trained, text: str | Reading, found: dict[str, measure.Units]) -> Figure:
    """One pass over a sentence. `found`: for each layer by its path what its units do on the held-out
    sentences, as `transformer.measure.stream.hidden_units.all_units` gives them."""
    reading = reading_of(trained, text, MOST_WORDS)
    fires, answer = measure.fired(trained, reading.ids)
    sides = side_labels(answer.sides, reading)
    arrays: dict[str, Array] = {}
    layers = []
    for layer in measure.feed_forwards(trained.model):
        path, probe, units = layer.path, f"{layer.path}.hidden", found[layer.path]
        side = trained.family.side(path)
        named = {"position": sides[side]}
        arrays[f"{path}.hidden"] = Array(fires[path].numpy(), "position unit", probe, labels=named)
        top = units.strength.topk(min(TOP, units.strength.shape[1]))
        met = units.counts[top.indices].float()  # (unit, candidate): how often that word was met
        above = (units.fires.gather(1, top.indices) * met).round()  # and how often it was above 0
        for name, value in (("strength", top.values), ("above", above), ("met", met)):
            arrays[f"{path}.{name}"] = Array(value.numpy(), "unit candidate", probe, UNITS)
        both = trained.source_vocabulary, trained.target_vocabulary
        words = [short(both[side == "target"].words[k]) for k in units.words.tolist()]
        moved = measure.elsewhere(trained, reading.ids, layer)
        values = np.array(list(moved.values()), np.float32)
        arrays[f"{path}.elsewhere"] = Array(values, "function", probe, MOVED)
        layers.append(
            {
                "path": path,
                "title": say.LAYER.format(stack=say.STACKS[layer.stack], number=layer.number),
                "read": sides[side],
                "named": [[words[k] for k in unit] for unit in top.indices.tolist()],
                "silent": units.silent(),
                "units": len(met),
                "active": units.active,
                "places": int(units.counts.sum()),
                "moved": moved,
            }
        )
    seen = fires[layers[0]["path"]]  # (position, unit)
    word = min(1, len(seen) - 1)
    header = {
        "title": say.TITLE.format(sentence=" ".join(reading.words)),
        "layers": layers,
        "model": trained.name,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"layer": 1, "word": word + 1, "unit": 1 + int(seen[word].argmax())},
    }
    return Figure("hidden_units", header, arrays)


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check layer, word and unit, counted from 1 as on screen."""
    layers = figure.header["layers"]
    _within("layer", start, len(layers))
    layer = layers[start["layer"] - 1]
    _within("word", start, len(layer["read"]))
    _within("unit", start, layer["units"])
    return start


def _within(name: str, start: dict[str, Any], most: int) -> None:
    if type(start[name]) is not int or not 1 <= start[name] <= most:
        raise ValueError(f"{name} must be a whole number from 1 to {most}, got {start[name]!r}")
