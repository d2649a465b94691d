"""Attention by hand: three inputs, their queries, keys and values, scores, weights, outputs.

Every number passed a probe of the layer in `lessons/attention/measure/three_inputs.py`; the panels only arrange them.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.attention.figures.three_inputs import words as say
from lessons.attention.measure import three_inputs as layer
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, equation, matrix, picture, story, text
from transformer.measure.attention.arithmetic import softmax_parts

GIVEN = {"x": "input number", "W_Q": "number d_k", "W_K": "number d_k", "W_V": "number d_v"}
ALIKE = ("query", "key", "value", "scores")  # with or without the division
ENDINGS = ("", " divided")  # suffix of the other arrays' names
PARTS = "transformer.measure.attention.arithmetic.softmax_parts"
HUES = {"x": "soft", "query": "query", "W_Q": "query", "key": "key", "W_K": "key", "value": "value", "W_V": "value", "key_T": "key"}  # fmt: skip
PRODUCTS = {
    "query": ("x", "W_Q"),
    "key": ("x", "W_K"),
    "value": ("x", "W_V"),
    "scores": ("query", "key_T"),
    "head_output": ("weights", "value"),
}


def three_inputs() -> Figure:
    """Build the whole example, as in the deck and with the division by √d_k."""
    arrays = {n: Array(getattr(layer, n).numpy(), axes, "given") for n, axes in GIVEN.items()}
    for ending in ENDINGS:
        trace = layer.traced(divide=bool(ending))
        for name in (*ALIKE, "scaled", "weights", "head_output"):
            key = name if name in ALIKE else name + ending
            arrays[key] = Array(trace.one(name).numpy(), trace.axes[name], name)
        powers, sums = softmax_parts(trace.one("masked"))
        arrays["powers" + ending] = Array(powers.numpy(), "query key", "masked", PARTS)
        arrays["sums" + ending] = Array(sums.numpy(), "query", "masked", PARTS)
    # The keys as columns.
    arrays["key_T"] = Array(arrays["key"].values.T.copy(), "number key", "key", "transposed")
    numbers, steps = [str(n + 1) for n in range(3)], list(say.STEPS)
    d_k = arrays["key"].values.shape[1]
    buttons = [{"label": say.STEPS[step][0], "full": say.MATRICES[step][0]} for step in steps]
    undivided = [
        {**button, "off": say.OFF} if step == "scaled" else button
        for step, button in zip(steps, buttons, strict=True)
    ]
    choices = [
        choice("step", say.STEP, by("divide", [undivided, buttons]), paths=steps, linked="paths", keys="←→"),
        choice("row", say.ROW, numbers, control="", keys="⇧↑↓"),
        choice("column", say.COLUMN, numbers, control="", keys="⇧←→"),
        choice("divide", say.DIVIDE, say.SWITCH, values=[False, True], control="switch", keys="d"),
    ]  # fmt: skip
    texts: dict[str, Any] = {name: lead.format(d_k=d_k) for name, (_, lead, _) in say.STEPS.items()}
    texts["head_output"] = by(
        "divide", [f"{texts['head_output']} {_rounded(arrays)}", texts["head_output"]]
    )

    def each(make) -> dict:
        ways = [Way(arrays, ending) for ending in ENDINGS]
        return by("divide", [by("step", [make(step, way) for step in steps]) for way in ways])

    panels = [
        story("step", by("step", list(texts.values()))),
        each(lambda step, way: equation(*_equation(step, way), least=620)),
        text(by("step", [what for _, _, what in say.STEPS.values()]), "caption"),
        each(_arithmetic),
        text(say.HINT, "caption hint"),
        text(say.CITED, "caption"),
    ]
    return picture("three_inputs", say.TITLE, choices, panels, arrays, plays="step", pace=3500)


@dataclass(frozen=True)
class Way:
    """The arrays with or without the division."""

    arrays: dict[str, Array]
    ending: str

    def name(self, name: str) -> str:
        return name + self.ending * (name + self.ending in self.arrays)

    def values(self, name: str) -> np.ndarray:
        return self.arrays[self.name(name)].values

    def numbers(self, name: str, *index: str | int) -> str:
        """Return these numbers of an array, with the decimals that it needs."""
        whole = (self.values(name) % 1 == 0).all()
        return f"{self.name(name)}[{', '.join(map(str, index))}]:{0 if whole else 4}"

    @property
    def d_k(self) -> int:
        return self.values("key").shape[1]


def _equation(step: str, way: Way) -> list:
    """Return the inputs and the output of a step."""
    if step == "scaled":
        return [_matrix("scores", way), say.DIVIDED.format(d_k=way.d_k), _matrix("scaled", way)]
    if step == "weights":
        left = "scaled" if way.ending else "scores"
        return [_matrix(left, way, choose=("row", "")), say.SOFTMAX, _matrix("weights", way)]
    left, right = PRODUCTS[step]
    # The rows of a product are those of its left matrix: a number is enough.
    result = _matrix(step, way) | {"rows": "row"}
    return [_matrix(left, way, ("row", "")), "×", _matrix(right, way, ("", "column")), "=", result]


def _matrix(name: str, way: Way, choose=("row", "column")) -> dict[str, Any]:
    """Return its title, colour and labels; it is pale, because its numbers are read."""
    title, *names = say.MATRICES[name]
    values = way.values(name)
    rows, columns = (
        [f"{called} {n + 1}".strip() for n in range(count)]
        for called, count in zip(names, values.shape, strict=True)
    )
    hue, share = HUES.get(name, "weight_full"), name == "weights"
    return matrix(
        way.numbers(name, ":", ":"), rows, columns, choose, title=f"**{hue}|{title}**", tip="{value}",
        hue="" if share else hue, full=1.0 if share else 2 * float(abs(values).max()), cells=(44, 64),
    )  # fmt: skip


def _arithmetic(step: str, way: Way) -> dict[str, Any]:
    """Return the arithmetic of the chosen number; nothing is computed here."""

    def tinted(gap: str, name: str) -> str:
        return f"**{HUES.get(name, 'weight_full')}|{{{gap}}}**"

    gaps = {"found": way.numbers(step, "row", "column")}
    if step == "scaled":
        gaps["s"] = way.numbers("scores", "row", "column")
        shown = f"{tinted('s', 'scores')} ÷ √{way.d_k} = {{s}} ÷ {math.sqrt(way.d_k):.4f}"
    elif step == "weights":
        gaps |= {
            f"s{k}": way.numbers("scaled", "row", at)
            for k, at in zip("j012", ("column", 0, 1, 2), strict=True)
        }
        gaps |= {"power": f"powers{way.ending}[row, column]", "sum": f"sums{way.ending}[row]"}
        shown = f"{_exponential('sj')} ÷ ({_exponential('s0')} + {_exponential('s1')} + {_exponential('s2')}) = {{power}} ÷ {{sum}}"
    else:
        left, right = PRODUCTS[step]
        many = range(way.values(left).shape[1])
        gaps |= {f"l{k}": way.numbers(left, "row", k) for k in many}
        gaps |= {f"r{k}": way.numbers(right, k, "column") for k in many}
        shown = " + ".join(f"{tinted(f'l{k}', left)} · {tinted(f'r{k}', right)}" for k in many)
    return text(f"{shown} = {tinted('found', step)}", "sum-of", **gaps)


def _exponential(gap: str) -> str:
    return f"e**weight_full|^({{{gap}}})**"


def _rounded(arrays: dict[str, Array]) -> str:
    """Compute output 1 with rounded weights, as the article does."""
    early = layer.ROUNDED.numpy() @ arrays["value"].values
    return say.ROUNDED.format(
        weights=", ".join(f"{weight:g}" for weight in layer.ROUNDED.tolist()),
        rounded=", ".join(f"{number:g}" for number in early),
        exact=", ".join(f"{number:.4f}" for number in arrays["head_output"].values[0]),
    )
