"""Convolution and attention on one signal: weights by distance or by content, and what each position reads."""

import numpy as np

from lessons.cost.figures.two_operators import words as say
from lessons.cost.measure import signal
from lessons.figures.kit.chart import axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, heights, picture, reveals_answer, row, text

FROM = "lessons.cost.measure.signal"
PROBES = {"convolution": "conv1d", "attention": "weights"}
LEAST = 0.02  # a thinner line is not drawn
ABOVE = 2.2  # where the outputs are drawn, above the signal


def two_operators() -> Figure:
    """Build the figure of both signals, both operators and every position."""
    count = len(signal.SIGNALS["given"])
    places = np.arange(1, count + 1, dtype=np.float32)
    arrays = {"places": Array(places, "place", "signal"), "above": Array(np.float32(ABOVE), "", "signal")}  # fmt: skip
    read = {name: signal.apply_both(name) for name in signal.SIGNALS}
    for name, values in signal.SIGNALS.items():
        arrays[f"{name}.input"] = Array(np.array(values, np.float32), "place", "signal")
        for operator, result in read[name].items():
            made, key = f"{FROM}.apply_both", f"{name}.{operator}"
            weights, probe = result.weights.numpy(), PROBES[operator]
            arrays[f"{key}.weights"] = Array(weights, "place read", probe, made)
            arrays[f"{key}.output"] = Array(result.output.numpy(), "place", probe, made)
            seen = np.where(weights >= LEAST, np.array(values, np.float32), np.nan)
            arrays[f"{key}.read"] = Array(seen, "place read", probe, f"{made}: from {LEAST} on")
    for operator in say.OPERATORS:
        before, moved = (read[name][operator].weights[signal.PEAK] for name in signal.SIGNALS)
        change = (before - moved).abs().max().numpy()
        arrays[f"{operator}.change"] = Array(change, "", PROBES[operator], f"{FROM}.apply_both: largest difference")  # fmt: skip
    labels = [str(place) for place in range(1, count + 1)]
    choices = [
        choice("operator", say.CHOICES["operator"], [*say.OPERATORS.values()], values=[*say.OPERATORS], keys="↑↓"),
        choice("signal", say.CHOICES["signal"], [*say.SIGNALS.values()], values=[*say.SIGNALS], keys="s"),
        choice("place", say.CHOICES["place"], labels, control="slider", keys="←→", opens=signal.PEAK + 1),
    ]  # fmt: skip
    edges = {"spokes": {"x": "places[place]", "y": "above[]"}, "wide": 2, "quiet": True}
    shown = [
        trace("{signal}.{operator}.read[place, :]", "places", colour="weight", **edges),
        trace("{signal}.input", "places", name=say.INPUT, colour="key", dots=9, wide=1.5, reads=".2f"),
        trace("{signal}.{operator}.output", "places", name=say.OUTPUT, colour="value", wide=2.5, dash="dash", reads=".2f"),
        trace("above", "places[place]", name=say.READS, colour="weight", dots=13, wide=0, quiet=True),
    ]  # fmt: skip
    curves = panel("", axis(say.PLACES, 0.5, count + 0.5, whole=True), axis("", -1, 2.4), shown)
    changes = {operator: f"{operator}.change[]:2" for operator in say.OPERATORS}
    maps = [
        [
            text(say.MAPS.replace("{operator}", title), "label"),
            heights(f"{{signal}}.{operator}.weights[place, :]"),
        ]
        for operator, title in say.OPERATORS.items()
    ]
    panels = [
        reveals_answer(text(by("operator", [edges_text.replace("{least}", f"{LEAST}") for edges_text in say.EDGES.values()]), "told")),
        reveals_answer(row(*maps)),
        reveals_answer(text(say.CHANGED.replace("{peak}", str(signal.PEAK + 1)), "verdict", **changes)),
        reveals_answer(text(say.NAMED, "caption")),
    ]  # fmt: skip
    return picture("two_operators", say.TITLE, choices, panels, arrays, say.ORIGIN, "place", 700, chart=chart([curves], height=200))  # fmt: skip
