"""Every head of a model at a glance: its map of one sentence, and the name that many sentences give it.

The small maps are one recorded forward pass; the names and scores come from `head_roles`, over held-out
sentences, so that no single picture decides what a head is for.
"""

from typing import Any

import numpy as np

from lessons.figures.head_grid import words as say
from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import side_labels
from lessons.kit.reading import Reading, reading_of
from transformer.measure.answer import answer
from transformer.measure.attention.head_roles import THRESHOLD, Roles
from transformer.weights import Trained

MOST_WORDS = 64
SCORED = "transformer.measure.attention.head_roles.head_roles"


def head_grid(trained: Trained, roles: Roles, text: str | Reading) -> Figure:
    """The heads of a model on one sentence, with what `head_roles` measured of them."""
    reading = reading_of(trained, text, MOST_WORDS)
    found = answer(trained, reading.ids)
    sides = side_labels(found.sides, reading)
    arrays, rows = {}, []
    for drawn in trained.family.maps:
        try:
            paths = drawn.layers(trained.model)
        except ValueError:  # `roles.missing` says which probe is not there
            continue
        for number, path in enumerate(paths):
            probe = f"{path}.weights"
            weights = drawn.weights(found.trace, path)[0]  # (head, row, column)
            named = {"row": sides[drawn.rows], "column": sides[drawn.columns]}
            arrays[probe] = Array(weights.numpy(), "head row column", probe, labels=named)
            heads = [h for h in roles.heads if (h.map, h.layer) == (drawn.name, number)]
            names = list(roles.baseline.get(drawn.name, {}))
            scores = [[head.scores[name] for name in names] for head in heads]
            if names:
                values = np.array(scores, np.float32)
                arrays[f"{path}.scores"] = Array(values, "head pattern", probe, SCORED)
            line = found.trace.lines[probe]
            rows.append(
                {
                    "path": path,
                    "title": say.layer(drawn.name, number, len(paths)),
                    "rows": sides[drawn.rows],
                    "columns": sides[drawn.columns],
                    "labels": [head.label for head in heads],
                    "best": [head.best for head in heads],
                    "patterns": [
                        {
                            "name": n,
                            "chance": roles.baseline[drawn.name][n],
                            "rows": roles.rows[drawn.name][n],
                        }
                        for n in names
                    ],
                    "line": f"{line.file}:{line.number}",
                }
            )
    named = sum(bool(label) for row in rows for label in row["labels"])
    total = sum(len(row["labels"]) for row in rows)
    header = {
        "title": say.TITLE.format(model=trained.name),
        "rows": rows,
        "missing": roles.missing,
        "threshold": THRESHOLD,
        "patterns": say.PATTERNS,
        "words": say.WORDS
        | {"count": say.COUNT.format(named=named, total=total, n=roles.sentences)},
        "model": trained.name,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": _opens(rows),
    }
    return Figure("head_grid", header, arrays)


def _opens(rows: list[dict[str, Any]]) -> dict[str, int]:
    """The first head that has a name, counted from 1; else the first of all."""
    named = ((n, h) for n, row in enumerate(rows) for h, label in enumerate(row["labels"]) if label)
    layer, head = next(named, (0, 0))
    return {"layer": layer + 1, "head": head + 1}


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check a place: the layer as it is counted down the picture, and the head, both from 1."""
    rows = figure.header["rows"]
    for name, count in (
        ("layer", lambda: len(rows)),
        ("head", lambda: len(rows[start["layer"] - 1]["labels"])),
    ):
        if type(start[name]) is not int or not 1 <= start[name] <= count():
            raise ValueError(
                f"{name} must be a whole number from 1 to {count()}, got {start[name]!r}"
            )
    return start
