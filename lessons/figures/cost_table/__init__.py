"""Table 1 of Vaswani et al. (2017) for sizes that one chooses: what our own layers multiply, and how long it takes."""

from collections.abc import Mapping

import numpy as np

from lessons.figures.cost_table import words as say
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import choice, column, picture, table, tells, text
from transformer.measure.cost import grid

FROM = "transformer.measure.cost.grid"
KINDS = tuple(say.ROWS)
AT = "[n, d, k, r, :]"
MILLION = 1e6


def cost_table(
    products: Mapping[str, np.ndarray], clocked: Mapping[str, np.ndarray], mask: bool = True
) -> Figure:
    """`products` and `clocked` as `grid.products()` and `grid.clocked()` give them. `mask`: say what one saves."""
    kinds = (*KINDS, "masked")
    counts = np.stack([products[kind] for kind in kinds], -1).astype(np.float32) / MILLION
    ms = np.stack([clocked[kind] for kind in kinds], -1).astype(np.float32)
    turns = [[grid.in_turn(kind, n) for kind in KINDS] for n in grid.LENGTHS]
    arrays = {
        "products": Array(counts[..., :-1], "n d k r kind", "layers", f"{FROM}.products"),
        "ms": Array(ms[..., :-1], "n d k r kind", "layers", f"{FROM}.clocked"),
        "turns": Array(np.array(turns, np.float32), "n kind", "layers", f"{FROM}.in_turn"),
        "path": Array(grid.paths(KINDS).astype(np.float32), "n k r kind", "layers", f"{FROM}.paths"),
        "masked": Array(counts[..., -1], "n d k r", "layers", f"{FROM}.products"),
        "masked.ms": Array(ms[..., -1], "n d k r", "layers", f"{FROM}.clocked"),
    }  # fmt: skip
    sizes = zip(say.SIZES.items(), grid.AXES, (64, 64, 3, 5), ("←→", "↑↓", "k", "r"), strict=True)
    choices = [
        choice(name, title, [str(size) for size in axis], values=axis, opens=opens, keys=keys)
        for (name, title), axis, opens, keys in sizes
    ]
    columns = [
        column(say.COLUMNS["formula"], [formula for _, formula in say.ROWS.values()], hue="soft"),
        column(say.COLUMNS["products"], f"products{AT}:2", bar=True),
        column(say.COLUMNS["turns"], "turns[n, :]:0"),
        column(say.COLUMNS["path"], "path[n, k, r, :]:0"),
        column(say.COLUMNS["ms"], f"ms{AT}:2"),
    ]
    masked = {"masked": "masked[n, d, k, r]:2", "full": "products[n, d, k, r, 0]:2",
              "masked_ms": "masked.ms[n, d, k, r]:2", "full_ms": "ms[n, d, k, r, 0]:2"}  # fmt: skip
    panels = [
        table(say.LAYER, [name for name, _ in say.ROWS.values()], columns),
        *([tells(text(say.MASKED, "verdict", **masked))] if mask else []),
        text(say.ABOUT, "caption"),
        text(say.TIMED, "caption"),
    ]
    return picture("cost_table", say.TITLE, choices, panels, arrays, say.ORIGIN)
