"""The words as a chart: marks on two axes or on three, what leads to the chosen word, and the names that fit."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.figures.embedding_map import words as say
from lessons.figures.kit import chart

FORMS = {"m": "square", "f": "triangle-up", "": "circle"}  # by gender
FORMS_3D = {"m": "square", "f": "diamond", "": "circle"}  # Plotly has no triangle in space
HIGH = 560  # pixels
NAMED, STRIDE = 34, 97  # most names without a choice; they are taken here and there over the list
LETTER, LINE = 7.5, 17  # pixels of a letter, of a line
FIELD = (760, 470)  # pixels that a picture has at least


def map_chart(header: dict[str, Any], points: np.ndarray, share: np.ndarray) -> dict[str, Any]:
    """One table in two views; `points` (word, 3)."""
    views = []
    for view, axes in (("2d", "xy"), ("3d", "xyz")):
        at = {name: f"points[:, {k}]" for k, name in enumerate(axes)}
        chosen = {name: f"points[word, {k}]" for k, name in enumerate(axes)}
        near = {name: f"points[near[word, :], {k}]" for k, name in enumerate(axes)}
        look = {"when": {"view": view}, "reads": "closest"} | (
            {"z": axis_of(header, share, 2)} if view == "3d" else {}
        )
        traces = [
            *marks(header, at, forms=FORMS if view == "2d" else FORMS_3D, picks=range(len(points))),
            names(header, at, free(points[:, :2], header["points"], ()), lacks="word"),
            *([] if "z" in at else [names(header, at, [one["row"] for one in header["sentence"] if one["row"] is not None], ink="ink")]),
            *to_neighbours(header, chosen, near, "near[word, :]"),
        ]  # fmt: skip
        views.append(
            chart.panel(
                "",
                axis_of(header, share, 0),
                axis_of(header, share, 1) | {"square": True},
                traces,
                **look,
            )
        )
    moves = [
        chart.move("view", say.WORDS["views"], list(say.VIEWS), list(say.VIEWS.values()), control="segment"),
        chart.move("word", "", range(len(points)), optional=True),
    ]  # fmt: skip
    return chart.chart(views, moves, height=HIGH, redraws=("view",), picks="word")


def film_chart(header: dict[str, Any], points: np.ndarray) -> dict[str, Any]:
    """The table through training; `points` (frame, word, 2)."""
    at = {"x": "points[frame, :, 0]", "y": "points[frame, :, 1]"}
    chosen = {"x": "points[frame, word, 0]", "y": "points[frame, word, 1]"}
    near = {name: f"points[frame, near[frame, word, :], {k}]" for k, name in enumerate("xy")}
    last = free(points[-1], header["points"], ())
    trail = chart.trace(
        "points[:frame, word, 1]", "points[:frame, word, 0]", wide=1.5, needs="word", quiet=True
    )
    traces = [
        *marks(header, at, forms=FORMS, picks=range(points.shape[1])), names(header, at, last, lacks="word"),
        trail, *to_neighbours(header, chosen, near, ""),
    ]  # fmt: skip
    low, high = points.min((0, 1)) * 1.08, points.max((0, 1)) * 1.08
    axes = [
        chart.axis(say.AXIS_ONLY.format(number=k + 1), float(low[k]), float(high[k]), bare=True)
        for k in (0, 1)
    ]
    axes[1]["square"] = True
    steps = [say.WORDS["step"].format(step=step) for step in header["steps"]]
    moves = [
        chart.move("frame", say.WORDS["frame"], range(1, len(points) + 1), steps),
        chart.move("word", "", range(points.shape[1]), optional=True),
    ]
    panel = chart.panel("", *axes, traces, reads="closest")
    return chart.chart([panel], moves, height=HIGH + 70, film="frame", picks="word")


def pairs_chart(
    header: dict[str, Any], points: np.ndarray, share: np.ndarray, pairs: np.ndarray
) -> dict[str, Any]:
    """An arrow for each pair of words (pair, 2), drawn as a line that ends with a head."""
    at = {"x": "points[:, 0]", "y": "points[:, 1]"}
    arrows = []
    for right, colour, dash in ((True, "hatch", ""), (False, "negative", "dash")):
        rows = [
            row
            for k, pair in enumerate(pairs)
            if header["pairs"][k]["right"] == right
            for row in (*map(int, pair), -1)
        ]
        heads = {"symbols": "arrow", "dots": [0, 9, 0] * (len(rows) // 3), "turns": True}
        arrows.append(
            chart.trace(
                at["y"], at["x"], colour=colour, dash=dash, wide=1.2, only=rows, quiet=True, **heads
            )
        )
    of = {int(row): k for k, pair in enumerate(pairs) for row in pair}
    ends = {name: f"points[pairs[pair, :], {k}]" for k, name in enumerate("xy")}
    labels = [point["label"] for point in header["points"]]
    chosen = chart.trace(
        ends["y"], ends["x"], wide=3, dots=11, needs="pair", named="pairs[pair, :]", texts=labels, shown=True,
        ink="weight", size=15, side="top center",
    )  # fmt: skip
    traces = [
        *arrows, *marks(header, at, forms=FORMS, picks=[of[n] + 1 for n in range(len(points))]),
        names(header, at, free(points[:, :2], header["points"], ()), lacks="pair"), chosen,
    ]  # fmt: skip
    axes = axis_of(header, share, 0), axis_of(header, share, 1) | {"square": True}
    moves = [chart.move("pair", "", range(1, len(pairs) + 1), optional=True)]
    return chart.chart(
        [chart.panel("", *axes, traces, reads="closest")], moves, height=HIGH, picks="pair"
    )


# ---- what the three have in common --------------------------------------------------------------------
def axis_of(header: dict[str, Any], share: np.ndarray, number: int) -> chart.Axis:
    return chart.axis(
        header["axis"].format(number=number + 1, share=f"{100 * share[number]:.1f}"), bare=True
    )


def marks(
    header: dict[str, Any], at: dict[str, str], forms: dict[str, str], picks: Sequence[int]
) -> list[chart.Trace]:
    """Every word as a mark: its colour says the part of speech, its form the gender."""
    found = []
    for number, part in enumerate(header["parts"]):
        rows = [n for n, point in enumerate(header["points"]) if point["part"] == number]
        texts = [told(header, n) for n in rows]
        found.append(
            chart.trace(
                **at, name=part["title"], colour=part["colour"], wide=0, dots=8 if "z" not in at else 4.5, opacity=0.85, only=rows,
                texts=texts, rows=[picks[n] for n in rows],
                symbols=[forms[header["points"][n]["gender"]] for n in rows],
            )
        )  # fmt: skip
    return found


def told(header: dict[str, Any], row: int) -> str:
    """What is read of a word under the pointer."""
    point, words = header["points"][row], header["words"]
    gender = (
        words["french"][header["side"]].format(gender=words["gender"][point["gender"]])
        if point["gender"]
        else ""
    )
    return ", ".join(
        filter(None, (f"**{point['label']}**", header["parts"][point["part"]]["title"], gender))
    )


def names(
    header: dict[str, Any], at: dict[str, str], rows: Sequence[int], ink: str = "soft", **look: Any
) -> chart.Trace:
    """The names of these words, beside their marks."""
    texts = [header["points"][row]["label"] for row in rows]
    return chart.trace(
        **at, wide=0, only=list(rows), texts=texts, shown=True, ink=ink, quiet=True, **look
    )


def to_neighbours(
    header: dict[str, Any], chosen: dict[str, str], near: dict[str, str], named: str
) -> list[chart.Trace]:
    """The chosen word in a ring, and a line to each of its nearest words; `named`: the numbers of these."""
    look = {"needs": "word", "quiet": True}
    names = {"texts": [point["label"] for point in header["points"]], "shown": True, "wide": 0}
    found = [chart.trace(**near, wide=1.2, **look, spokes={name: chosen[name] for name in near})]
    if named:
        found.append(
            chart.trace(**near, **names, **look, named=named, ink="ink", size=14, around=True)
        )
    ring = {"dots": 15, "symbols": "circle-open", "side": "top center", "ink": "weight", "size": 17}
    return [*found, chart.trace(**chosen, **ring, **names, **look, named="word")]


def free(points: np.ndarray, labels: Sequence[dict], first: Sequence[int]) -> list[int]:
    """Words whose names do not cover one another where the picture is as small as it gets: those that matter
    first, then others here and there."""
    count, low = len(points), points.min(0)
    unit = np.array(FIELD) / (points.max(0) - low)
    places = (points - low) * min(unit)  # pixels, one scale for both axes
    step = STRIDE if count % STRIDE else 1
    kept, taken = [], np.empty((0, 4))
    for row in dict.fromkeys([*first, *(k * step % count for k in range(count))]):
        x, y = places[row]
        box = np.array([x, y - LINE / 2, x + 12 + LETTER * len(labels[row]["label"]), y + LINE / 2])
        meets = (
            (taken[:, 0] < box[2])
            & (box[0] < taken[:, 2])
            & (taken[:, 1] < box[3])
            & (box[1] < taken[:, 3])
        )
        if not meets.any():
            kept.append(row)
            taken = np.vstack((taken, box))
        if len(kept) == NAMED:
            break
    return kept
