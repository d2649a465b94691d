"""A figure that is declared, not drawn: its choices (`kit/choices.py`), and panels of numbers.

Python computes every array and declares, in a list of panels, what to show of it. `draw.js` and `paper.py` here
draw any such list, so a declared figure needs neither. A panel names its numbers with NumPy indices:
"weights[head, word, :]", where a choice stands for its value and ":" for all. "{layer}.weights[:]" is
the array whose name begins with the value of the choice `layer`; a final ":3" requests three decimals.

Every text and every panel can be `by(choice, …)`, with one value per option. In a text, **this is bold**,
**query|this** is also coloured, and e^(this) is raised. Labels are texts, results of `kit/labels.py`, or the name of
a choice, whose labels they then are. `hue`: a colour of the palette, such as "query" or "value".
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lessons.figures.kit.button_words import RECOMPUTE
from lessons.figures.kit.choices import by, choice, listed, over
from lessons.figures.panels.picture import picture

__all__ = [
    "bars", "side_by_side", "buttons", "by", "choice", "column", "curve", "curves", "equation", "heights", "hits", "lines", "listing",
    "matrix", "meter", "meters", "over", "picture", "ranked", "recompute", "row", "sentence", "side", "strip", "story",
    "strips", "sums", "table", "text", "tiles", "unfold", "word_grid",
]  # fmt: skip
NUMBERS = re.compile(r"(?P<array>.+)\[(?P<index>[^\]]*)\](:(?P<digits>\d))?$")
Panel = dict[str, Any]


def numbered(numbers: str) -> Panel:
    """Parse "weights[head, :]:2" → the array's name, the index of each axis, decimals (else 2)."""
    match = NUMBERS.match(numbers)
    if not match:
        raise ValueError(f"{numbers!r} does not name an array; write 'weights[head, word, :]:2'")
    parts = [part.strip() for part in match["index"].split(",") if part.strip()]
    index = [int(part) if part.isdigit() else part for part in parts]
    return {"array": match["array"], "index": index, "digits": int(match["digits"] or 2)}


# ---- text ----------------------------------------------------------------------------------------
def text(
    template: Any, look: Any = "read", hue: str = "", follows: bool = False, **numbers: str
) -> Panel:
    """A sentence. Its fields: {word}, the value of the choice `word`; {word_number}; others are named in `numbers`.

    `look`: "read"; "told" and the smaller "note", which keep room for a longer sentence; "label",
    "head", "verdict", "caption", "caption hint" (not on paper), "note detail" (not on a small projector), "lead",
    "formula", "sum-of", "output" or "big". `hue`: the colour of bold text. `follows`: the text describes the
    cell of a matrix under the pointer.
    """
    gaps = {gap: numbered(reference) for gap, reference in numbers.items()}
    return {
        "kind": "text",
        "text": template,
        "look": look,
        "hue": hue,
        "follows": follows,
        "numbers": gaps,
    }


def story(along: str, content: Any) -> Panel:
    """A text for each value of the choice `along`. If there is room, all texts are beside the other panels, and
    scrolling to one chooses it; otherwise only the text of the chosen value is shown."""
    return text(content, "lead") | {"kind": "story", "along": along}


def sentence(
    name: Any, words: Any, marks: Any = "", even: bool = False, hue: str = "weight"
) -> Panel:
    """Words in a line. `marks`: one letter per word: c counts, x clipped, r in a reference, w wrong, n now, e now
    and wrong, l later, o other. `even`: all have the same width, as letters do. `hue`: of bold text in the name."""
    return {
        "kind": "sentence",
        "name": name,
        "words": listed(words),
        "marks": marks,
        "even": even,
        "hue": hue,
    }


def table(names: str, rows: Any, columns: Sequence[Panel], best: str = "") -> Panel:
    """One row for each of `rows`, with the names `names`. The row with the largest number of `best` is marked."""
    return {
        "kind": "table", "names": names, "rows": listed(rows), "columns": list(columns),
        "best": numbered(best) if best else None,
    }  # fmt: skip


def column(title: Any, shows: Any, bar: bool = False, dots: Any = None, hue: str = "") -> Panel:
    """Texts for a table, or numbers, "weights[:]:3", optionally with a bar; "–" for NaN. `dots`: numbers as dots
    between these two ends. `hue`: "soft" for sentences, which can wrap."""
    cells = {"from": numbered(shows)} if isinstance(shows, str) else {"texts": listed(shows)}
    return {"title": title, "bar": bar, "dots": dots, "hue": hue, **cells}


