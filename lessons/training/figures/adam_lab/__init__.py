"""The Adam lab: what an optimiser stores, and how it computes a step from it.

Python computes every number; the drawing only fills in the formulas. See `tables.py`, which records the
optimisers of `transformer/training/optimizers.py` step by step.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import torch

from lessons.figures.kit import palette
from lessons.figures.kit.choices import by, choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import rounded
from lessons.training.figures.adam_lab import tables
from lessons.training.figures.adam_lab import words as say

HERE = "lessons.training.figures.adam_lab.tables"
COORDINATES = ("x", "y")
HUES = {
    "SGD": "soft",
    "Adam": "query",
    "uncorrected": "query",
    "Adam + L2": "key",
    "AdamW": "value",
}
LEADING = {"valley": "rate walker coordinate", "weight": "weight", "decay": "way size"}


@cache  # 40 steps of training; `lessons/host/live.py` drops this module when the model code is edited
def adam_lab() -> Figure:
    """Return the lab, always with the same walks."""
    computed = {"valley": tables.valley(), "weight": tables.weights(), "decay": tables.decay()}
    arrays = {
        f"{view}.{name}": _array(view, name, values)
        for view, part in computed.items()
        for name, values in part.items()
    } | _shares(computed)
    settings = _settings(computed["valley"]["value"], computed["valley"]["loss"])
    header = {
        "title": say.TITLE,
        "views": [{"name": name, "title": title} for name, title in say.VIEWS.items()],
        **settings,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(*_choices(settings), plays="step"),
    }
    return Figure("adam_lab", header, arrays)


def _choices(settings: dict[str, Any]) -> Iterator[dict]:
    """Yield the choices; rows are counted from 0, steps from 1."""
    yield choice("view", values=[*say.VIEWS], keys="v")
    yield choice(
        "step", labels=by("view", [settings[v]["steps"] for v in say.VIEWS]), keys="←→", opens=12
    )
    for name, rows, opens in (
        ("rate", tables.RATES, tables.RATES.index(0.1)),
        ("walker", tables.WALKERS, tables.WALKERS.index("Adam")),
        ("coordinate", COORDINATES, 0),
        ("weight", tables.WEIGHTS, 0),
        ("way", tables.WAYS, 1),
        ("size", tables.SIZES, 0),
    ):
        yield choice(name, labels=len(rows), first=0, opens=opens)


def _settings(walks: torch.Tensor, heights: torch.Tensor) -> dict[str, Any]:
    """Return the settings of each view and the names of its rows."""
    left = walks.isnan().any(2)  # (rate, walker, step)
    ended = torch.where(left.any(-1), left.int().argmax(-1), -1)  # first step without a number
    walkers = [
        {"name": name, "title": title, "hue": HUES[name], "dashed": name == "uncorrected"}
        for name, title in say.WALKERS.items()
    ]
    adam = {"eps": tables.EPS, "momentum": tables.MOMENTUM}
    recipe = tables.RECIPES[tables.MODEL].settings
    return {
        "valley": adam
        | _betas(tables.BETAS)
        | {
            "steps": tables.STEPS,
            "steep": tables.STEEP,
            "factors": [a / 2 for a in tables.STEEP],  # of the squares in J
            "lowest": tables.LOWEST,
            "times": tables.STEEP[1] / tables.STEEP[0],
            "rates": tables.RATES,
            "near": tables.NEAR,
            "arrived": tables.arrival_steps(heights).tolist(),  # (rate, walker)
            "walkers": walkers,
            "coordinates": COORDINATES,
            "ended": ended.tolist(),
        },
        "weight": adam
        | _betas(tables.WEIGHT_BETAS)
        | {
            "steps": tables.WEIGHT_STEPS,
            "decay": recipe.weight_decay,
            "model": tables.MODEL,
            "weights": [
                {"title": f"{name.removesuffix('.weight')}[{', '.join(map(str, at))}]"}
                for name, at in tables.WEIGHTS
            ],
        },
        "decay": adam
        | _betas(tables.BETAS)
        | {
            "steps": tables.DECAY_STEPS,
            "rate": tables.DECAY_RATE,
            "decay": tables.DECAY_ALONE,
            "sizes": tables.SIZES,
            "ways": [
                {"name": name, "title": say.WAYS[name], "hue": hue}
                for name, hue in zip(tables.WAYS, ("soft", "key", "value"), strict=True)
            ],
        },
    }


def _betas(betas: tuple[float, float]) -> dict[str, float]:
    """Return β and 1 − β, rounded for display."""
    return {f"beta{k}": b for k, b in enumerate(betas, 1)} | {
        f"rest{k}": round(1 - b, 9) for k, b in enumerate(betas, 1)
    }


def _array(view: str, name: str, values: torch.Tensor) -> Array:
    source = {
        "valley": "transformer.training.optimizers",
        "weight": f"training of {tables.MODEL}",
        "decay": "transformer.training.optimizers",
    }[view]
    axes = "step" if name in ("rate", "clipped") else f"{LEADING[view]} step"
    if name == "loss":
        axes = "rate walker step"
    maker = {"valley": "valley", "weight": "weights", "decay": "decay"}[view]
    return Array(values.float().numpy(), axes, source, f"{HERE}.{maker}")


def _shares(computed: dict[str, dict[str, torch.Tensor]]) -> dict[str, Array]:
    """Return 1 − β^t at each step, the ratio of a raw to a corrected step, and the data of the map."""
    arrays = {}
    for view, betas in (
        ("valley", tables.BETAS),
        ("weight", tables.WEIGHT_BETAS),
        ("decay", tables.BETAS),
    ):
        steps = torch.arange(1, computed[view]["update"].shape[-1] + 1, dtype=torch.float64)
        shares = torch.stack([1 - beta**steps for beta in betas])  # (mean, step)
        arrays[f"{view}.shares"] = Array(shares.float().numpy(), "mean step", "1 − β^t")
        ratio = shares[0] / shares[1].sqrt()  # (step,) of m/√v to m̂/√v̂
        arrays[f"{view}.ratio"] = Array(ratio.float().numpy(), "step", "(1 − β₁^t) / √(1 − β₂^t)")
    height = computed["valley"]["loss"].clamp(min=1e-12).log10()  # (rate, walker, step)
    arrays["valley.height"] = Array(height.float().numpy(), "rate walker step", "log10 of loss")
    radii = [[math.sqrt(2 * level / a) for a in tables.STEEP] for level in tables.LEVELS]
    arrays["valley.radii"] = Array(np.array(radii, np.float32), "level coordinate", "J = level")
    return arrays


def recompute(figure: Figure, view: str, case: str, step: int) -> dict[str, Any]:
    """Return one update, recomputed from the gradients up to that step, in plain Python numbers.

    `case` counts the rows of the view from 0: "2/1/0" is rate 2, walker 1, coordinate 0.
    """
    figure.at(view=view, step=step)
    shown = figure.arrays[f"{view}.update"].values
    try:
        at = tuple(int(number) for number in case.split("/"))
    except (AttributeError, ValueError):
        raise ValueError(f"case must be numbers such as '2/1/0', but it is {case!r}") from None
    if len(at) != shown.ndim - 1 or any(
        not 0 <= k < n for k, n in zip(at, shown.shape, strict=False)
    ):
        raise ValueError(
            f"case {case!r} is not a case of view {view}, which has the shape {shown.shape[:-1]}"
        )
    again, size = _recomputed_update(figure, view, at, step)
    if math.isnan(again):
        raise ValueError("this walk has ended before that step; choose an earlier step")
    difference = abs(again - float(shown[(*at, step - 1)]))
    return {
        "cell": {"view": view, "case": case, "step": step},
        "value": again,
        "difference": difference,
        "same": difference <= 1e-5 * abs(again) + 2e-7 * size,  # float32 keeps 7 digits
        "shown_value": rounded(again, 6),
        "shown_difference": rounded(difference) if difference else "0.0",
    }


def _recomputed_update(
    figure: Figure, view: str, at: tuple[int, ...], step: int
) -> tuple[float, float]:
    """Return the update of one parameter by the formulas of the papers, and the parameter's size."""
    about, arrays = figure.header[view], figure.arrays
    gradients = [float(g) for g in arrays[f"{view}.gradient"].values[at][:step]]
    values = [float(x) for x in arrays[f"{view}.value"].values[at][:step]]
    if view == "valley":
        lr, name = about["rates"][at[0]], tables.WALKERS[at[1]]
    elif view == "decay":
        lr, name = about["rate"], tables.WAYS[at[0]]
    else:
        lr, name = float(arrays["weight.rate"].values[step - 1]), "AdamW"
    m = v = 0.0
    for gradient, value in zip(gradients, values, strict=True):
        if name == "Adam + L2":
            gradient += about["decay"] * value
        if name == "SGD":
            m = about["momentum"] * m + gradient
            continue
        m = about["beta1"] * m + (1 - about["beta1"]) * gradient
        v = about["beta2"] * v + (1 - about["beta2"]) * gradient**2
    size = abs(values[-1])
    if name == "SGD":
        return -lr * m, size
    t = math.inf if name == "uncorrected" else step
    m_hat, v_hat = m / (1 - about["beta1"] ** t), v / (1 - about["beta2"] ** t)
    decay = about["decay"] if name == "AdamW" else 0.0
    return -lr * (m_hat / (math.sqrt(v_hat) + about["eps"]) + decay * values[-1]), max(size, lr)
