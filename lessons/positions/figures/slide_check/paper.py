"""Print the numbers of a slide: slips crossed out, with the right number below."""

from pathlib import Path

from matplotlib.patches import Rectangle

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet


def write(figure: Figure, path: Path) -> None:
    """Draw the slide that `figure.at(slide=…)` chose; with `shown=True` also the right numbers."""
    start, colours = figure.header["start"], figure.header["palette"]["light"]
    slide = next(s for s in figure.header["slides"] if s["name"] == start["slide"])
    rows, columns = len(slide["rows"]), len(slide["rows"][0])
    told = slide["explained"].replace("**", "") if start["shown"] else figure.header["title"]
    caption = f"{slide['says']} {slide['origin']}. {told}"
    with sheet(figure, path, (1.2 * columns + 1.2, 0.5 * rows + 0.9), caption) as paper:
        axes = paper.add_subplot()
        for i in range(rows):
            for j in range(columns):
                slip = start["shown"] and slide["slips"][i][j]
                ink = colours["negative" if slip else "good" if start["shown"] else "line"]
                axes.add_patch(Rectangle((j + 0.04, i + 0.06), 0.92, 0.88, fill=False, ec=ink))
                text, above = slide["rows"][i][j], 0.2 if slip else 0
                look = {"ha": "center", "va": "center"}
                axes.text(
                    j + 0.5,
                    i + 0.5 - above,
                    text,
                    size=8 if slip else 10,
                    color=ink if slip else colours["ink"],
                    **look,
                )
                if slip:
                    axes.text(
                        j + 0.5, i + 0.68, slide["four"][i][j], size=10, weight="bold", **look
                    )
        axes.set(xlim=(0, columns), ylim=(rows, 0))
        axes.set_xticks([j + 0.5 for j in range(columns)], range(columns))
        axes.set_yticks([i + 0.5 for i in range(rows)], range(rows))
        axes.tick_params(length=0, colors=colours["soft"])
        for spine in axes.spines.values():
            spine.set_visible(False)
