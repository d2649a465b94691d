"""Sixteen contract checks of a layer: green, red with the first failing cell, or grey with a reason.

`transformer/contracts` measures everything, with the same code as in the terminal.
"""

import inspect
from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.your_layer.figures.lights import words as say
from transformer import contracts as measured
from transformer.contracts import CheckResult
from transformer.contracts.standard import beside_standard

MEASURED = "transformer.contracts.layer_checks"


def lights(kind: str, name: str, checks: tuple[CheckResult, ...] = ()) -> Figure:
    """Return the figure of the `checks` of a layer; without them, they are measured here. If all hold, also show where the layer first
    differs from standard. Raises `ValueError` for an unknown layer."""
    checks = checks or measured.layer_checks(kind, name)
    whole = all(check.state != "red" for check in checks)
    beside = beside_standard(kind, name) if whole else None
    arrays = {
        check.name: Array(np.array(check.cell.matrix, np.float32), "row column", "lights", MEASURED)
        for check in checks
        if check.cell is not None and check.cell.matrix
    }
    counts = {state: sum(check.state == state for check in checks) for state in say.STATES}
    red = next((check.name for check in checks if check.state == "red"), checks[0].name)
    header = {
        "title": say.TITLE.format(kind=say.KINDS.get(kind, kind), name=name),
        "summary": say.SUMMARY.format(**counts),
        "lights": [light_data(kind, check) for check in checks],
        "beside": say.difference_text(beside) if beside else "",
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(
            choice(
                "light",
                values=[light.name for light in checks],
                numbered=True,
                keys="↑↓",
                opens=red,
            ),
            choice("source", values=[False, True], keys="s"),
        ),
    }
    return Figure("lights", header, arrays)


def light_data(kind: str, check: CheckResult) -> dict[str, Any]:
    """Return one check as data; numbers are text because JSON has no NaN."""
    shown = {
        "name": check.name,
        "state": check.state,
        **say.STATES[check.state],
        "says": check.says,
    }
    cell = None
    if check.cell is not None:
        cell = {"text": str(check.cell), "at": list(check.cell.at)}
        axes = ("rows", "columns", "numbers")
        cell |= {name: getattr(check.cell, name) for name in axes}
    measure = measured.measure_of(kind, check.name)
    source = inspect.getsource(inspect.unwrap(measure)) if check.test else ""
    places = {"look_at": check.look_at, "test": check.test, "source": source}
    asks = " ".join((inspect.getdoc(measure) or "").replace("`", "").split())
    return {**shown, "asks": asks, "cell": cell, "likely": check.likely, **places}
