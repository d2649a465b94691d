"""A figure that is said, not drawn: what can be chosen (`kit/choices.py`), and panels of numbers.

Python computes every array and says, in a list of panels, what is shown of it. `draw.js` and `paper.py` here
draw any such list, so a said figure has neither. A panel names its numbers as NumPy would take them:
"weights[head, word, :]", where a choice stands for what is chosen and ":" for all. "{layer}.weights[:]" is
the array whose name begins with what is chosen as layer; ":3" behind it asks for three decimals.

Every text and every panel may be `by(choice, …)`, one for each place. In a text **this is bold**, **query|this**
in a colour, too, and e^(this) raised. Labels are texts, those that `kit/labels.py` makes, or the name of a choice,
which are its own. `hue`: a colour of the palette, as "query" or "value".
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lessons.figures.kit.button_words import RECOMPUTE
from lessons.figures.kit.choices import by, choice, listed, over
from lessons.figures.panels.picture import picture

__all__ = [
    "bars", "beside", "buttons", "by", "choice", "column", "curve", "curves", "equation", "heights", "hits", "lines", "listing",
    "matrix", "meter", "meters", "over", "picture", "ranked", "recompute", "row", "sentence", "side", "strip", "story",
    "strips", "sums", "table", "text", "tiles", "unfold", "word_grid",
]  # fmt: skip
NUMBERS = re.compile(r"(?P<array>.+)\[(?P<index>[^\]]*)\](:(?P<digits>\d))?$")
Panel = dict[str, Any]


def numbered(numbers: str) -> Panel:
    """ "weights[head, :]:2" → the array's name, what stands on each of its axes, decimals (else 2)."""
    found = NUMBERS.match(numbers)
    if not found:
        raise ValueError(f"{numbers!r} names no numbers; write them as 'weights[head, word, :]:2'")
    parts = [part.strip() for part in found["index"].split(",") if part.strip()]
    index = [int(part) if part.isdigit() else part for part in parts]
    return {"array": found["array"], "index": index, "digits": int(found["digits"] or 2)}


# ---- what is read --------------------------------------------------------------------------------
def text(
    said: Any, look: Any = "read", hue: str = "", follows: bool = False, **numbers: str
) -> Panel:
    """A sentence. Its gaps: {word}, what is chosen as word; {word_number}; others are named in `numbers`.

    `look`: "read"; "told" and the smaller "note", which keep room where the next sentence is longer; "label",
    "head", "verdict", "caption", "caption hint" (not on paper), "lead", "formula", "sum-of", "output" or "big". `hue`: of what is bold. `follows`: it says what it
    would at the cell of a matrix at which somebody points.
    """
    gaps = {gap: numbered(one) for gap, one in numbers.items()}
    return {
        "kind": "text",
        "text": said,
        "look": look,
        "hue": hue,
        "follows": follows,
        "numbers": gaps,
    }


def story(along: str, said: Any) -> Panel:
    """What is said of each place of the choice `along`. Where there is room, all of it stands beside the other
    panels, and who reads on to a place goes there; else only what is said of the chosen one."""
    return text(said, "lead") | {"kind": "story", "along": along}


def sentence(
    name: Any, words: Any, marks: Any = "", even: bool = False, hue: str = "weight"
) -> Panel:
    """Words in a line. `marks`: a letter for each: c counts, x clipped, r in a reference, w wrong, n now, e now
    and wrong, l later, o other. `even`: all are equally wide, as letters are. `hue`: of what is bold in the name."""
    return {
        "kind": "sentence",
        "name": name,
        "words": listed(words),
        "marks": marks,
        "even": even,
        "hue": hue,
    }


def table(names: str, rows: Any, columns: Sequence[Panel], best: str = "") -> Panel:
    """A row for each of `rows`, which are `names`. The one with the largest number of `best` is marked."""
    return {
        "kind": "table", "names": names, "rows": listed(rows), "columns": list(columns),
        "best": numbered(best) if best else None,
    }  # fmt: skip


def column(title: Any, shows: Any, bar: bool = False, dots: Any = None, hue: str = "") -> Panel:
    """Texts for a table, or numbers, "weights[:]:3", also as a bar; "–" for what is no number. `dots`: numbers as
    dots between these two ends alone. `hue`: "soft" for sentences, which may wrap."""
    cells = {"from": numbered(shows)} if isinstance(shows, str) else {"texts": listed(shows)}
    return {"title": title, "bar": bar, "dots": dots, "hue": hue, **cells}


