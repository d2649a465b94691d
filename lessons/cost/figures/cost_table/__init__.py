"""Table 1 of Vaswani et al. (2017), as printed, and counted and timed with our own layers for chosen sizes."""

from collections.abc import Mapping

import numpy as np

from lessons.cost.figures.cost_table import words as say
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import choice, column, picture, reveals_answer, table, text
from transformer.measure.cost import grid

FROM = "transformer.measure.cost.grid"
KINDS = tuple(say.ROWS)
AT = "[n, d, k, r, :]"
MILLION = 1e6
# Words of a sentence on a slide, and its characters: about five per word.
WORDS, LETTERS = 50, 250


def cost_table(
    products: Mapping[str, np.ndarray], clocked: Mapping[str, np.ndarray], mask: bool = True
) -> Figure:
    """Build the table from the results of `grid.products()` and `grid.clocked()`. `mask`: say what a mask saves."""
    kinds = (*KINDS, "masked")
    counts = np.stack([products[kind] for kind in kinds], -1).astype(np.float32) / MILLION
    ms = np.stack([clocked[kind] for kind in kinds], -1).astype(np.float32)
    kept = [
        [[grid.stored_weights(kind, n, r) for kind in KINDS] for r in grid.WINDOWS]
        for n in grid.LENGTHS
    ]
    turns = [[grid.in_turn(kind, n) for kind in KINDS] for n in grid.LENGTHS]
    arrays = {
        "products": Array(counts[..., :-1], "n d k r kind", "layers", f"{FROM}.products"),
        "ms": Array(ms[..., :-1], "n d k r kind", "layers", f"{FROM}.clocked"),
        "turns": Array(np.array(turns, np.float32), "n kind", "layers", f"{FROM}.in_turn"),
        "kept": Array(np.array(kept, np.float32), "n r kind", "layers", f"{FROM}.stored_weights"),
        "path": Array(grid.paths(KINDS).astype(np.float32), "n k r kind", "layers", f"{FROM}.paths"),
        "masked": Array(counts[..., -1], "n d k r", "layers", f"{FROM}.products"),
        "masked.ms": Array(ms[..., -1], "n d k r", "layers", f"{FROM}.clocked"),
    }  # fmt: skip
    sizes = zip(say.SIZES.items(), grid.AXES, (512, 32, 3, 5), ("←→", "↑↓", "k", "r"), strict=True)
    choices = [
        choice(name, title, [str(size) for size in axis], values=axis, opens=opens, keys=keys)
        for (name, title), axis, opens, keys in sizes
    ]
    columns = [
        column(say.COLUMNS["formula"], [formula for _, formula in say.ROWS.values()], hue="soft"),
        column(say.COLUMNS["products"], f"products{AT}:2", bar=True),
        column(say.COLUMNS["turns"], "turns[n, :]:0"),
        column(say.COLUMNS["path"], "path[n, k, r, :]:0"),
        column(say.COLUMNS["kept"], "kept[n, r, :]:0"),
        column(say.COLUMNS["ms"], f"ms{AT}:2"),
    ]
    masked = {"masked": "masked[n, d, k, r]:2", "full": "products[n, d, k, r, 0]:2",
              "masked_ms": "masked.ms[n, d, k, r]:2", "full_ms": "ms[n, d, k, r, 0]:2"}  # fmt: skip
    cells = zip(*say.PRINTED_ROWS.values(), strict=True)
    printed = [
        column(title, list(texts)) for title, texts in zip(say.PRINTED_COLUMNS, cells, strict=True)
    ]
    memory = say.MEMORY.format(
        words=WORDS, pairs=f"{WORDS**2:,}", letters=LETTERS, far=f"{LETTERS**2:,}"
    )
    panels = [
        table(say.LAYER, [name for name, _ in say.ROWS.values()], columns),
        *([reveals_answer(text(say.MASKED, "verdict", **masked))] if mask else []),
        table(say.PRINTED, [*say.PRINTED_ROWS], printed),
        text(memory, "read"),
        text(say.ABOUT, "caption"),
    ]  # fmt: skip
    return picture("cost_table", say.TITLE, choices, panels, arrays, say.ORIGIN)
