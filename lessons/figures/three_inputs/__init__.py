"""Attention by hand: three inputs, their queries, keys and values, scores, weights, outputs.

Every number passed a probe of the layer in `transformer/measure/attention/three_inputs.py`; the drawing only lays them out.
"""

import math
from typing import Any

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.three_inputs import words as say
from transformer.measure.attention import three_inputs as layer
from transformer.measure.attention.arithmetic import softmax_parts

GIVEN = {"x": "input number", "W_Q": "number d_k", "W_K": "number d_k", "W_V": "number d_v"}
ALIKE = ("query", "key", "value", "scores")  # whether scores are divided or not
DIVIDED = " divided"  # the name of an array ends so where they are
PARTS = "transformer.measure.attention.arithmetic.softmax_parts"

# What a step multiplies, divides or puts through a softmax, and what comes out.
STEPS = {
    "query": ("x", "×", "W_Q"),
    "key": ("x", "×", "W_K"),
    "value": ("x", "×", "W_V"),
    "scores": ("query", "×", "key_T"),
    "scaled": ("scores", "÷", None),
    "weights": ("scaled", "softmax", None),
    "head_output": ("weights", "×", "value"),
}
HUES = {"x": "soft", "W_Q": "query", "W_K": "key", "W_V": "value"} | {
    "query": "query", "key": "key", "key_T": "key", "value": "value"
}  # fmt: skip


def three_inputs() -> Figure:
    """The whole example, as the deck has it and with the division by √d_k."""
    arrays = {n: Array(getattr(layer, n).numpy(), axes, "given") for n, axes in GIVEN.items()}
    for ending in ("", DIVIDED):
        trace = layer.traced(divide=bool(ending))
        for name in (*ALIKE, "scaled", "weights", "head_output"):
            key = name if name in ALIKE else name + ending
            arrays[key] = Array(trace.one(name).numpy(), trace.axes[name], name)
        powers, sums = softmax_parts(trace.one("masked"))
        arrays["powers" + ending] = Array(powers.numpy(), "query key", "masked", PARTS)
        arrays["sums" + ending] = Array(sums.numpy(), "query", "masked", PARTS)
    d_k = arrays["key"].values.shape[1]
    header = {
        "title": say.TITLE,
        "steps": [
            {"name": name, "button": button, "caption": caption.format(d_k=d_k), "what": what}
            | dict(zip(("left", "sign", "right"), STEPS[name], strict=True))
            for name, (button, caption, what) in say.STEPS.items()
        ],
        "matrices": {name: _matrix(name, arrays) for name in say.MATRICES},
        "root": {"label": f"√{d_k}", "value": math.sqrt(d_k)},
        "rounded": _rounded(arrays),
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"step": 1, "row": 1, "column": 1, "divide": False},
    }
    return Figure("three_inputs", header, arrays)


def _matrix(name: str, arrays: dict[str, Array]) -> dict[str, Any]:
    """Its title, colour, labels, and the largest number, at which the colour is full."""
    array, turned = name.removesuffix("_T"), name.endswith("_T")
    values = arrays[array].values.T if turned else arrays[array].values
    title, *names = say.MATRICES[name]
    rows, columns = (
        [f"{called} {n + 1}".strip() for n in range(count)]
        for called, count in zip(names, values.shape, strict=True)
    )
    return {"title": title, "array": array, "turned": turned, "rows": rows, "columns": columns} | {
        "hue": HUES.get(name, "weight_full"), "limit": float(abs(values).max())
    }  # fmt: skip


def _rounded(arrays: dict[str, Array]) -> str:
    """What becomes of output 1 when its weights are rounded first, as the article does."""
    early = layer.ROUNDED.numpy() @ arrays["value"].values
    return say.ROUNDED.format(
        weights=", ".join(f"{weight:g}" for weight in layer.ROUNDED.tolist()),
        rounded=", ".join(f"{number:g}" for number in early),
        exact=", ".join(f"{number:.4f}" for number in arrays["head_output"].values[0]),
    )


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check step, row and column, counted from 1 as on screen, and whether scores are divided."""
    divide, step, steps = start["divide"], start["step"], figure.header["steps"]
    if divide not in (True, False):
        raise ValueError(f"divide must be True or False, got {divide!r}")
    for name, most in (("step", len(steps)), ("row", 3), ("column", 3)):
        if type(start[name]) is not int or not 1 <= start[name] <= most:
            raise ValueError(f"{name} must be a whole number from 1 to {most}, got {start[name]!r}")
    if steps[step - 1]["name"] == "scaled" and not divide:
        raise ValueError("this step is only there with divide=True: the deck does not divide")
    return start