def hits(
    numbers: str,
    texts: Any,
    choose: tuple[str, int, str],
    name: str = "",
    full: float | None = None,
) -> Panel:
    """Search results, best first: texts as buttons, each with a bar and its number. Each text: {"words", "marks" as in a
    sentence, "right": whether it is the right one}. `choose`: a click chooses (choice, rank from 0) and the index of
    the text in another choice. `name`: of the list, on paper. `full`: the number of a full bar, else the largest."""
    return {
        "kind": "hits", "name": name, "from": numbered(numbers), "texts": texts, "choose": list(choose), "full": full,
    }  # fmt: skip


def lines(shown: Sequence[tuple[Any, str]], reveal: str) -> Panel:
    """Rows (label, numbers) of large coloured cells; those after the choice `reveal` are hidden."""
    rows = [{"label": label, "from": numbered(numbers)} for label, numbers in shown]
    return {"kind": "lines", "lines": rows, "reveal": reveal}


def sums(rows: Sequence[tuple[Any, str, str | None]], mark: str = "") -> Panel:
    """Lines of a name, a sign and a number (None if there is none). The line chosen as `mark` is
    marked."""
    shown = [
        (name, sign, numbered(reference) if reference else None) for name, sign, reference in rows
    ]
    return {"kind": "sums", "rows": shown, "mark": mark}


def listing(title: str, begins: int, lines: Sequence[str], marked: Any, notes: Any) -> Panel:
    """Source code whose `lines` start with number `begins`, under a title with a field {line} for the line that is
    `marked`; None: omit the panel. `notes`: text below a line, by its number. Lines far from these
    are folded."""
    return {
        "kind": "listing", "head": title, "begins": begins, "lines": list(lines), "marked": marked,
        "notes": notes,
    }  # fmt: skip


def recompute(*choices: str) -> Panel:
    """Ask the figure's function `recompute`, which takes these choices, to compute the number again."""
    return {"kind": "recompute", "of": list(choices), "words": RECOMPUTE}


def word_grid(
    numbers: str, texts: Any, rows: Any, columns: Any, choose: tuple[str, str], corner: str
) -> Panel:
    """Rows × columns of words, coloured by a fraction of 1: `texts[row][column]`. `choose`: the choices of row and
    column that a click makes; rows below the chosen one are hidden. `corner`: the meaning of the rows."""
    return {
        "kind": "word_grid", "from": numbered(numbers), "texts": texts, "rows": listed(rows),
        "columns": listed(columns), "choose": list(choose), "corner": corner,
    }  # fmt: skip


# ---- numbers -------------------------------------------------------------------------------------
def matrix(
    numbers: str, rows: Any, columns: Any = None, choose: Sequence[str] = ("", ""), *,
    title: Any = "", tip: str = "{row} · {column}: {value}", weights: bool = False, hue: str = "",
    full: float | str | None = None, cells: tuple[int, int] = (9, 30), legend: str | None = None,
) -> Panel:  # fmt: skip
    """Rows × columns. If the columns have no labels, there are many: their cells are counted and show no number.

    `choose`: the choices of row and column that a click makes. `weights`: fractions of 1. `full`: the number or numbers
    with the full colour, else the largest. `cells`: the least and the largest side in pixels.
    `legend`: under the colours, the meaning of a cell without a number; None for no legend.
    """
    return {
        "kind": "matrix", "title": title, "from": numbered(numbers), "rows": listed(rows),
        "columns": listed(columns), "choose": list(choose), "tip": tip, "weights": weights, "hue": hue,
        "full": numbered(full) if isinstance(full, str) else full, "cells": list(cells), "legend": legend,
    }  # fmt: skip


def equation(*parts: Any, least: int = 560) -> Panel:
    """Matrices with cells of one size, and texts between them, such as "×"; other panels keep their place. Stacked if
    there are fewer than `least` pixels. Rows of a choice are named once in a line."""
    return {"kind": "equation", "parts": list(parts), "least": least}


def strips(numbers: str, title: Any, rows: Any = None, amounts: str = "", hue: str = "") -> Panel:
    """Small cells, in one row or many. `rows`: labels on their left; `amounts`: a number for each on their right."""
    return {
        "kind": "strips", "title": title, "from": numbered(numbers), "rows": listed(rows),
        "amounts": numbered(amounts) if amounts else None, "hue": hue,
    }  # fmt: skip


def side_by_side(along: str, each: Any, shown: Sequence[Panel]) -> Panel:
    """Columns with the names `each`, one for each value of the axis `along`; each contains `strip(…)`."""
    return {"kind": "beside", "along": along, "each": listed(each), "strips": list(shown)}