def hits(
    numbers: str,
    texts: Any,
    choose: tuple[str, int, str],
    name: str = "",
    full: float | None = None,
) -> Panel:
    """What a search has found, the best first: texts as buttons, each with a bar and its number. Each text: {"words", "marks"
    as of a sentence, "right": whether it is what was looked for}. `choose`: a click chooses (choice, place from 0) and the place
    of the text in another choice. `name`: of the list, on paper. `full`: the number of a whole bar, else the largest."""
    return {
        "kind": "hits", "name": name, "from": numbered(numbers), "texts": texts, "choose": list(choose), "full": full,
    }  # fmt: skip


def lines(shown: Sequence[tuple[Any, str]], reveal: str) -> Panel:
    """Rows (label, numbers) of large coloured cells; those after the choice `reveal` are not yet seen."""
    rows = [{"label": label, "from": numbered(numbers)} for label, numbers in shown]
    return {"kind": "lines", "lines": rows, "reveal": reveal}


def sums(rows: Sequence[tuple[Any, str, str | None]], mark: str = "") -> Panel:
    """Lines of a name, a sign and a number, None where there is none. The line of what is chosen as `mark` is
    marked."""
    shown = [(name, sign, numbered(one) if one else None) for name, sign, one in rows]
    return {"kind": "sums", "rows": shown, "mark": mark}


def listing(title: str, begins: int, lines: Sequence[str], marked: Any, notes: Any) -> Panel:
    """Source, of which `lines` begin with number `begins`, under a title with a gap {line} for the one that is
    `marked`; None: the panel is not there. `notes`: what stands below a line, by its number. Lines far from these
    are folded."""
    return {
        "kind": "listing", "head": title, "begins": begins, "lines": list(lines), "marked": marked,
        "notes": notes,
    }  # fmt: skip


def recompute(*choices: str) -> Panel:
    """Asks the figure's function `recompute`, which takes these choices, for the number again."""
    return {"kind": "recompute", "of": list(choices), "words": RECOMPUTE}


def word_grid(
    numbers: str, texts: Any, rows: Any, columns: Any, choose: tuple[str, str], corner: str
) -> Panel:
    """Rows × columns of words, on a colour by a share of 1: `texts[row][column]`. `choose`: the choices of row and
    column that a click makes; what is below the chosen row is not yet seen. `corner`: what the rows are."""
    return {
        "kind": "word_grid", "from": numbered(numbers), "texts": texts, "rows": listed(rows),
        "columns": listed(columns), "choose": list(choose), "corner": corner,
    }  # fmt: skip


# ---- what is looked at ---------------------------------------------------------------------------
def matrix(
    numbers: str, rows: Any, columns: Any = None, choose: Sequence[str] = ("", ""), *,
    title: Any = "", tip: str = "{row} · {column}: {value}", weights: bool = False, hue: str = "",
    full: float | str | None = None, cells: tuple[int, int] = (9, 30), legend: str | None = None,
) -> Panel:  # fmt: skip
    """Rows × columns. Columns without labels are many: their cells are counted and carry no number.

    `choose`: the choices of row and column that a click makes. `weights`: shares of 1. `full`: where colours are
    full, a number or numbers of one, else the largest. `cells`: the least and the largest side in pixels.
    `legend`: under the colours, what a cell without a number means; None for no legend.
    """
    return {
        "kind": "matrix", "title": title, "from": numbered(numbers), "rows": listed(rows),
        "columns": listed(columns), "choose": list(choose), "tip": tip, "weights": weights, "hue": hue,
        "full": numbered(full) if isinstance(full, str) else full, "cells": list(cells), "legend": legend,
    }  # fmt: skip


def equation(*parts: Any, least: int = 560) -> Panel:
    """Matrices with cells of one size, and texts between them, as "×"; other panels stand in their place. One
    below the other where there are fewer than `least` pixels. Rows of a choice are named once in a line."""
    return {"kind": "equation", "parts": list(parts), "least": least}


def strips(numbers: str, title: Any, rows: Any = None, amounts: str = "", hue: str = "") -> Panel:
    """Small cells, one row or many. `rows`: labels at their left; `amounts`: a number for each at its right."""
    return {
        "kind": "strips", "title": title, "from": numbered(numbers), "rows": listed(rows),
        "amounts": numbered(amounts) if amounts else None, "hue": hue,
    }  # fmt: skip


def beside(along: str, each: Any, shown: Sequence[Panel]) -> Panel:
    """Columns with the names `each`, one for each place of the axis `along`; in them each `strip(…)`."""
    return {"kind": "beside", "along": along, "each": listed(each), "strips": list(shown)}


