"""Print the words: the chart and, below it, its caption and source."""

from pathlib import Path

import numpy as np

from lessons.embeddings.figures.embedding_map.words import PAPER
from lessons.figures.kit import chart_paper
from lessons.figures.kit.figure import Figure


def write(figure: Figure, path: Path) -> None:
    """Draw the state that `figure.at(...)` chose."""
    header, start = figure.header, figure.header["start"]
    axes = 3 if start.get("view") == "3d" else 2
    share = np.atleast_2d(figure.arrays["share"].values)[start.get("frame", 1) - 1, :axes]
    gaps = {"d": header["d"], "axes": axes, "shown": f"{100 * share.sum():.1f}"}
    if "steps" in header:
        gaps |= {"step": header["steps"][start["frame"] - 1], "steps": header["steps"][-1]}
    caption = header["caption"].format(**gaps).replace("**", "")
    run = header["run"]
    source = PAPER["source"].format(table=run["table"], model=run["title"], weights=run["file"])
    chart_paper.write(figure, path, f"{caption} {source}")
