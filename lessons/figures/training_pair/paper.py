"""Print two training runs: loss over loss, accuracy over accuracy, and one head of both."""

from pathlib import Path

from matplotlib.axes import Axes

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.figures.training_film.paper import head_map
from lessons.figures.training_pair.words import PAPER, WORDS


def write(figure: Figure, path: Path) -> None:
    """Draw two charts in which each run has its colour; below, side by side, the head at which the figure
    opens, if both learn the same task."""
    header = figure.header
    head = header["heads"][header["start"]["head"] - 1] if header["heads"] else None
    names = {"first": header["runs"][0]["run"], "second": header["runs"][1]["run"]}
    caption = WORDS["origin"].format(**names)
    with sheet(figure, path, (8.4, 7.2 if head else 3.4), caption) as paper:
        places = paper.subplots(2, 2, height_ratios=(1, 1.25)) if head else [paper.subplots(1, 2)]
        curves(figure, *places[0])
        if head:
            for axes, run, name in zip(places[1], header["runs"], "ab", strict=True):
                one_head(figure, axes, head, run, name)


def curves(figure: Figure, loss: Axes, exact: Axes) -> None:
    header, arrays = figure.header, {n: a.values for n, a in figure.arrays.items()}
    ink = header["palette"]["light"]
    for run, name in zip(header["runs"], "ab", strict=True):
        hue = ink[run["hue"]]
        loss.plot(arrays[f"step {name}"], arrays[f"loss {name}"], color=hue, lw=1, label=run["run"])
        exact.plot(arrays[f"measured {name}"], 100 * arrays[f"score {name}"], ".-", color=hue, lw=1)
        loss.axhline(run["floor"], color=hue, ls="--", lw=0.8)
    loss.set(ylabel=PAPER["loss"], xlabel=PAPER["step"], ylim=(0, None))
    exact.set(ylabel=PAPER["exact"], xlabel=PAPER["step"], ylim=(0, 100))
    loss.legend(frameon=False)
    for axes in (loss, exact):
        axes.spines[["top", "right"]].set_visible(False)
        if header["heads"]:
            axes.axvline(header["start"]["step"], color=ink["ink"], lw=1)


def one_head(figure: Figure, axes: Axes, head: dict, run: dict, name: str) -> None:
    """Draw the head of one run at its last frame up to the step, or a sentence if there is none."""
    header = figure.header
    ink = header["palette"]["light"]
    passed = [at for at in run["frames"] if at <= header["start"]["step"]]
    if name not in head["runs"] or not passed:
        axes.set_axis_off()
        why = PAPER["no_head" if passed else "no_frame"].format(**run)
        axes.text(0.5, 0.5, why, ha="center", transform=axes.transAxes, color=ink["soft"])
        return
    maps = figure.arrays[f"{head['kind']} {name}"].values
    head_map(axes, header, head, maps[len(passed) - 1, head["layer"], head["head"]])
    title = PAPER["head"].format(
        run=run["run"], step=passed[-1], kind=head["title"], layer=head["layer"] + 1, head=head["head"] + 1
    )  # fmt: skip
    axes.set_title(title, fontsize=8.5, color=ink[run["hue"]])
