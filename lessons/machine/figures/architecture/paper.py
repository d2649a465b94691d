"""Print a model: its boxes in lanes, opened to the depth of the figure, each with its shape."""

from pathlib import Path

from matplotlib.patches import FancyBboxPatch

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.machine.figures.architecture import frontier, paper_flow
from lessons.machine.figures.architecture.words import PAPER

HIGH, WIDE = 0.24, 3.2  # inches of a box


def write(figure: Figure, path: Path) -> None:
    """Draw every box of this depth under the words that its lane reads; at depth 0, draw the diagram."""
    header, start = figure.header, figure.header["start"]
    if start["depth"] == 1:
        paper_flow.write(figure, path)
        return
    colours, boxes = header["palette"]["light"], header["boxes"]
    shown = frontier(header["boxes"], start["depth"])
    lanes = [[n for n in shown if boxes[n]["lane"] == at] for at in range(len(header["lanes"]))]
    most = max(map(len, lanes))
    caption = PAPER["caption"].format(title=header["title"], source=header["words"]["source"])
    size = (max(4.5, (WIDE + 0.3) * len(lanes) + 1), HIGH * (most + 1) + 0.2)
    with sheet(figure, path, size, caption) as paper:
        high = HIGH * (most + 1) / paper.get_figheight()
        axes = paper.add_axes((0.03, 0.99 - high, 0.94, high))
        axes.set(xlim=(0, len(lanes)), ylim=(most + 1, 0))
        axes.axis("off")
        for at, (lane, numbers) in enumerate(zip(header["lanes"], lanes, strict=True)):
            text = " ".join(label["label"] for label in lane["labels"])
            text = text if len(text) < 60 else f"{text[:59]}…"
            axes.text(at + 0.02, 0.6, f"{lane['title']}: {text}", size=7, va="center")
            for row, number in enumerate(numbers, start=1):
                box, lit = boxes[number], number == shown[min(start["step"], len(shown)) - 1]
                axes.add_patch(
                    FancyBboxPatch(
                        (at + 0.02, row + 0.14), 0.93, 0.72, boxstyle="round,pad=0,rounding_size=0.02",
                        fc=colours["line" if lit else "panel"], ec=colours["ink" if lit else "hatch"], lw=0.7,
                    )
                )  # fmt: skip
                shape = " × ".join(str(size) for _, size in box["shape"])
                left, middle = at + 0.02 + 0.025 * box["depth"], row + 0.5
                axes.text(left, middle, box["name"], size=7, va="center", color=colours["ink"])
                axes.text(
                    *(at + 0.93, middle, shape),
                    size=6.5, va="center", ha="right", color=colours["soft"],
                )  # fmt: skip
                for other, _ in box["reads"]:  # a line from the last box that it reads
                    path, begun = boxes[other]["path"], lanes[boxes[other]["lane"]]
                    inside = [
                        n
                        for n, number in enumerate(begun, 1)
                        if boxes[number]["path"].startswith(path)
                    ]
                    if inside:
                        tail = (boxes[other]["lane"] + 0.95, inside[-1] + 0.5)
                        arrow = {"arrowstyle": "->", "color": colours["key"], "lw": 0.9}
                        axes.annotate("", (at + 0.02, middle), tail, arrowprops=arrow)
