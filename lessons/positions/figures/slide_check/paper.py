"""Print the numbers of a slide as a table: the right number follows a slip."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.panels import column, paper, table
from lessons.positions.figures.slide_check.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """Draw the slide that `figure.at(slide=…)` chose; with `shown=True` also the right numbers."""
    start = figure.header["start"]
    slide = next(s for s in figure.header["slides"] if s["name"] == start["slide"])
    text = slide["explained"].replace("**", "") if start["shown"] else figure.header["title"]

    def printed(i: int, j: int) -> str:
        slip = start["shown"] and slide["slips"][i][j]
        return PAPER["slip" if slip else "number"].format(
            printed=slide["rows"][i][j], right=slide["four"][i][j]
        )

    rows = range(len(slide["rows"]))
    columns = [column(str(j), [printed(i, j) for i in rows]) for j in range(len(slide["rows"][0]))]
    caption = f"{slide['says']} {slide['origin']}. {text}"
    paper.write_panels(figure, [table("", [str(i) for i in rows], columns)], caption, path)
