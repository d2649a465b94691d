"""Judge the numbers that a slide prints, cell by cell: right, or a slip? The arithmetic is beside it.

No model is involved: the right numbers were computed by the formula, in float64.
"""

from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.choices import by, choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.positions.figures.slide_check import words as say


def slide_check(slides, explain) -> Figure:
    """Return the figure. `slides` are tables to judge (see lessons/positions/slides.py); `explain(slide)` says, after a
    table is judged, what is wrong with it. `at(shown=True)` opens with all answers shown.
    """
    arrays, entries = {}, []
    for slide in slides:
        printed = np.array(
            slide.rows, dtype=np.float32
        )  # (position, dimension) or (position, position)
        right = slide.right.astype(np.float32)
        arrays[f"{slide.name}.printed"] = Array(printed, "row column", slide.deck, "as printed")
        arrays[f"{slide.name}.right"] = Array(right, "row column", "the paper’s formula", "float64")
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
        **choice_header(
            choice("slide", values=[slide.name for slide in slides]),
            choice(
                "row", labels=by("slide", [len(slide.rows) for slide in slides]), first=0, keys="↑↓"
            ),
            choice(
                "column",
                labels=by("slide", [len(slide.rows[0]) for slide in slides]),
                first=0,
                keys="←→",
            ),
            choice("shown", values=[False, True], linked=False),
        ),
    }
    return Figure("slide_check", header, arrays)


def recompute(figure: Figure, slide: str, row: int, column: int) -> dict[str, Any]:
    """Return the number by `transformer.positions.sinusoidal`, and its difference from the slide."""
    from transformer.positions import sinusoidal  # opens even with broken model code

    figure.at(slide=slide, row=row, column=column)
    entry = next(table for table in figure.header["slides"] if table["name"] == slide)
    pe = sinusoidal(len(entry["rows"]), 4)  # (position, d_model)
    again = float((pe @ pe.T if entry["columns"] == "position" else pe)[row, column])
    printed = float(entry["rows"][row][column].replace("−", "-"))
    return {
        "cell": {"slide": slide, "row": row, "column": column},
        "value": again,
        "difference": abs(again - printed),
        "same": not entry["slips"][row][column],
        "shown_value": f"{again:.6f}".replace("-", "−"),
        "shown_difference": f"{abs(again - printed):.4f}",
    }
