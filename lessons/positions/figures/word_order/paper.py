"""Print word orders: how much each word's vector changed, with and without positions."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet


def write(figure: Figure, path: Path) -> None:
    """Draw two bar charts side by side, on the same scale."""
    header, colours = figure.header, figure.header["palette"]["light"]
    labels = [label["label"] for label in header["labels"]]
    said = [f"{w['title']}: largest difference {w['largest']:.2g}." for w in header["ways"]]
    size = figure.arrays["with.before"].values.shape[1]
    compared = header["words"]["compared"].format(size=size)
    order = " ".join(labels[k] for k in header["order"])
    caption = f"{header['title']}: {order}. {compared}. {' '.join(said)} Model {header['model']}."
    most = max(way["largest"] for way in header["ways"]) or 1.0
    with sheet(figure, path, (8.4, 0.25 * len(labels) + 1.2), caption) as paper:
        for n, way in enumerate(header["ways"]):
            axes = paper.add_subplot(1, 2, n + 1)
            change = figure.arrays[f"{way['name']}.change"].values
            axes.barh(range(len(labels)), change, color=colours["weight"], height=0.6)
            for k, value in enumerate(change):
                axes.text(
                    value + 0.02 * most,
                    k,
                    f"{value:.2g}",
                    va="center",
                    size=7,
                    color=colours["soft"],
                )
            axes.set_yticks(range(len(labels)), labels)
            axes.set(xlim=(0, 1.15 * most), ylim=(len(labels) - 0.5, -0.5))
            axes.set_title(way["title"], size=9, loc="left")
            axes.spines[["top", "right"]].set_visible(False)
