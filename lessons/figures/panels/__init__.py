"""A figure that is said, not drawn: what can be chosen (`kit/choices.py`), and panels of numbers.

Python computes every array and says, in a list of panels, what is shown of it. `draw.js` and `paper.py` here
draw any such list, so a said figure has neither. A panel names its numbers as NumPy would take them:
"weights[head, word, :]", where a choice stands for what is chosen and ":" for all. "{layer}.weights[:]" is
the array whose name begins with what is chosen as layer.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.button_words import BUTTONS
from lessons.figures.kit.choices import by, choice, listed, names, picked, places
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import number
from lessons.figures.panels.words import PANEL_WORDS

__all__ = [
    "bars", "by", "choice", "column", "lines", "matrix", "meter", "meters", "picture", "ranked", "row", "sentence",
    "side", "strips", "table", "text", "tiles",
]  # fmt: skip
REF = re.compile(r"(?P<array>.+)\[(?P<index>[^\]]*)\](:(?P<digits>\d))?$")
ARROWS = {"←→": ["←", "→"], "↑↓": ["↑", "↓"]}
Panel = dict[str, Any]


# ---- panels ------------------------------------------------------------------------------------
def text(said: Any, look: str = "read", **numbers: str) -> Panel:
    """A sentence, or `by(…)`. Its gaps: `{word}`, what is chosen as word; `{word_number}`; and numbers.

    `numbers`: for each other gap what stands there, "lengths[word]:3" with three decimals. `look`: "read",
    "label", "verdict", "verdict bad", "caption", "formula" or "output".
    """
    gaps = {gap: numbered(ref) for gap, ref in numbers.items()}
    return {"kind": "text", "text": said, "look": look, "numbers": gaps}


def table(rows: Any, columns: Sequence[Panel], best: str = "") -> Panel:
    """A row for each label. `columns`: `column(…)`. The row with the largest number of `best` is marked."""
    marked = numbered(best) if best else None
    return {"kind": "table", "rows": listed(rows), "columns": list(columns), "best": marked}


def column(title: str, shows: Any, bar: bool = False, hue: str = "") -> Panel:
    """Texts (or `by(…)`), or numbers "weights[:]:3", also as a bar; `hue`: of the palette."""
    cells = {"from": numbered(shows)} if isinstance(shows, str) else {"texts": listed(shows)}
    return {"title": title, "bar": bar, "hue": hue, **cells}


def lines(shown: Sequence[tuple[Any, str]], reveal: str) -> Panel:
    """Rows (label, numbers) of large coloured cells; those after the choice `reveal` are not yet seen."""
    rows = [{"label": label, "from": numbered(ref)} for label, ref in shown]
    return {"kind": "lines", "lines": rows, "reveal": reveal}


def strips(
    ref: str, title: Any = "", each: Any = None, along: str = "", names: Any = None, amounts: str = "",
    hue: str = "", down: bool = False,
) -> Panel:  # fmt: skip
    """Rows of small cells. `each`: labels of the strips, one for each value of the axis `along`, side by side,
    or one for each row of the numbers, `down`. `names` of the cells are said where somebody points;
    `amounts` stand at the ends."""
    return {
        "kind": "strips", "title": title, "from": numbered(ref), "each": listed(each or [""]), "along": along,
        "names": listed(names), "amounts": numbered(amounts) if amounts else None, "hue": hue, "down": down,
    }  # fmt: skip


def matrix(
    ref: str, rows: Any, columns: Any, choose: Sequence[str] = ("", ""), **look: Any
) -> Panel:
    """Rows × columns with labels. A click chooses on the choices `choose`. `look`: `title`; `tip`, a sentence
    with the gaps row, column and value; `full`, the number at which the colour is full; `weights=True` for
    shares of 1; `most`, the largest side of a cell in pixels; `plain=True` for thousands of cells without
    numbers."""
    shown = {"rows": listed(rows), "columns": listed(columns), "choose": list(choose)}
    return {"kind": "matrix", "title": "", "from": numbered(ref), **shown, **look}


def bars(
    ref: str, labels: Any, printed: str = "", numbers: dict[str, str] | None = None, **look: Any
) -> Panel:
    """A bar for each label. `printed`: what stands at its end, with gaps for `numbers` (else its own number).
    `look`: `title`; `only=True` for those above 0; `full`, the number of a whole bar; `hue`."""
    gaps = {gap: numbered(one) for gap, one in (numbers or {}).items()}
    printing = {"print": {"text": printed, "numbers": gaps}} if printed else {}
    shown = {"title": "", "from": numbered(ref), "labels": listed(labels)}
    return {"kind": "bars", **shown, **printing, **look}


def meters(rows: Any, line: float) -> Panel:
    """Shares of 1, the largest first. `rows`: a list of `meter(…)`; at `line` one counts."""
    return {"kind": "meters", "rows": rows, "line": line}


def meter(label: str, ref: str, even: float, tip: str) -> Panel:
    """One share; `even` is what chance gives."""
    return {"label": label, "from": numbered(ref), "even": even, "tip": tip}


def ranked(name: str, ref: str, words: dict[str, str]) -> Panel:
    """Buttons, and the keys S and W, to the next stronger or weaker value of the choice `name`, by these
    numbers. `words`: title, before, after."""
    return {"kind": "ranked", "choice": name, "from": numbered(ref), "words": words}


def sentence(name: Any, words: Any, marks: Any = "") -> Panel:
    """Words in a line. `marks`: a letter for each: c counts, x clipped, r in a reference, w wrong, n now, e now
    and wrong, l later, o other."""
    return {"kind": "sentence", "name": name, "words": listed(words), "marks": marks}


def tiles(group: Sequence[Panel], choose: Sequence[str]) -> Panel:
    """Small maps in groups of buttons. `group`: {title, from, names}; the choices of group and map."""
    return {"kind": "tiles", "groups": list(group), "choose": list(choose)}


def row(*columns: Sequence[Panel], widths: str = "", least: int = 620) -> Panel:
    """Lists of panels side by side, one below the other where there are fewer than `least` pixels."""
    return {"kind": "row", "columns": [list(c) for c in columns], "widths": widths, "least": least}


def side(title: Any, which: Any, *panels: Panel) -> Panel:
    """A box beside the figure."""
    return {"kind": "side", "title": title, "which": which, "panels": list(panels)}


def numbered(ref: str) -> Panel:
    """ "weights[head, :]:2" → the array's name, what stands on each of its axes, decimals."""
    found = REF.match(ref)
    if not found:
        raise ValueError(f"{ref!r} names no numbers; write them as 'weights[head, word, :]:2'")
    parts = [part.strip() for part in found["index"].split(",") if part.strip()]
    index = [int(part) if part.isdigit() else part for part in parts]
    return {"array": found["array"], "index": index, "digits": int(found["digits"] or 2)}


