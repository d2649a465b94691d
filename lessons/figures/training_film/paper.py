"""Print one frame of a recording: the loss so far, every cross-attention head, the output."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, sheet
from lessons.figures.training_film.words import PAPER, WORDS

MOST = 3  # maps


def write(figure: Figure, path: Path) -> None:
    """Draw the frame and the head at which the figure opens, beside the loss with its cursor."""
    header, start = figure.header, figure.header["start"]
    frame, head = start["frame"] - 1, (header["heads"] or [None])[start["head"] - 1]
    ink, step = header["palette"]["light"], header["frames"][frame]
    space = "" if header["open"] and all(len(w["full"]) == 1 for w in header["right"]) else " "
    kind = "without" if head is None else "caption_open" if header["open"] else "caption"
    caption = PAPER[kind].format(
        title=header["title"],
        step=step,
        given=space.join(word["label"] for word in header["given"]),
        written=space.join(header["written"][frame] or ()) or WORDS["nothing"],
        right=space.join(word["label"] for word in header["right"]),
    )
    with sheet(figure, path, (8.4, 4.2), caption) as paper:
        curve, picture = paper.subplots(1, 2, width_ratios=(1, 1.1))
        loss = figure.arrays["loss"].values
        curve.plot(range(1, len(loss) + 1), loss, color=ink["ink"], lw=1)
        curve.axvline(step, color=ink["ink"], lw=1.5)
        for level in (header["floor"], *(y["value"] for y in header["yardsticks"])):
            curve.axhline(level, color=ink["soft"], ls="--", lw=1)
        curve.set(xlabel="step", ylabel="loss", ylim=(0, None))
        curve.spines[["top", "right"]].set_visible(False)
        if head is None:
            picture.set_axis_off()
            return
        values = figure.arrays[head["kind"]].values[frame, head["layer"], head["head"]]
        head_map(picture, header, head, values)
        title = f"{head['title']}, layer {head['layer'] + 1}, head {head['head'] + 1}"
        picture.set_title(title, fontsize=8.5)


def head_map(axes: Axes, header: dict, head: dict, values: np.ndarray) -> None:
    """Draw the weights of one head (query, key) with the words of the pinned sentence."""
    cells(axes, values, 1.0, header["palette"]["light"])
    rows, columns = (header["sides"][head[side]] for side in ("rows", "columns"))
    axes.set_xticks([k + 0.5 for k in range(len(columns))], [c["label"] for c in columns])
    axes.set_yticks([k + 0.5 for k in range(len(rows))], [r["label"] for r in rows])
    axes.tick_params(axis="x", rotation=45)
