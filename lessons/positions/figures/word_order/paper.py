"""Print word orders: how much each word's vector changed, with and without positions."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.panels import bars, paper


def write(figure: Figure, path: Path) -> None:
    """Draw the changes as bars, both on the same scale."""
    header = figure.header
    labels = header["labels"]
    differences = [f"{w['title']}: largest difference {w['largest']:.2g}." for w in header["ways"]]
    size = figure.arrays["with.before"].values.shape[1]
    compared = header["words"]["compared"].format(size=size)
    order = " ".join(labels[k]["label"] for k in header["order"])
    caption = (
        f"{header['title']}: {order}. {compared}. {' '.join(differences)} Model {header['model']}."
    )
    most = max(way["largest"] for way in header["ways"])
    panels = [
        bars(f"{way['name']}.change[:]", labels, title=way["title"], full=most)
        for way in header["ways"]
    ]
    paper.write_panels(figure, panels, caption, path)
