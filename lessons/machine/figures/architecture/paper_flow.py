"""Print the model as one diagram, as on screen at the same step."""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.numbers import number
from lessons.figures.kit.paper import PALE, colour, sheet, strand
from lessons.machine.figures.architecture.flow import heads, stop_of
from lessons.machine.figures.architecture.words import PAPER

WIDTHS = {"words": 0.85, "carpet": 0.6, "looks": 0.8}  # inches
GAP, ABOVE, HIGH = 0.14, 0.55, 0.2  # inches: between parts, above the words, of a word
# Inches of the last stop; candidates; a smaller probability has no digit.
NEXT, SHOWN, TINY = 2.6, 4, 0.0001
# Lower weights are not drawn, for the followed word and others; points for a weight of 1.
NONE, WEAK, FINE = 0.02, 0.08, 6.0


def write(figure: Figure, path: Path) -> None:
    """Draw words on the left, one lane each, through all boxes to the next word."""
    Page(figure).write(path)


class Page:
    """The layout; positions are inches from the left and from the top."""

    def __init__(self, figure: Figure):
        self.figure, self.header = figure, figure.header
        self.flow, self.colours = self.header["flow"], self.header["palette"]["light"]
        self.frames, self.grows = self.flow["frames"], self.flow["grows"]
        self.labels = [
            [label["label"] for label in lane["labels"]] for lane in self.header["lanes"]
        ]
        self.stop, turn = stop_of(self.flow, self.header["start"]["step"])
        self.newest, self.turn = self.flow["begins"] - 1 + turn, turn
        across = {
            frame["lane"] for frame in self.frames for part in frame["parts"]
            if part["kind"] == "looks" and part["columns"] != frame["lane"]
        }  # fmt: skip
        self.reach: dict[int, float] = {}  # how far each lane is drawn
        self.shift = [0.5 if lane in across else 0.0 for lane in range(len(self.labels))]

    def write(self, path: Path) -> None:
        wide = NEXT + sum(
            WIDTHS[part["kind"]] + GAP for frame in self.frames for part in frame["parts"]
        )
        wide += 2 * GAP * len(self.frames)
        rows = max(len(words) + shift for words, shift in zip(self.labels, self.shift, strict=True))
        high = ABOVE + HIGH * max(rows, 6) + 0.1
        caption = PAPER["flow"].format(
            title=self.header["title"], says=self.sentence().replace("**", ""), source=self.header["words"]["source"]
        )  # fmt: skip
        with sheet(self.figure, path, (wide, high), caption) as paper:
            share = high / paper.get_figheight()
            axes = paper.add_axes((0, 1 - share, 1, share))
            axes.set(xlim=(0, wide), ylim=(high, 0))
            axes.axis("off")
            x = GAP
            for k, frame in enumerate(self.frames):
                x = self.frame(axes, frame, k, x, high) + 2 * GAP
            self.next(axes, x)

    # ---- layout and rows ------------------------------------------------------------------------
    def y(self, lane: int, row: float) -> float:
        return ABOVE + (row + 0.5 + self.shift[lane]) * HIGH

    def followed_row(self, lane: int) -> int:
        """Return the followed row: the newest output word, otherwise the chosen one; -1 for none."""
        if lane == self.grows:
            return self.newest
        same = len(self.labels[lane]) == len(self.labels[0])
        return self.header["start"].get("word", 1) - 1 if same else -1

    def row_count(self, k: int) -> int:
        """Return the number of rows of a frame at this stop."""
        lane, now = self.frames[k]["lane"], k <= self.stop
        if lane != self.grows:
            return len(self.labels[lane]) if now else 0
        return self.newest + 1 if now else self.newest if self.turn else 0

    def sentence(self) -> str:
        if self.stop == len(self.frames):
            return self.flow["next"]["says"][0 if self.grows is None else self.newest]
        now = self.frames[self.stop]
        return now["says"][max(0, self.followed_row(now["lane"]))]

    def thread(self, axes: Axes, lane: int, rows: int, until: float) -> None:
        """Draw the lane up to this point; the followed row is blue."""
        begin, self.reach[lane] = self.reach.get(lane, until), until
        for row in range(rows):
            on = row == self.followed_row(lane)
            style = {"color": self.colours["query" if on else "line"], "lw": 1.6 if on else 0.8}
            axes.hlines(self.y(lane, row), begin, until, **style, zorder=0.5)

    # ---- drawing ------ --------------------------------------------------------------------------
    def frame(self, axes: Axes, frame: dict[str, Any], k: int, x: float, high: float) -> float:
        """Draw a box and its contents, and return its end."""
        rows, lane, begun = self.row_count(k), frame["lane"], x
        for part in frame["parts"]:
            width = WIDTHS[part["kind"]]
            if part["kind"] == "words":
                count = self.flow["begins"] if lane == self.grows else len(self.labels[lane])
                self.words(axes, lane, max(rows, count), x + width)
                self.reach[lane] = x + width + GAP / 2
            elif part["kind"] == "carpet":
                self.carpet(axes, lane, part, rows, x, width)
            elif rows:
                if part["columns"] != lane:
                    self.thread(axes, part["columns"], len(self.labels[part["columns"]]), x)
                self.looks(axes, lane, part, rows, x, width)
            x += width + GAP
        self.thread(axes, lane, rows, x - GAP)
        self.title(axes, begun, k, frame["title"])
        if rows and frame["notes"]:
            note = frame["notes"][max(0, self.followed_row(lane))]
            axes.text(begun, 0.33, note, size=6.5, color=self.colours["soft"])
        if frame["parts"][0]["kind"] != "words" or len(frame["parts"]) > 2:
            edge = self.colours["ink" if k == self.stop else "hatch"]
            axes.add_patch(FancyBboxPatch(
                (begun - GAP / 2, 0.4), x - begun, high - 0.45, boxstyle="round,pad=0,rounding_size=0.06",
                fc=self.colours["panel"], ec=edge, lw=0.8, ls="-" if rows else "--", zorder=0,
            ))  # fmt: skip
        return x - GAP

    def title(self, axes: Axes, x: float, k: int, name: str) -> None:
        ink = self.colours["ink" if k == self.stop else "soft"]
        axes.text(x, 0.16, f"{k + 1}  {name}", size=8.5, weight="bold", color=ink)

    def words(self, axes: Axes, lane: int, rows: int, right: float) -> None:
        for row, label in enumerate(self.labels[lane][:rows]):
            on = row == self.followed_row(lane)
            style = {"color": self.colours["query_text"], "weight": "bold"} if on else {}
            axes.text(right, self.y(lane, row), label, size=8, ha="right", va="center", **style)

    def carpet(self, axes: Axes, lane: int, part: dict, rows: int, x: float, width: float) -> None:
        values = self.figure.arrays[part["array"]].values
        values = values[None] if part["one"] else values
        for row, numbers in enumerate(values[:rows, : self.flow["drawn"]]):
            middle = (len(self.labels[lane]) - 1) / 2 if part["one"] else row
            top = self.y(lane, middle) - 0.4 * HIGH
            fills = colour(numbers[None], part["limit"], self.colours)  # (1, number, rgb)
            place = (x, x + width, top + 0.8 * HIGH, top)
            axes.imshow(fills, extent=place, aspect="auto", interpolation="nearest", zorder=2)
            if row == self.followed_row(lane) and not part["one"]:
                style = {"fc": "none", "ec": self.colours["query"], "lw": 1.4, "zorder": 3}
                axes.add_patch(Rectangle((x, top), width, 0.8 * HIGH, **style))

    def looks(self, axes: Axes, lane: int, part: dict, rows: int, x: float, width: float) -> None:
        each = len(part["chosen"]) > 1
        chosen = max(0, self.followed_row(lane)) if each else 0
        weights = heads(self.figure.arrays[part["array"]].values)[part["chosen"][chosen]["head"]]
        for i in sorted(range(rows if each else 1), key=lambda i: i == chosen):
            middle = self.y(lane, i if each else (len(self.labels[lane]) - 1) / 2)
            for j, weight in enumerate(weights[i]):
                if weight >= (NONE if i == chosen else WEAK):
                    faint = 1.0 if i == chosen else max(PALE, 0.34 * weight)
                    begin, end = (x, self.y(part["columns"], j)), (x + width, middle)
                    strand(axes, begin, end, weight, i == chosen, faint, self.colours, FINE)

    def next(self, axes: Axes, x: float) -> None:
        """Draw the output and the probabilities of the next word, which sum to 1 with all others."""
        now, count = self.stop == len(self.frames), len(self.frames)
        self.title(axes, x, count, self.flow["next"]["title"])
        answer, row = self.header["answer"], 0 if self.grows is None else self.newest
        if self.grows is not None:
            for n in range(self.flow["begins"] - 1, self.newest + now):
                style = {"color": self.colours["query_text"], "weight": "bold"} if n == row else {}
                axes.text(x, self.y(self.grows, n), answer[n][0], size=8, va="center", **style)
        if not now:
            return
        shares = self.figure.arrays["answer"].values[row, :SHOWN]
        named = list(zip(answer[row], map(float, shares), strict=False))
        if self.header["vocabulary"] > len(named):
            named.append((self.header["words"]["others"], max(0.0, 1 - float(np.sum(shares)))))
        top = min(self.y(self.grows or 0, row), self.y(0, max(0, len(self.labels[0]) - len(named))))
        for n, (name, share) in enumerate(named):
            y = top + n * HIGH
            axes.text(x + 1.45, y, name, size=7, ha="right", va="center")
            hue = self.colours["weight" if n else "query"]
            axes.barh(y, 0.5 * share, 0.6 * HIGH, left=x + 1.5, color=hue)
            share_text = number(share, 2 if share >= 0.01 else 4) if share >= TINY else f"< {TINY}"
            axes.text(x + 1.55 + 0.5 * share, y, share_text, size=7, va="center")