def strip(numbers: str, title: Any, names: Any = None, hue: str = "") -> Panel:
    """One row or block of small cells in each column; one for all columns if the numbers do not have their axis.
    `names` of the cells, else they are counted."""
    return {"title": title, "from": numbered(numbers), "names": listed(names), "hue": hue}


def tiles(groups: Sequence[Panel], choose: Sequence[str]) -> Panel:
    """Small maps in groups of buttons that choose a map, and a group if there are several.

    Each group: {title, from, names}; each name {label, name, named}, the texts above and below a map, and in a
    group with `value`, these numbers below. `signs`: the sign before each map, "+". `full`, and `rows` and `columns`
    for paper: as for a matrix.
    """
    maps = [
        group | {ref: numbered(group[ref]) for ref in ("from", "value", "full") if ref in group}
        for group in groups
    ]
    return {"kind": "tiles", "groups": maps, "choose": list(choose)}


def bars(
    numbers: str, labels: Any, *, title: Any = "", full: float | None = None, hue: str = "weight",
    printed: str = "", **gaps: str,
) -> Panel:  # fmt: skip
    """A bar for each label, from the first number on; at its end its number, or the text `printed` with `gaps`.

    `full`: the number of a full bar, else the largest.
    """
    return {
        "kind": "bars", "title": title, "from": numbered(numbers), "labels": listed(labels), "full": full,
        "hue": hue, "printed": printed, "numbers": {gap: numbered(reference) for gap, reference in gaps.items()},
    }  # fmt: skip


def heights(numbers: str) -> Panel:
    """Upright bars without labels, side by side: fractions of 1."""
    return {"kind": "heights", "from": numbered(numbers)}


def curves(
    title: Any, shown: Sequence[Panel], x: Sequence[float], x_title: str, choose: str = "", powers: bool = False
) -> Panel:  # fmt: skip
    """Curves over `x`, from 0 on; with `powers`, on a log scale. `choose`: the choice of a position along x."""
    return {
        "kind": "curves", "title": title, "curves": list(shown), "x": list(x), "x_title": x_title,
        "choose": choose, "powers": powers,
    }  # fmt: skip


def curve(numbers: str, name: Any, hue: str, dash: str = "", **gaps: str) -> Panel:
    """One curve. `name`: a text with `gaps` for numbers. `dash`: "6 4", length and distance in pixels."""
    references = {gap: numbered(reference) for gap, reference in gaps.items()}
    return {
        "from": numbered(numbers),
        "name": name,
        "numbers": references,
        "hue": hue,
        "dash": dash,
    }


def meters(rows: Any, line: float) -> Panel:
    """Fractions of 1, largest first. `rows`: a list of `meter(…)`; from `line` on, a value counts."""
    return {"kind": "meters", "rows": rows, "line": line}


def meter(label: str, numbers: str, baseline: float, tip: str) -> Panel:
    """One fraction; `baseline`: the value expected by chance; `tip`: the text under the pointer."""
    return {"label": label, "from": numbered(numbers), "baseline": baseline, "tip": tip}


def reveals_answer(panel: Panel, when: Any = True) -> Panel:
    """Mark a panel, or a column of a table, that answers the question about the figure: it is hatched until
    the question is answered. `when`: for which choices it does, as `by(…)`."""
    return {**panel, "tells": when}


# ---- layout --------------------------------------------------------------------------------------
def row(*columns: Sequence[Panel], widths: str = "", least: int = 620) -> Panel:
    """Lists of panels side by side; stacked if there are fewer than `least` pixels."""
    return {"kind": "row", "columns": [list(c) for c in columns], "widths": widths, "least": least}


def side(title: Any, which: Any, *panels: Panel) -> Panel:
    """A box beside the figure."""
    return {"kind": "side", "title": title, "which": which, "panels": list(panels)}


def unfold(title: str, *panels: Panel) -> Panel:
    """Panels that stay folded until the reader opens them."""
    return {"kind": "unfold", "summary": title, "panels": list(panels)}


def buttons(**titles: Any) -> Panel:
    """Choices among the panels, each under its title; a choice of False and True is a check box. Their
    own `control` is ""."""
    return {"kind": "buttons", "of": [{"name": n, "title": t} for n, t in titles.items()]}


def ranked(numbers: str, words: Mapping[str, str]) -> Panel:
    """A control: buttons, and the keys S and W, that move to the next stronger or weaker value of a choice, by these
    numbers. `words`: title, weaker, stronger."""
    return {"kind": "ranked", "from": numbered(numbers), "words": dict(words)}
