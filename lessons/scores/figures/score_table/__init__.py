"""A query, some keys, and a score function: the scores, the weights and the mixture, at any temperature.

It shows the seven scores on given numbers, or a small dictionary. The numbers passed the probes of
`lessons/scores/measure/score_zoo.py`, or come from `lessons/scores/measure/soft_lookup.py`.
"""

from collections.abc import Mapping

import numpy as np
import torch

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import visible
from lessons.figures.panels import by, choice, column, picture, reveals_answer, table, text
from lessons.scores.figures.score_table import words as say
from lessons.scores.figures.score_table.arithmetic import TERMS, vector
from lessons.scores.measure import score_zoo as zoo
from lessons.scores.measure.soft_lookup import letter_vectors, lookup_weights, soft_lookup

TEMPERATURES = tuple(float(f"{10 ** (n / 10):.2g}") for n in range(-15, 16))  # 0.032 … 1 … 32
LOOKUP = "lessons.scores.measure.soft_lookup"


def score_table() -> Figure:
    """Return the figure of the seven scores."""
    arrays, ways = {}, {}
    rows = [f"x{'₁₂₃₄'[n]}" for n in range(len(zoo.items))]
    for name, way in zoo.WAYS.items():
        traces = [zoo.record_steps(name, temperature) for temperature in TEMPERATURES]
        scores = zoo.record_steps(name).one("scaled")[0]  # at temperature 1
        arrays[f"{name}.scores"] = Array(scores.numpy(), "key", "scaled", labels={"key": rows})
        for probe, axes in (("weights", "temperature key"), ("head_output", "temperature d_v")):
            values = np.stack([trace.one(probe)[0].numpy() for trace in traces])
            arrays[f"{name}.{probe}"] = Array(values, axes, probe, labels={"key": rows})
        ways[name] = say.SCORES[name] | {
            "query": vector(way.query[0]),
            "keys": [vector(key) for key in way.keys],
            "terms": TERMS[name](way),
            "values": [vector(item) for item in zoo.items],
        }
    return _figure(say.TITLE, say.ZOO, rows, ways, arrays, "dot", digits=3)


def dictionary(entries: Mapping[str, float], query_word: str) -> Figure:
    """Return the figure of the soft lookup of `query_word` in a dictionary; words are compared by their letters."""
    query, key = letter_vectors([query_word]), letter_vectors([*entries])
    value = torch.tensor([[float(number)] for number in entries.values()])  # (key, 1)
    weights = torch.cat([lookup_weights(query, key, t) for t in TEMPERATURES])
    mixtures = torch.cat([soft_lookup(query, key, value, t) for t in TEMPERATURES])
    named = {"key": [*entries]}
    arrays = {
        f"lookup.{name}": Array(values.numpy(), axes, "letters", f"{LOOKUP}.{function}", named)
        for name, axes, function, values in (
            ("scores", "key", "letter_vectors", (query @ key.mT)[0]),
            ("weights", "temperature key", "lookup_weights", weights),
            ("head_output", "temperature d_v", "soft_lookup", mixtures),
        )
    }
    shown = visible(query_word, 24)
    way = say.LOOKUP | {
        "query": f"“{shown}”",
        "keys": [f"“{name}”" for name in entries],
        "terms": [say.SHARED.format(letters=_shared(query_word, name)) for name in entries],
        "values": [f"{number:g}" for number in entries.values()],
    }
    title = say.DICTIONARY.format(asked=shown)
    return _figure(
        title, say.DICTIONARY_WORDS, [*entries], {"lookup": way}, arrays, "lookup", digits=1
    )


def _shared(query_word: str, name: str) -> str:
    """Return the letters in common, for display; "none" if there are none."""
    return " ".join(sorted(set(query_word.lower()) & set(name.lower()))) or say.NONE


def _figure(
    title: str, words: dict, rows: list[str], ways: dict, arrays: dict, opens: str, digits: int
) -> Figure:
    heat = {TEMPERATURES[0]: say.COLD, 1.0: say.ONE, TEMPERATURES[-1]: say.WARM}
    choices = [
        choice("way", say.WAY, [way["button"] for way in ways.values()], values=[*ways], keys="↑↓", opens=opens),
        choice(
            "temperature", say.TEMPERATURE, [{"label": f"{t:g}", "note": heat.get(t, "")} for t in TEMPERATURES],
            values=TEMPERATURES, numbered=True, control="slider", keys="←→", opens=1.0,
        ),
    ]  # fmt: skip

    def each(name: str) -> dict:
        return by("way", [way[name] for way in ways.values()])

    hot = by("temperature", [temperature >= 1 for temperature in TEMPERATURES])
    columns = [
        column(words["key"], each("keys"), hue="key"),
        column(words["terms"], each("terms"), hue="soft"),
        column(say.SCORE, "{way}.scores[:]:3"),
        reveals_answer(column(say.WEIGHT, "{way}.weights[temperature, :]:3", bar=True), hot),
        column(words["value"], each("values"), hue="value"),
    ]
    panels = [
        text(each("formula"), "formula"),
        text(each("about"), "told"),
        text(by("way", [say.NEEDS.format(**way) for way in ways.values()]), "label", hue="query"),
        table(
            words["item"],
            [visible(row) for row in rows],
            columns,
            best="{way}.weights[temperature, :]",
        ),
        reveals_answer(
            text(words["output"], "output", output=f"{{way}}.head_output[temperature, :]:{digits}"),
            hot,
        ),
        text(words["cited"], "caption"),
    ]
    return picture("score_table", title, choices, panels, arrays)