def strip(numbers: str, title: Any, names: Any = None, hue: str = "") -> Panel:
    """One row or block of small cells in each column; one for all where the numbers do not name the axis along
    which the columns go. `names` of the cells, else they are counted."""
    return {"title": title, "from": numbered(numbers), "names": listed(names), "hue": hue}


def tiles(groups: Sequence[Panel], choose: Sequence[str]) -> Panel:
    """Small maps in groups of buttons that choose a group, if there are several, and a map.

    Each group: {title, from, names}; each name {label, name, named}, what stands above and below a map, and in a
    group with `value`, these numbers below. `signs`: what stands before each map, "+". `full`, and `rows` and `columns`
    for paper: as of a matrix.
    """
    maps = [
        one | {ref: numbered(one[ref]) for ref in ("from", "value", "full") if ref in one}
        for one in groups
    ]
    return {"kind": "tiles", "groups": maps, "choose": list(choose)}


def bars(
    numbers: str, labels: Any, *, title: Any = "", full: float | None = None, hue: str = "weight",
    printed: str = "", **gaps: str,
) -> Panel:  # fmt: skip
    """A bar for each label, from the first number on; at its end its number, or the text `printed` with `gaps`.

    `full`: the number of a whole bar, else the largest.
    """
    return {
        "kind": "bars", "title": title, "from": numbered(numbers), "labels": listed(labels), "full": full,
        "hue": hue, "printed": printed, "numbers": {gap: numbered(one) for gap, one in gaps.items()},
    }  # fmt: skip


def heights(numbers: str) -> Panel:
    """Upright bars without labels, side by side: shares of 1."""
    return {"kind": "heights", "from": numbered(numbers)}


def curves(
    title: Any, shown: Sequence[Panel], x: Sequence[float], x_title: str, choose: str = "", powers: bool = False
) -> Panel:  # fmt: skip
    """Curves over `x`, from 0 on; with `powers`, of powers of ten. `choose`: the choice of a place along x."""
    return {
        "kind": "curves", "title": title, "curves": list(shown), "x": list(x), "x_title": x_title,
        "choose": choose, "powers": powers,
    }  # fmt: skip


def curve(numbers: str, name: Any, hue: str, dash: str = "", **gaps: str) -> Panel:
    """One curve. `name`: a text with `gaps` for numbers. `dash`: "6 4", as long and as far apart in pixels."""
    named = {gap: numbered(one) for gap, one in gaps.items()}
    return {"from": numbered(numbers), "name": name, "numbers": named, "hue": hue, "dash": dash}


def meters(rows: Any, line: float) -> Panel:
    """Shares of 1, the largest first. `rows`: a list of `meter(…)`; from `line` on one counts."""
    return {"kind": "meters", "rows": rows, "line": line}


def meter(label: str, numbers: str, baseline: float, tip: str) -> Panel:
    """One share; `baseline`: what chance gives; `tip`: what is said where somebody points."""
    return {"label": label, "from": numbered(numbers), "baseline": baseline, "tip": tip}


def tells(panel: Panel, when: Any = True) -> Panel:
    """This panel, or column of a table, answers the question that is asked about the figure: it is hatched until
    somebody answers. `when`: for which choices it does, as `by(…)`."""
    return {**panel, "tells": when}


# ---- where it stands -----------------------------------------------------------------------------
def row(*columns: Sequence[Panel], widths: str = "", least: int = 620) -> Panel:
    """Lists of panels side by side; one below the other where there are fewer than `least` pixels."""
    return {"kind": "row", "columns": [list(c) for c in columns], "widths": widths, "least": least}


def side(title: Any, which: Any, *panels: Panel) -> Panel:
    """A box beside the figure."""
    return {"kind": "side", "title": title, "which": which, "panels": list(panels)}


def unfold(title: str, *panels: Panel) -> Panel:
    """What is seen only by those who ask for it."""
    return {"kind": "unfold", "summary": title, "panels": list(panels)}


def buttons(**titles: Any) -> Panel:
    """Choices that are made here, among the panels, each under its title; one of False and True is a box to tick. Their
    own `control` is ""."""
    return {"kind": "buttons", "of": [{"name": n, "title": t} for n, t in titles.items()]}


def ranked(numbers: str, words: Mapping[str, str]) -> Panel:
    """A control: buttons, and the keys S and W, to the next stronger or weaker one of a choice by these
    numbers. `words`: title, weaker, stronger."""
    return {"kind": "ranked", "from": numbered(numbers), "words": dict(words)}
