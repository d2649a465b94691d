"""Print the lines of an attention map: from the attending word on the left to the right."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from lessons.figures.kit.paper import PALE, strand


def write_lines(
    axes: Axes, weights: np.ndarray, rows: Sequence[str], columns: Sequence[str], chosen: int,
    colours: dict[str, str],
) -> None:  # fmt: skip
    """`weights`: (query, key); `chosen`: the row whose lines are highlighted, or -1."""
    order = sorted(
        range(len(rows)), key=lambda i: i == chosen
    )  # the chosen one last, above the others
    for i in order:
        for j, weight in enumerate(weights[i]):
            faint = max(PALE, weight) if chosen < 0 else 1.0 if i == chosen else 2 * PALE
            strand(axes, (0, i), (1, j), weight, i == chosen, faint, colours)
    for names, x, side in ((rows, -0.02, "right"), (columns, 1.02, "left")):
        for k, name in enumerate(names):
            on = x < 0 and k == chosen
            ink, weight = (colours["query"], "bold") if on else (colours["ink"], "normal")
            axes.text(
                x,
                k,
                name,
                ha=side,
                va="center",
                fontsize=9,
                color=ink,
                weight=weight,
                parse_math=False,
            )
    most = max(len(rows), len(columns))
    axes.set(xlim=(0, 1), ylim=(most - 0.5, -0.5))
    axes.axis("off")
