"""Print the patching map: every cell, in the chosen direction."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.figures.panels import matrix, paper
from lessons.heads.figures.patch_map.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """Draw one table, of the kind at which the figure opens."""
    header, start = figure.header, figure.header["start"]
    direction = start["direction"] - 1
    kind = next(k for k in header["kinds"] if k["name"] == start["kind"])
    base, donor = header["sentences"][direction], header["sentences"][1 - direction]
    ends = header["ends"][direction]
    towards = ends["given"] - ends["before"]  # the sign of a change towards the other sentence
    change = figure.arrays[f"{kind['name']}.change"]
    values = np.nan_to_num(change.values) * np.sign(towards)
    shown = replace(figure, arrays={"change": replace(change, values=values)})
    columns = base.get(kind["name"]) or [str(n + 1) for n in range(values.shape[-1])]
    rows = [row["title"] for row in kind["rows"]]
    table = matrix(f"change[{direction}, :, :]:1", rows, columns, full=abs(towards))
    caption = PAPER["caption"].format(
        title=header["title"], base=base["text"], donor=donor["text"], model=header["model"], **ends
    )
    paper.write_panels(shown, [table], caption, path)
