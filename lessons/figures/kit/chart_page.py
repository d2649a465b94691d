"""The charts of a figure (`chart.py`) in a page without Streamlit, a notebook or a file: chart.js draws them."""

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from lessons.figures.kit import chart, choices
from lessons.figures.kit.chart import Arrays
from lessons.figures.kit.plotting import CONFIG, PIXELS, drawn, traced


def mounted(header: Mapping[str, Any], arrays: Arrays) -> dict[str, Any]:
    """Return the data for this page: the panels in each state that redraws them. Traces that depend on other choices
    are separate, and chart.js adds them."""
    ink = {name: f"@{name}@" for name in header["palette"]["light"]}
    optional = dict.fromkeys(choice["name"] for choice in header["choices"] if choice["optional"])
    redraws, places = [name for name in header["chart"]["redraws"] if name not in optional], {}
    for at in chart.places(header, redraws):
        panels = []
        for panel in choices.picked(header["chart"]["panels"], at):
            needing = [trace for trace in choices.picked(panel["traces"], at) if "needs" in trace]
            first = at | dict.fromkeys(optional, 0)
            chosen = [
                {"trace": traced(trace, arrays, first, ink), "said": trace} for trace in needing
            ]
            panels.append(
                drawn(header, arrays, panel, ink, at | optional)
                | {"title": panel["title"], "chosen": chosen}
            )
        places["/".join(str(at[name]) for name in redraws)] = panels
    return {"places": places, "redraws": redraws, "config": CONFIG, "pixels": PIXELS}


def script(home: str) -> str:
    """Return an element with plotly.js, for a page without network: once per file, and in a notebook once per kernel,
    in the cell that shows the first chart."""
    if home == "notebook" and not _first(_cell()):
        return ""
    return f"<script>(function () {{ let define, module, exports;\n{plotly()}\n}}).call(window);</script>\n"


@cache
def plotly() -> str:
    import plotly

    return (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_text("utf-8")


def _first(cell: Any, _held: list = []) -> bool:  # noqa: B006  kept as long as the kernel
    """Whether this cell must contain the script: no cell does yet, or this cell did when it last ran."""
    _held[:] = _held or [cell]
    return cell is None or _held[0] == cell


def _cell() -> Any:
    """Return the notebook cell that is running; None outside a notebook."""
    ipython = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    parent = getattr(ipython, "get_parent", dict)() if ipython else {}
    return parent.get("metadata", {}).get("cellId") or getattr(ipython, "execution_count", None)
