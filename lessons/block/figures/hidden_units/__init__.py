"""The hidden units of a feed-forward layer: which fire at each word of a sentence, and at which held-out
words each unit fires most."""

import numpy as np

from lessons.block.figures.hidden_units import words as say
from lessons.block.measure import hidden_units as measure
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import short, side_labels
from lessons.figures.kit.numbers import number
from lessons.figures.panels import (
    bars,
    by,
    choice,
    matrix,
    over,
    picture,
    ranked,
    reveals_answer,
    side,
)
from lessons.figures.panels import text as text_panel
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.weights import Trained

MOST_WORDS = 64
TOP = 8  # words listed for each unit
UNITS, MOVED = (
    f"lessons.block.measure.hidden_units.{name}" for name in ("units", "change_elsewhere")
)


def hidden_units(
    trained: Trained, text: str | EncodedText, units_of: dict[str, measure.Units]
) -> Figure:
    """Build the figure of one pass over a sentence. `found`: the results of
    `lessons.block.measure.hidden_units.all_units` on the held-out sentences, by layer path."""
    reading = encoded_text(trained, text, MOST_WORDS)
    fires, answer = measure.hidden_values(trained, reading.ids)
    sides = side_labels(answer.side_labels, reading)
    arrays: dict[str, Array] = {}
    layers = []
    for layer in measure.feed_forwards(trained.model):
        path, probe, units = layer.path, f"{layer.path}.hidden", units_of[layer.path]
        stands = trained.family.side(path)
        named = {"position": sides[stands]}
        arrays[probe] = Array(fires[path].numpy(), "position unit", probe, labels=named)
        top = units.strength.topk(min(TOP, units.strength.shape[1]))
        met = units.counts[top.indices].float()  # (unit, candidate): how often that word occurs
        above = (
            units.fires.gather(1, top.indices) * met
        ).round()  # and how often the unit was above 0
        for name, value in (("strength", top.values), ("above", above), ("met", met)):
            arrays[f"{path}.{name}"] = Array(value.numpy(), "unit candidate", probe, UNITS)
        vocabulary = trained.target_vocabulary if stands == "target" else trained.source_vocabulary
        words = np.array([short(vocabulary.words[k]) for k in units.words.tolist()], object)[
            top.indices
        ]
        fire = [row[strength > 0].tolist() for row, strength in zip(words, top.values.numpy(), strict=True)]  # fmt: skip
        moved = measure.change_elsewhere(trained, reading.ids, layer)
        values = np.array(list(moved.values()), np.float32)
        arrays[f"{path}.elsewhere"] = Array(values, "function", probe, MOVED)
        layers.append(_layer(layer, units, sides[stands], fire, moved))
    return _figure(trained, reading, fires, layers, arrays)


def _layer(layer, units, read: list, fire: list[list[str]], moved: dict[str, float]) -> dict:
    """Write the text of one layer. `fire`: for each unit, the words at which it fires, strongest first."""
    gaps = {"units": len(fire), "places": int(units.counts.sum()), "silent": units.silent()}
    forward, attention = (number(value, 2) if value else "0" for value in moved.values())
    return {
        "path": layer.path,
        "title": say.LAYER.format(stack=say.STACKS[layer.stack], number=layer.number),
        "read": read,
        "fire": fire,
        "tells": say.TELLS.format(**gaps),
        "here": [say.HERE if words else say.SILENT.format(**gaps) for words in fire],
        "most": [say.MOST.format(words=", ".join(words)) if words else "" for words in fire],
        "counts": say.COUNTS.format(active=f"{100 * units.active:.0f}", **gaps),
        "elsewhere": say.ELSEWHERE.format(forward=forward, attention=attention) if len(read) > 1 else say.SINGLE,
    }  # fmt: skip


def _figure(
    trained: Trained, reading: EncodedText, fires, layers: list[dict], arrays: dict
) -> Figure:
    seen = fires[layers[0]["path"]]  # (position, unit)
    word = min(1, len(seen) - 1)

    each = over("layer", layers)
    rows = each(lambda layer: layer["read"])
    units = each(lambda layer: [str(k + 1) for k in range(len(layer["fire"]))])
    choices = [
        choice("layer", say.FORWARD, [layer["title"] for layer in layers], paths=[layer["path"] for layer in layers], keys="l"),
        choice("word", say.WORD, rows, control="", keys="↑↓", opens=word + 1),
        choice("unit", say.UNITS, units, control=ranked("{layer}.hidden[word, :]", say.RANKED), keys="←→",
               opens=1 + int(seen[word].argmax())),
    ]  # fmt: skip
    panels = [
        text_panel(each(lambda layer: layer["tells"]), "label off-stage"),
        reveals_answer(matrix("{layer}.hidden[:, :]", rows, choose=("word", "unit"))),
        text_panel(each(lambda layer: by("unit", layer["most"]))),
        reveals_answer(text_panel(each(lambda layer: layer["counts"]))),
        text_panel(each(lambda layer: layer["elsewhere"])),
        side(
            say.UNIT, say.WORD_IS,
            text_panel(each(lambda layer: by("unit", layer["here"])), value="{layer}.hidden[word, unit]:2"),
            bars(
                "{layer}.strength[unit, :]", each(lambda layer: by("unit", layer["fire"])), title=say.WORDS, printed=say.PRINT,
                mean="{layer}.strength[unit, :]:2", above="{layer}.above[unit, :]:0", met="{layer}.met[unit, :]:0",
            ),
        ),
    ]  # fmt: skip
    title = say.TITLE.format(sentence=" ".join(reading.words))
    return picture(
        "hidden_units", title, choices, panels, arrays, say.ORIGIN.format(model=trained.name)
    )