# ---- the figure ---------------------------------------------------------------------------------
def picture(
    kind: str, title: str, choices: Sequence[Panel], panels: Sequence[Panel], arrays: dict[str, Array],
    origin: str = "", plays: str = "", pace: int = 1400,
) -> Figure:  # fmt: skip
    """The figure `kind`. Raises `ValueError` where a panel names what is not there.

    `plays`: the choice that goes on by itself, every `pace` milliseconds.
    """
    moved = [
        c for c in choices if c["keys"] and (isinstance(c["labels"], dict) or len(c["labels"]) > 1)
    ]
    keys = [[ARROWS.get(c["keys"], [c["keys"].upper()]), c["title"]] for c in moved]
    keys += [[["S", "W"], p["words"]["title"]] for p in panels if p["kind"] == "ranked"]
    keys += [[["space"], PANEL_WORDS["plays"]]] if plays else []
    header = {
        "title": title, "choices": list(choices), "panels": list(panels), "origin": origin, "plays": plays,
        "pace": pace, "words": PANEL_WORDS | BUTTONS | {"keys": keys},
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {one["name"]: one["opens"] for one in choices},
    }  # fmt: skip
    places(header)
    for ref, own in references(panels):
        for name in _named_arrays(ref["array"], choices):
            if name not in arrays:
                raise ValueError(f"no array is called {name!r}; there are {', '.join(arrays)}")
            axes = arrays[name].axes.split()
            if len(ref["index"]) != len(axes):
                raise ValueError(f"{name} has the axes {axes}, and {ref['index']} were asked")
            known = {":", own, *(one["name"] for one in choices)}
            if strange := {p for p in ref["index"] if isinstance(p, str)} - known:
                raise ValueError(f"{name}: {min(strange)!r} cannot be chosen in this figure")
    return Figure(kind, header, arrays)


def references(panels: Any) -> Iterator[tuple[Panel, str]]:
    """What panels name, each with the axis along which the panel itself goes."""
    if isinstance(panels, list):
        for one in panels:
            yield from references(one)
    elif isinstance(panels, dict):
        if "array" in panels:
            yield panels, ""
        own = panels.get("along", "")
        for value in panels.values():
            yield from ((ref, own or inner) for ref, inner in references(value))


def _named_arrays(array: str, choices: Sequence[Panel]) -> Iterator[str]:
    """The array's name at all places of the choices that stand in it."""
    inside = [one for one in choices if f"{{{one['name']}}}" in array]
    for at in product(*(one["paths"] for one in inside)):
        yield array.format(**dict(zip((one["name"] for one in inside), at, strict=True)))


def numbers(figure: Figure, ref: Panel, at: dict[str, int]) -> np.ndarray:
    """The numbers that a panel names at a place, counted from 0."""
    paths = {c["name"]: c["paths"][at[c["name"]]] for c in figure.header["choices"] if c["paths"]}
    values = figure.arrays[ref["array"].format(**paths)].values
    return values[tuple(slice(None) if p == ":" else at.get(p, p) for p in ref["index"])]


def filled(figure: Figure, panel: Panel, at: dict[str, int]) -> str:
    """A text at a place, its gaps filled, without the stars that make it bold on the screen."""
    gaps: dict[str, Any] = {}
    for one in figure.header["choices"]:
        labels = names(one["labels"], at)
        gaps[one["name"]] = labels[at[one["name"]]] if labels else ""
        gaps[f"{one['name']}_number"] = at[one["name"]] + 1
    for gap, ref in panel.get("numbers", {}).items():
        found = np.atleast_1d(numbers(figure, ref, at))
        gaps[gap] = ", ".join(number(float(value), ref["digits"]) for value in found)
    return re.sub(r"\{(\w+)\}", lambda g: str(gaps.get(g[1], g[0])), picked(panel["text"], at)).replace("**", "")  # fmt: skip
