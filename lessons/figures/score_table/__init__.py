"""A query, some keys, and a way to score: the scores, the weights and the mixture, at any temperature.

Made of the seven scores on given numbers, or of a small dictionary. The numbers passed the probes of
`transformer/measure/attention/score_zoo.py`, or came from `transformer/measure/attention/soft_lookup.py`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import visible
from lessons.figures.score_table import words as say
from lessons.figures.score_table.arithmetic import TERMS, vector
from transformer.measure.attention import score_zoo as zoo
from transformer.measure.attention.soft_lookup import letters, lookup_weights, soft_lookup

TEMPERATURES = tuple(float(f"{10 ** (n / 10):.2g}") for n in range(-15, 16))  # 0.032 … 1 … 32
LOOKUP = "transformer.measure.attention.soft_lookup"


def score_table() -> Figure:
    """The seven scores."""
    arrays, ways = {}, []
    rows = [f"x{'₁₂₃₄'[n]}" for n in range(len(zoo.items))]
    for name, way in zoo.WAYS.items():
        traces = [zoo.traced(name, temperature) for temperature in TEMPERATURES]
        scores = zoo.traced(name).one("scaled")[0]  # at temperature 1
        arrays[f"{name}.scores"] = Array(scores.numpy(), "key", "scaled", labels={"key": rows})
        for probe, axes in (("weights", "temperature key"), ("head_output", "temperature d_v")):
            values = np.stack([trace.one(probe)[0].numpy() for trace in traces])
            arrays[f"{name}.{probe}"] = Array(values, axes, probe, labels={"key": rows})
        ways.append(
            say.SCORES[name]
            | {
                "name": name,
                "query": vector(way.query[0]),
                "keys": [vector(key) for key in way.keys],
            }
            | {"terms": TERMS[name](way), "values": [vector(item) for item in zoo.items]}
        )
    return _figure(say.TITLE, say.ZOO, rows, ways, arrays, [*zoo.WAYS].index("dot"))


def dictionary(entries: Mapping[str, float], asked: str) -> Figure:
    """A soft lookup of `asked` in a dictionary; words are compared by their letters."""
    query, key = letters([asked]), letters([*entries])
    value = torch.tensor([[float(number)] for number in entries.values()])  # (key, 1)
    weights = torch.cat([lookup_weights(query, key, t) for t in TEMPERATURES])
    mixtures = torch.cat([soft_lookup(query, key, value, t) for t in TEMPERATURES])
    letter = f"{LOOKUP}.letters"
    named = {"key": [*entries]}
    arrays = {
        "lookup.scores": Array((query @ key.mT)[0].numpy(), "key", "letters", letter, named),
        "lookup.weights": Array(
            weights.numpy(), "temperature key", "letters", f"{LOOKUP}.lookup_weights", named
        ),
        "lookup.head_output": Array(
            mixtures.numpy(), "temperature d_v", "letters", f"{LOOKUP}.soft_lookup"
        ),
    }
    shown = visible(asked, 24)
    way = say.LOOKUP | {
        "name": "lookup",
        "query": f"“{shown}”",
        "keys": [f"“{name}”" for name in entries],
        "terms": [say.SHARED.format(letters=_shared(asked, name)) for name in entries],
        "values": [f"{number:g}" for number in entries.values()],
    }
    return _figure(
        say.DICTIONARY.format(asked=shown), say.DICTIONARY_WORDS, [*entries], [way], arrays, 0
    )


def _shared(asked: str, name: str) -> str:
    """The letters that both have, for people to see; "none" where there are none."""
    return " ".join(sorted(set(asked.lower()) & set(name.lower()))) or say.NONE


def _figure(
    title: str, words: dict, rows: list[str], ways: list, arrays: dict, opens: int
) -> Figure:
    header = {
        "title": title,
        "rows": [visible(row) for row in rows],
        "ways": ways,
        "temperatures": TEMPERATURES,
        "words": words,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"way": ways[opens]["name"], "temperature": 1.0, "row": 1},
    }
    header["temperatures"] = list(TEMPERATURES)
    return Figure("score_table", header, arrays)


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check the way by its name, the temperature, and the row, counted from 1."""
    names, rows = [way["name"] for way in figure.header["ways"]], len(figure.header["rows"])
    if start["way"] not in names:
        raise ValueError(f"way must be one of {', '.join(names)}, got {start['way']!r}")
    if start["temperature"] not in TEMPERATURES:
        listed = ", ".join(f"{t:g}" for t in TEMPERATURES)
        raise ValueError(f"temperature must be one of {listed}, got {start['temperature']!r}")
    if type(start["row"]) is not int or not 1 <= start["row"] <= rows:
        raise ValueError(f"row must be a whole number from 1 to {rows}, got {start['row']!r}")
    return start
