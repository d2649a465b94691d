"""The words as a chart: marks on two or three axes, lines from the chosen word, and the names that fit."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from lessons.embeddings.figures.embedding_map import words as say
from lessons.figures.kit.chart import Axis, Trace, axis, chart, panel, trace
from lessons.figures.kit.choices import by

FORMS = {"m": "square", "f": "triangle-up", "": "circle"}  # by gender
FORMS_3D = {"m": "square", "f": "diamond", "": "circle"}  # Plotly has no triangle in 3-D
HIGH = 560  # pixels
NAMED, STRIDE = 34, 97  # most names without a choice, spread over the list
LETTER, LINE = 7.5, 17  # pixels of a letter, of a line
FIELD = (760, 470)  # minimum pixels of a figure


def map_chart(header: dict[str, Any], points: np.ndarray, share: np.ndarray) -> dict[str, Any]:
    """Chart one table in two views; `points` (word, 3)."""
    marked = [word["row"] for word in header["sentence"] if word["row"] is not None]
    views = []
    for axes in ("xy", "xyz"):
        at = {name: f"points[:, {k}]" for k, name in enumerate(axes)}
        chosen = {name: f"points[word, {k}]" for k, name in enumerate(axes)}
        near = {name: f"points[near[word, :], {k}]" for k, name in enumerate(axes)}
        flat, titles = axes == "xy", [axis_of(header, share, k) for k in range(len(axes))]
        titles[1]["square"] = True
        traces = [
            *word_marks(header, at, *((FORMS, 8) if flat else (FORMS_3D, 4.5)), range(len(points))),
            name_labels(header, at, without_overlap(points[:, :2], header["points"]), lacks="word"),
            *([name_labels(header, at, marked, ink="ink")] if flat else []),
            *neighbour_lines(header, chosen, near, "near[word, :]"),
        ]
        views.append([panel("", *titles[:2], traces, *titles[2:], reads="closest")])
    return chart(by("view", views), height=HIGH, redraws=("view", "word"), picks="word")


def film_chart(header: dict[str, Any], points: np.ndarray) -> dict[str, Any]:
    """Chart the table through training; `points` (frame, word, 2)."""
    at = {"x": "points[frame, :, 0]", "y": "points[frame, :, 1]"}
    chosen = {"x": "points[frame, word, 0]", "y": "points[frame, word, 1]"}
    near = {name: f"points[frame, near[frame, word, :], {k}]" for k, name in enumerate("xy")}
    trail = {"y": "points[:frame, word, 1]", "x": "points[:frame, word, 0]"}
    traces = [
        *word_marks(header, at, FORMS, 8, range(points.shape[1])),
        name_labels(header, at, without_overlap(points[-1], header["points"]), lacks="word"),
        trace(**trail, wide=1.5, needs="word", quiet=True),
        *neighbour_lines(header, chosen, near, ""),
    ]
    ends = zip(points.min((0, 1)) * 1.08, points.max((0, 1)) * 1.08, strict=True)
    axes = [
        axis(say.AXIS_ONLY.format(number=k), float(low), float(high), bare=True)
        for k, (low, high) in enumerate(ends, start=1)
    ]
    axes[1]["square"] = True
    panels = [panel("", *axes, traces, reads="closest")]
    return chart(panels, height=HIGH + 90, redraws=("word",), film="frame", picks="word")


def pairs_chart(
    header: dict[str, Any], points: np.ndarray, share: np.ndarray, pairs: np.ndarray
) -> dict[str, Any]:
    """Draw an arrow for each pair of words (pair, 2) as a line with a head."""
    at = {"x": "points[:, 0]", "y": "points[:, 1]"}
    ends = {name: f"points[pairs[pair, :], {k}]" for k, name in enumerate("xy")}
    labels = [point["label"] for point in header["points"]]
    chosen = {"named": "pairs[pair, :]", "texts": labels, "shown": True, "size": 15}
    traces = [
        *arrows(header, at, pairs),
        *word_marks(
            header, at, FORMS, 8, [int(np.argwhere(pairs == n)[0, 0]) for n in range(len(points))]
        ),
        name_labels(header, at, without_overlap(points[:, :2], header["points"]), lacks="pair"),
        trace(**ends, wide=3, dots=11, needs="pair", side="top center", ink="ink", **chosen),
    ]
    axes = axis_of(header, share, 0), axis_of(header, share, 1) | {"square": True}
    panels = [panel("", *axes, traces, reads="closest")]
    return chart(panels, height=HIGH, redraws=("pair",), picks="pair")


def arrows(header: dict[str, Any], at: dict[str, str], pairs: np.ndarray) -> Iterable[Trace]:
    """Draw all arrows, and on top those that were missed, with a gap between two arrows."""
    wrong = pairs[[not pair["right"] for pair in header["pairs"]]]
    missed = {"colour": "negative", "dash": "dash", "wide": 1.8, "tells": "missed"}
    for shown, look in ((pairs, {"colour": "hatch", "wide": 1.2}), (wrong, missed)):
        rows = [row for start, end in shown for row in (int(start), int(end), -1)]
        heads = {"symbols": "arrow", "dots": [0, 9, 0] * len(shown), "turns": True}
        yield trace(**at, only=rows, quiet=True, **heads, **look)


def axis_of(header: dict[str, Any], share: np.ndarray, k: int) -> Axis:
    """Build an axis without numbers, titled with its fraction of the variance."""
    return axis(header["axis"].format(number=k + 1, share=f"{100 * share[k]:.1f}"), bare=True)


def word_marks(
    header: dict[str, Any], at: dict[str, str], forms: dict[str, str], dots: float, picks: Sequence[int]
) -> Iterable[Trace]:  # fmt: skip
    """Draw every word as a mark: the colour is the part of speech, the shape the gender."""
    points = header["points"]
    for number, part in enumerate(header["parts"]):
        rows = [n for n, point in enumerate(points) if point["part"] == number]
        yield trace(
            **at, name=part["title"], colour=part["colour"], wide=0, dots=dots, opacity=0.85, only=rows,
            texts=[point_text(header, n) for n in rows], rows=[picks[n] for n in rows],
            symbols=[forms[points[n]["gender"]] for n in rows],
        )  # fmt: skip


def point_text(header: dict[str, Any], row: int) -> str:
    """Write the text for a word under the pointer."""
    point, words = header["points"][row], header["words"]
    parts = [f"**{point['label']}**", header["parts"][point["part"]]["title"]]
    if gender := words["gender"][point["gender"]] if point["gender"] else "":
        parts.append(words["french"][header["side"]].format(gender=gender))
    return ", ".join(parts)


def name_labels(
    header: dict[str, Any], at: dict[str, str], rows: Sequence[int], **look: Any
) -> Trace:
    """Draw the names of these words beside their marks."""
    texts = [header["points"][row]["label"] for row in rows]
    return trace(**at, wide=0, only=list(rows), texts=texts, shown=True, quiet=True, **look)


def neighbour_lines(
    header: dict[str, Any], chosen: dict[str, str], near: dict[str, str], named: str
) -> Iterable[Trace]:
    """Draw a ring around the chosen word and a line to each nearest neighbour; `named`: their numbers."""
    look = {"needs": "word", "quiet": True, "tells": "near"}
    names = {"texts": [point["label"] for point in header["points"]], "shown": True, "wide": 0}
    yield trace(**near, wide=1.2, **look, spokes=chosen)
    if named:
        yield trace(**near, **names, **look, named=named, ink="ink", size=14, around=True)
    ring = {"dots": 15, "symbols": "circle-open", "ink": "ink", "size": 17}
    yield trace(**chosen, **ring, **names, **(look | {"tells": ""}), named="word")


def without_overlap(points: np.ndarray, labels: Sequence[dict]) -> list[int]:
    """Choose words, spread over the list, whose names do not overlap in the smallest figure."""
    count, low = len(points), points.min(0)
    scale = min(np.array(FIELD) / (points.max(0) - low))  # pixels, one for both axes
    step = STRIDE if count % STRIDE else 1
    kept, taken = [], np.empty((0, 4))  # left, top, right, bottom
    for row in (k * step % count for k in range(count)):
        x, y = (points[row] - low) * scale
        box = np.array((x, y, x + 12 + LETTER * len(labels[row]["label"]), y + LINE))
        beside = (taken[:, 2:] < box[:2]) | (box[2:] < taken[:, :2])  # in x, in y
        if beside.any(1).all():
            kept.append(row)
            taken = np.vstack((taken, box))
        if len(kept) == NAMED:
            break
    return kept
