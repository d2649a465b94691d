"""Numbers that a slide prints, to be judged cell by cell: right, or a slip? The arithmetic is beside.

Nothing is learned from a model here: what is right was computed by the formula, in float64.
"""

from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.slide_check import words as say


def slide_check(slides, explain) -> Figure:
    """`slides` are tables to judge (see lessons/positions/slides.py); `explain(slide)` says, once a
    table is judged, what is wrong with it.
    """
    arrays, entries = {}, []
    for slide in slides:
        printed = np.array(
            slide.rows, dtype=np.float32
        )  # (position, dimension) or (position, position)
        right = slide.right.astype(np.float32)
        arrays[f"{slide.name}.printed"] = Array(printed, "row column", slide.deck, "as printed")
        arrays[f"{slide.name}.right"] = Array(right, "row column", "the paper's formula", "float64")
        n, m = slide.right.shape
        entries.append(
            {
                "name": slide.name,
                "title": slide.title,
                "origin": say.ORIGIN.format(deck=slide.deck, place=slide.place),
                "says": slide.says,
                "printed": slide.printed,
                "columns": slide.columns,
                "rows": [[text.replace("-", "−") for text in row] for row in slide.rows],
                "right": [[f"{v:.6f}".replace("-", "−") for v in row] for row in slide.right],
                "four": [[f"{v:.4f}".replace("-", "−") for v in row] for row in slide.right],
                "slips": [[slide.is_slip(i, j) for j in range(m)] for i in range(n)],
                "lines": slide.lines,
                "explained": explain(slide),
            }
        )
    header = {
        "title": say.TITLE,
        "slides": entries,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"slide": slides[0].name, "row": 0, "column": 0, "shown": False},
    }
    return Figure("slide_check", header, arrays)


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check which slide and cell are shown; `shown=True` opens with everything told."""
    slide = _slide(figure, start["slide"])
    _inside(slide, start["row"], start["column"])
    if type(start["shown"]) is not bool:
        raise ValueError(f"shown must be True or False, got {start['shown']!r}")
    return start


def _slide(figure: Figure, name: Any) -> dict[str, Any]:
    names = [slide["name"] for slide in figure.header["slides"]]
    if name not in names:
        raise ValueError(f"there is no slide {name!r}; there are {', '.join(names)}")
    return figure.header["slides"][names.index(name)]


def _inside(slide: dict, row: Any, column: Any) -> None:
    n, m = len(slide["rows"]), len(slide["rows"][0])
    for name, number, count in (("row", row, n), ("column", column, m)):
        if type(number) is not int or not 0 <= number < count:
            raise ValueError(f"{name} must be a whole number from 0 to {count - 1}, got {number!r}")


def recompute(figure: Figure, slide: str, row: int, column: int) -> dict[str, Any]:
    """The number by the machine, `transformer.positions.sinusoidal`, and how far the slide is from it."""
    from transformer.positions import sinusoidal  # the page must open while the machine is broken

    found = _slide(figure, slide)
    _inside(found, row, column)
    pe = sinusoidal(len(found["rows"]), 4)  # (position, d_model)
    again = float((pe @ pe.T if found["columns"] == "position" else pe)[row, column])
    printed = float(found["rows"][row][column].replace("−", "-"))
    return {
        "cell": {"slide": slide, "row": row, "column": column},
        "value": again,
        "difference": abs(again - printed),
        "same": not found["slips"][row][column],
        "shown_value": f"{again:.6f}".replace("-", "−"),
        "shown_difference": f"{abs(again - printed):.4f}",
    }
