"""One query among the keys of its head: drag it and see what it attends to and what it receives.

During a drag, the browser computes weights and output from the plane's numbers; on release,
the model runs with the moved query (`lessons/scores/measure/query_plane.py`).
"""

import math
from collections.abc import Sequence
from typing import Any

from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.scores.figures.query_plane import words as say
from lessons.scores.measure.query_plane import Plane, move_query
from transformer.measure.attention.touch import Row
from transformer.weights import Trained

MEASURE = "lessons.scores.measure.query_plane"
FARTHEST = 1e3  # reject a position beyond this: no drag reaches it


def query_plane(
    trained: Trained,
    ids: Sequence[int],
    at: Row,
    seen: Plane,
    labels: Sequence[dict],
    who: str,
    place: Any = None,
) -> Figure:
    """Return the plane of `seen`, with the query at `place`, (x, y), or at the model's own position.

    `labels` belong to the columns; `who` is the word that attends. Raises `ValueError` if a place is
    not two numbers.
    """
    start = [round(float(x), 2) for x in seen.coordinates]
    place = start if place is None else validate_coordinates(place)
    result = move_query(trained, ids, at, seen, place)
    before, now = seen.answer.words, result.words
    probe = {name: f"{at.path}.{name}" for name in ("key", "value", "weights", "head_output")}
    named = {"key": labels}
    arrays = {
        "keys": Array(seen.keys.numpy(), "key axis", probe["key"], f"{MEASURE}.plane", named),
        "values": Array(seen.values.numpy(), "key axis", probe["value"], f"{MEASURE}.plane", named),
        "base": Array(seen.base.numpy(), "key", probe["key"], f"{MEASURE}.plane"),
        "slopes": Array(seen.slopes.numpy(), "key axis", probe["key"], f"{MEASURE}.plane"),
        "allowed": Array(
            seen.allowed.float().numpy(), "key", f"{at.path}.masked", f"{MEASURE}.plane"
        ),
        "weights": Array(result.weights.numpy(), "key", probe["weights"], labels=named),
        "output": Array(
            result.output.float().numpy(), "axis", probe["head_output"], f"{MEASURE}.move_query"
        ),
    }
    header = {
        "title": say.TITLE.format(who=who),
        "labels": list(labels),
        "who": who,
        "head": say.HEAD.format(path=at.path, head=at.head + 1, row=at.row + 1),
        "place": place,
        "model_place": start,
        "before": trained.task.join(before),
        "after": trained.task.join(now),
        "same": before == now,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(),
    }
    return Figure("query_plane", header, arrays)


def validate_coordinates(place: Any) -> list[float]:
    """Return two numbers from a browser, or raise `ValueError`."""
    pair = place if isinstance(place, list | tuple) else ()
    fine = len(pair) == 2 and all(type(x) in (int, float) and math.isfinite(x) for x in pair)
    if not fine or max(map(abs, pair)) > FARTHEST:
        raise ValueError(
            f"a position in the plane must be two numbers, x and y, got {str(place)[:60]}"
        )
    return [float(x) for x in pair]
