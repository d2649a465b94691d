"""The embedding map on paper: the same marks, colours and axes as on screen, by matplotlib."""

import math
import textwrap
import warnings
from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure as Paper
from matplotlib.lines import Line2D

from lessons.figures.embedding_map.words import PAPER
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import metadata

FORMS = {
    "m": "s",
    "f": "^",
}  # of a word with a gender; other words have one for each part of speech,
PARTS = "oDvPX*"  # so that a copy in grey tells what colours tell
WIDTH, HEIGHT, BELOW = 9.0, 8.2, 1.9  # inches
TURN, TILT = 0.6, 0.35  # how the screen looks at three axes at first
NAMED, STRIDE = 60, 97  # as on screen: the words that matter first, then others here and there


def write(figure: Figure, path: Path) -> None:
    """Draw the place that `figure.at(...)` chose; where it came from goes into the metadata."""
    header, start = figure.header, figure.header["start"]
    colours = header["palette"]["light"]
    points, axes_seen = _points(figure)
    share = _share(figure)[:axes_seen]
    gaps = {"d": header["d"], "axes": axes_seen, "shown": f"{100 * share.sum():.1f}"}
    if header["mode"] == "film":
        gaps |= {"step": header["steps"][start["frame"] - 1], "steps": header["steps"][-1]}
    caption = header["caption"].format(**gaps).replace("**", "")
    source = PAPER["source"].format(
        table=header["run"]["table"],
        model=header["run"]["title"],
        weights=header["run"]["file"],
    )
    settings = {"svg.fonttype": "none", "svg.hashsalt": figure.complete_header["id"]}
    # The font that comes with matplotlib, so that paper looks the same on every machine.
    settings["font.family"] = "DejaVu Sans"
    with rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # an emoji is drawn as a box
        paper = Paper(figsize=(WIDTH, HEIGHT))
        axes = paper.add_axes((0.07, BELOW / HEIGHT, 0.9, 0.96 - BELOW / HEIGHT))
        _marks(axes, figure, points, colours)
        _axes(axes, figure, points, share, colours)
        _legend(paper, header, colours)
        lines = [(line, 9.5, "ink") for line in textwrap.wrap(caption, 112)]
        lines += [(line, 7.5, "soft") for line in textwrap.wrap(source, 140)]
        for n, (text, size, ink) in enumerate(lines):
            y = (BELOW - 0.98 - 0.19 * n) / HEIGHT
            paper.text(0.07, y, text, size=size, color=colours[ink], parse_math=False)
        paper.savefig(
            path,
            dpi=200,
            facecolor=colours["paper"],
            metadata=metadata(figure, f"{caption} {source}", path.suffix),
        )


def _points(figure: Figure) -> tuple[np.ndarray, int]:
    """What is seen on the page, (word, 2), and along how many axes."""
    header, values = figure.header, figure.arrays["points"].values
    if header["mode"] == "film":
        return values[header["start"]["frame"] - 1], 2
    if header["mode"] == "map" and header["start"]["view"] == "3d":
        x, y, z = (values - (values.min(0) + values.max(0)) / 2).T
        across = x * math.cos(TURN) + z * math.sin(TURN)
        into = z * math.cos(TURN) - x * math.sin(TURN)
        return np.stack((across, y * math.cos(TILT) - into * math.sin(TILT)), 1), 3
    return values[:, :2], 2


def _share(figure: Figure) -> np.ndarray:
    share = figure.arrays["share"].values
    return share[figure.header["start"]["frame"] - 1] if share.ndim == 2 else share


def _marks(axes, figure: Figure, points: np.ndarray, colours: dict[str, str]) -> None:
    header = figure.header
    for part, about in enumerate(header["parts"]):
        for gender, form in (FORMS | {"": PARTS[part % len(PARTS)]}).items():
            rows = [
                n
                for n, point in enumerate(header["points"])
                if (point["part"], point["gender"]) == (part, gender)
            ]
            axes.plot(
                *points[rows].T, form, ms=4.2, mew=0, alpha=0.85, color=colours[about["colour"]]
            )
    strong = _links(axes, figure, points, colours)
    axes.set_aspect("equal", adjustable="datalim")
    axes.autoscale_view()
    _names(axes, header["points"], points, strong, colours)


