"""Decoding as it happens: step by step what goes in, where it looks, and the words that could come next.

Beside it the same sentence with the right words given, as in training. Measured in
`transformer/measure/decoding/writing.py`.
"""

from collections.abc import Sequence
from typing import Any

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels, short, visible
from lessons.figures.writing import words as say
from lessons.kit.reading import Reading, reading_of
from transformer.measure.decoding.writing import looks, mistakes, side_by_side, ways
from transformer.vocabulary import END
from transformer.weights import Trained

MOST_WORDS = 64
MEAN = "transformer.measure.decoding.writing.looks"
ROWS = "transformer.measure.decoding.writing.side_by_side"
SHARES = "transformer.measure.architecture.candidates"


def writing(trained: Trained, text: str | Reading, right: Sequence[str] = ()) -> Figure:
    """A model writes its answer to a sentence; `right` is the known one, where there is one.

    Raises ValueError for an empty or too long sentence.
    """
    reading = reading_of(trained, text, MOST_WORDS)
    vocabulary, arrays, notes = trained.target_vocabulary, {}, []
    wanted = vocabulary.encode(right) if right else None
    both = ways(trained, reading.ids, wanted)

    def named(tokens: Sequence[int]) -> list[str]:
        return [short(vocabulary.words[token]) for token in tokens]

    sentence = labels(reading.words, reading.is_unknown)
    for one in both:
        read = labels(named(one.read))
        arrays[f"{one.name}.shares"] = Array(
            one.shares.numpy(), "step candidate", "logits", SHARES, {"step": read}
        )
        for kind, columns in (("self", "target"), ("cross", "source")):
            if found := looks(trained, one, "target", columns):
                probe, weights = found
                where = {"step": read, "word": read if kind == "self" else sentence}
                arrays[f"{one.name}.{kind}"] = Array(
                    weights.numpy(), "step word", probe, MEAN, where
                )
            elif one is both[0]:
                notes.append(say.NO_PROBE.format(what=f"the weights of {kind}-attention"))
        layer = (
            arrays[f"{one.name}.cross"].probe.removesuffix(".weights")
            if f"{one.name}.cross" in arrays
            else ""
        )
        for kind, axis in (("query", "step"), ("key", "word")):
            if layer and (value := side_by_side(one, f"{layer}.{kind}")) is not None:
                arrays[f"{one.name}.{kind}"] = Array(
                    value.numpy(), f"{axis} d_k", f"{layer}.{kind}", ROWS
                )
    header = {
        "title": say.TITLE.format(sentence=" ".join(map(visible, reading.words))),
        "model": trained.name,
        "sentence": sentence,
        "ways": [
            {
                "name": one.name, "button": say.WAYS[one.name][0], "says": say.WAYS[one.name][1],
                "read": [label["label"] for label in labels(named(one.read))],
                "said": named(one.said), "candidates": [named(row) for row in one.words.tolist()],
                "wrong": mistakes(one.said, [*wanted, END]) if wanted else None,
            }
            for one in both
        ],
        "right": named([*wanted, END]) if wanted else [],
        "notes": notes if wanted else [*notes, say.NO_RIGHT],
        "vocabulary": len(vocabulary),
        "words": {**say.WORDS, "source": say.WORDS["source"].format(model=trained.name)},
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"way": both[0].name, "step": 1},
    }  # fmt: skip
    return Figure("writing", header, arrays)


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check the way and the step, counted from 1 as on screen."""
    found = {way["name"]: len(way["read"]) for way in figure.header["ways"]}
    if start["way"] not in found:
        raise ValueError(f"way must be one of {', '.join(found)}, got {start['way']!r}")
    most, step = found[start["way"]], start["step"]
    if type(step) is not int or not 1 <= step <= most:
        raise ValueError(f"step must be a whole number from 1 to {most}, got {step!r}")
    return start
