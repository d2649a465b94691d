"""A translation on paper: where each step looks in the sentence."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, sheet
from lessons.figures.writing.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """The cross-attention of one way, a row a step; the chosen step's label is bold."""
    header, start = figure.header, figure.header["start"]
    way = next(one for one in header["ways"] if one["name"] == start["way"])
    said = PAPER["caption"].format(
        title=header["title"], way=way["button"], source=header["words"]["source"]
    )
    array = figure.arrays.get(f"{way['name']}.cross", figure.arrays[f"{way['name']}.shares"])
    rows, columns = array.values.shape
    with sheet(figure, path, (0.42 * columns + 2, 0.28 * rows + 1.6), said) as paper:
        wide, high = paper.get_size_inches()
        paper.subplots_adjust(left=1.1 / wide, top=1 - 0.7 / high)
        axes = paper.add_subplot()
        cells(axes, array.values, 1.0, header["palette"]["light"])
        words = [label["label"] for label in header["sentence"]][:columns]
        axes.set_xticks([n + 0.5 for n in range(len(words))], words, rotation=40, ha="left")
        axes.xaxis.tick_top()
        axes.set_yticks([n + 0.5 for n in range(rows)], [f"→ {word}" for word in way["said"]])
        axes.get_yticklabels()[start["step"] - 1].set_fontweight("bold")
