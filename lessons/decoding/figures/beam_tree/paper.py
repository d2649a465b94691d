"""Print the tree of a beam search."""

from pathlib import Path

from lessons.decoding.figures.beam_tree.words import PAPER
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet

COLOURS = {"kept": "ink", "aside": "good", "cut": "soft"}


def write(figure: Figure, path: Path) -> None:
    """Draw steps from left to right, and the candidates of a step by rank from top to bottom."""
    header, colours = figure.header, figure.header["palette"]["light"]
    beams, until = header["start"]["beams"], header["start"]["step"]
    tree = header["trees"][beams - 1]
    until = len(tree["rest"]) if until is None else until
    totals = figure.arrays[f"total {beams}"].values
    places, ranks = [], {}
    for node in tree["nodes"]:
        ranks[node["step"]] = ranks.get(node["step"], -1) + 1
        places.append((node["step"], -ranks[node["step"]]))
    shown = [k for k, node in enumerate(tree["nodes"]) if node["step"] < until]
    tallest = max(ranks.values()) + 1
    caption = PAPER["caption"].format(title=header["title"], beams=beams, model=header["model"])
    star = _star(figure, tree)
    caption += f" {PAPER['star']}" if star in shown else ""
    with sheet(figure, path, (0.95 * until + 0.9, 0.36 * tallest + 1.0), caption) as paper:
        axes = paper.add_subplot()
        for k in shown:
            node, (x, y) = tree["nodes"][k], places[k]
            from_x, from_y = places[node["parent"]] if node["parent"] is not None else (-1, 0)
            ink = colours[COLOURS[node["fate"]]]
            dashed = {"linestyle": ":"} if node["fate"] == "cut" else {}
            axes.plot([from_x + 0.35, x - 0.38], [from_y, y], color=ink, lw=0.8, **dashed)
            axes.text(x, y + 0.08, node["word"], ha="center", va="bottom", size=7, color=ink)
            axes.text(
                x,
                y - 0.02,
                f"{totals[k]:.2f}",
                ha="center",
                va="top",
                size=5.5,
                color=colours["soft"],
            )
        if star in shown:
            x, y = places[star]
            axes.text(x + 0.24, y + 0.1, "★", ha="center", size=8, color=colours["query"])
        axes.set(xlim=(-0.75, until - 0.4), ylim=(-tallest + 0.3, 0.8))
        axes.axis("off")


def _star(figure: Figure, tree: dict) -> int | None:
    """Find the last kept node of the best sequence, if exhaustive search has found it."""
    if (of_all := figure.header["of_all"]) is None:
        return None
    alpha, totals = figure.header["start"].get("alpha", 0.0), figure.arrays["of_all"].values
    scores = [t / b["length"] ** alpha for t, b in zip(totals, of_all["best"], strict=True)]
    at, _how = tree["lost"][scores.index(max(scores))]
    return at
