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
from transformer.contracts import Light
from transformer.contracts.standard import beside_standard

MEASURED = "transformer.contracts.lights"


def lights(kind: str, name: str, found: tuple[Light, ...] = ()) -> Figure:
    """Build the checks of a layer from `found`, or measure them here. If all hold, also show where the layer first
    differs from standard. Raises `ValueError` for an unknown layer."""
    found = found or measured.lights(kind, name)
    whole = all(light.state != "red" for light in found)
    beside = beside_standard(kind, name) if whole else None
    arrays = {
        light.name: Array(np.array(light.cell.matrix, np.float32), "row column", "lights", MEASURED)
        for light in found
        if light.cell is not None and light.cell.matrix
    }
    counts = {state: sum(light.state == state for light in found) for state in say.STATES}
    red = next((light.name for light in found if light.state == "red"), found[0].name)
    header = {
        "title": say.TITLE.format(kind=say.KINDS.get(kind, kind), name=name),
        "summary": say.SUMMARY.format(**counts),
        "lights": [lamp(kind, light) for light in found],
        "beside": say.beside(beside) if beside else "",
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(
            choice(
                "light", values=[one.name for one in found], numbered=True, keys="↑↓", opens=red
            ),
            choice("source", values=[False, True], keys="s"),
        ),
    }
    return Figure("lights", header, arrays)


def lamp(kind: str, light: Light) -> dict[str, Any]:
    """Describe one check; numbers are text because JSON has no NaN."""
    shown = {
        "name": light.name,
        "state": light.state,
        **say.STATES[light.state],
        "says": light.says,
    }
    cell = None
    if light.cell is not None:
        cell = {"text": str(light.cell), "at": list(light.cell.at)}
        axes = ("rows", "columns", "numbers")
        cell |= {name: getattr(light.cell, name) for name in axes}
    measure = measured.measure_of(kind, light.name)
    source = inspect.getsource(inspect.unwrap(measure)) if light.test else ""
    places = {"look_at": light.look_at, "test": light.test, "source": source}
    asks = " ".join((inspect.getdoc(measure) or "").replace("`", "").split())
    return {**shown, "asks": asks, "cell": cell, "likely": light.likely, **places}