def _links(axes, figure: Figure, points: np.ndarray, colours: dict[str, str]) -> list[int]:
    """Lines to the neighbours of the chosen word, or the arrows; returns the words to be named."""
    header, start = figure.header, figure.header["start"]
    if header["mode"] == "pairs":
        for pair in header["pairs"]:
            ink = colours["hatch" if pair["right"] else "negative"]
            style = {
                "arrowstyle": "-|>",
                "lw": 0.6,
                "color": ink,
                "ls": "-" if pair["right"] else "--",
            }
            axes.annotate("", points[pair["wanted"]], points[pair["start"]], arrowprops=style)
        return []
    word = start["word"]
    marked = [one["row"] for one in header.get("sentence", []) if one["row"] is not None]
    if word is None:
        return marked
    near = figure.arrays["near"].values
    near = near[start["frame"] - 1] if near.ndim == 3 else near
    strong = [word, *near[word].astype(int).tolist(), *marked]
    for other in strong[1 : 1 + near.shape[1]]:
        axes.plot(*points[[word, other]].T, lw=0.7, color=colours["weight"], alpha=0.6, zorder=1)
    return strong


def _names(axes, labels: list[dict], points, strong: list[int], colours: dict[str, str]) -> None:
    """Words beside their marks wherever no other word stands."""
    count = len(labels)
    step = STRIDE if count % STRIDE else 1
    order = list(dict.fromkeys([*strong, *(k * step % count for k in range(count))]))
    (left, bottom), (right, top) = axes.transData.inverted().transform(
        [axes.bbox.min, axes.bbox.max]
    )
    unit = (
        (right - left) / axes.bbox.width * axes.figure.dpi / 72
    )  # a point, in numbers of the axes
    taken: list[tuple[float, float, float, float]] = []
    for n in order:
        if len(taken) >= NAMED:
            break
        text = labels[n]["label"]
        x, y = points[n]
        box = (x + 4 * unit, y - 5 * unit, x + (6 + 5.4 * len(text)) * unit, y + 5 * unit)
        if any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
            continue
        taken.append(box)
        ink = "weight" if strong and n == strong[0] else "ink" if n in strong else "soft"
        axes.text(
            *(x + 5 * unit, y, text), va="center", fontsize=8, color=colours[ink], parse_math=False,
            bbox={"fc": colours["paper"], "ec": "none", "alpha": 0.55, "pad": 0.4},
        )  # fmt: skip


def _axes(axes, figure: Figure, points, share: np.ndarray, colours: dict[str, str]) -> None:
    titles = [
        figure.header["axis"].format(number=n, share=f"{100 * part:.1f}")
        for n, part in enumerate(share, start=1)
    ]
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set(xticks=[], yticks=[])
    if len(titles) == 3:
        axes.set_xlabel("   ".join(titles), fontsize=9, color=colours["soft"])
        return
    axes.axhline(0, lw=0.6, color=colours["line"], zorder=0)
    axes.axvline(0, lw=0.6, color=colours["line"], zorder=0)
    axes.set_xlabel(titles[0], fontsize=9, color=colours["soft"], loc="right")
    axes.set_ylabel(titles[1], fontsize=9, color=colours["soft"], loc="top")


def _legend(paper, header: dict, colours: dict[str, str]) -> None:
    def entry(form: str, ink: str, label: str) -> Line2D:
        return Line2D([], [], marker=form, ls="", mew=0, ms=6, color=ink, label=label)

    entries = [
        entry(PARTS[n % len(PARTS)], colours[part["colour"]], part["title"])
        for n, part in enumerate(header["parts"])
    ]
    names = header["words"]["gender"]
    entries += [entry(FORMS[g], colours["soft"], names[g]) for g in header["genders"]]
    paper.legend(
        handles=entries, loc="lower left", bbox_to_anchor=(0.06, (BELOW - 0.85) / HEIGHT),
        ncols=len(entries), fontsize=8, frameon=False, handletextpad=0.1, columnspacing=1.2,
        labelcolor=colours["ink"],
    )  # fmt: skip
