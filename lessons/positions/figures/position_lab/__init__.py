"""Positional encodings side by side: the table, its waves, and the similarity of positions.

The sliders are dragged in the browser, which previews the formulas. All numbers labelled as Python's
come from `transformer.positions` and `transformer.variants.rotary`, as arrays of this figure.
"""

import math
from typing import Any

import torch

from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import rounded
from lessons.positions.figures.position_lab import tables
from lessons.positions.figures.position_lab import words as say
from lessons.positions.figures.position_lab.tables import Setting
from transformer.variants import encodings
from transformer.variants.encodings import ENCODINGS
from transformer.weights import Trained

HERE = "lessons.positions.figures.position_lab.tables"
VIEWS = ("table", "products", "waves")
USUAL = ("index", "binary", "sinusoidal", "learned", "rotary")  # the others are under “More”


def position_lab(
    setting: Setting | None = None, trained: Trained | None = None, trained_to: int = 0
) -> Figure:
    """Return the lab with a setting. `trained` is a model with learned positions, trained on strings of up to
    `trained_to` words; without it the scheme "learned" is refused with a reason.
    """
    setting = setting or Setting()
    learned = None if trained is None else learned_table(trained)  # (position, d_model)
    if setting.scheme == "learned" and learned is not None:
        fixed = {"dimensions": learned.shape[1], "base": setting.base}
        setting = Setting(setting.scheme, setting.positions, **fixed)
    refused = tables.reason(setting, learned)
    arrays = {} if refused else _arrays(setting, learned)
    if learned is not None:
        probe = "source_embedding.positions"
        arrays["learned"] = Array(learned.numpy(), "position dimension", probe)
    n, d = arrays["table"].values.shape if not refused else (2, 1)
    about = {
        "model": trained.name if trained else "",
        "trained": trained_to,
        "last": trained_to - 1,
        "rows": 0 if learned is None else len(learned),
        "size": 0 if learned is None else learned.shape[1],
    }
    shown = {
        "scheme": say.SCHEMES[setting.scheme]["title"],
        "positions": _number(setting.positions),
        "dimensions": _number(setting.dimensions),
    }
    header = {
        "title": say.TITLE.format(**shown),
        "setting": _as_json(setting),
        "refused": refused,
        "schemes": [
            {"name": name, **say.SCHEMES[name]}
            | {"caption": say.SCHEMES[name]["caption"].format(**about)}
            for name in tables.SCHEMES
        ],
        "waves": tables.WAVES,
        "paired": tables.PAIRED,
        "usual": USUAL,
        "learned": about,
        "limits": {
            "positions": tables.MOST_POSITIONS,
            "dimensions": tables.MOST_DIMENSIONS,
            "shifts": 0
            if refused or setting.scheme not in tables.WAVES
            else tables.shifts(setting),
            "checked": max(256, 4 * setting.dimensions) if not refused else 0,
        },
        "spread": 0.0 if refused else _spread(arrays),
        "presets": say.PRESETS,
        "reasons": say.REASONS,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(
            choice("view", values=VIEWS),
            choice("cell", values=("table", "product")),
            choice("position", labels=n, first=0, keys="↑↓", opens=min(1, n - 1)),
            choice("dimension", labels=d, first=0),
            choice("other", labels=n, first=0),
            plays="dimension",
            pace=350,
        ),
    }
    return Figure("position_lab", header, arrays)


def learned_table(trained: Trained) -> torch.Tensor:
    """Return the learned positions of a model's encoder, (position, d_model)."""
    embedding = getattr(trained.model, "source_embedding", None)
    if not hasattr(getattr(embedding, "position", None), "table"):
        raise ValueError(f"a {type(trained.model).__name__} has no learned positions for its input")
    return embedding.position.table.detach()


def _arrays(setting: Setting, learned) -> dict[str, Array]:
    encoding = ENCODINGS.get(setting.scheme)
    encoding = f"{encoding.__module__}.{setting.scheme}" if encoding else ""
    source = {
        "learned": "source_embedding.positions",
        "rotary": "transformer.variants.rotary.rotate",
        "unpaired": f"{HERE}.unpaired",
    }.get(setting.scheme, encoding)
    vectors = tables.table(setting, learned)  # (position, dimension)
    dots = tables.products(vectors)  # (position, position)
    most = max(1, (setting.positions - 1).bit_length())
    bits = encodings.binary(setting.positions, most)  # (position, bit)
    arrays = {
        "table": Array(vectors.numpy(), "position dimension", source),
        "products": Array(dots.numpy(), "position other", source, f"{HERE}.products"),
        "bits": Array(bits.numpy(), "position bit", "transformer.variants.encodings.binary"),
    }
    if setting.scheme in tables.PAIRED:
        waves = encodings.wavelengths(setting.dimensions, setting.base)  # (pair,)
        origin = "transformer.variants.encodings.wavelengths"
        arrays["wavelengths"] = Array(waves.numpy(), "pair", origin)
    if setting.scheme == "rotary":
        shape = tables.kernel_of(setting)  # (offset,)
        arrays["kernel"] = Array(shape.numpy(), "offset", "transformer.variants.rotary.kernel")
    if setting.scheme in tables.WAVES:
        errors = tables.shift_errors(setting)  # (offset,)
        arrays["shift_errors"] = Array(errors.numpy(), "offset", source, f"{HERE}.shift_errors")
    return arrays


def _spread(arrays: dict[str, Array]) -> float:
    return tables.diagonal_spread(torch.from_numpy(arrays["products"].values))


def _as_json(setting: Setting) -> dict[str, Any]:
    """Return the setting for JSON, which has no NaN: NaN becomes null."""
    numbers = {name: getattr(setting, name) for name in ("positions", "dimensions", "base")}
    return {"scheme": setting.scheme} | {
        name: value if math.isfinite(value) else None for name, value in numbers.items()
    }


def _number(value: float) -> str:
    return f"{value:g}" if math.isfinite(value) else "?"


def recompute(figure: Figure, cell: str, position: int, at: int) -> dict[str, Any]:
    """Return one number, computed again in Python's own float64, and its difference from the array.

    `cell` is "table" or "product"; `at` is the dimension, or the other position.
    """
    if figure.header["refused"]:
        raise ValueError(figure.header["refused"])
    vectors = figure.arrays["table"].values
    figure.at(cell=cell, position=position, **{"dimension" if cell == "table" else "other": at})
    if cell == "product":
        shown = figure.arrays["products"].values[position, at]
        again = math.fsum(
            float(a) * float(b) for a, b in zip(vectors[position], vectors[at], strict=True)
        )
    else:
        shown, setting = vectors[position, at], Setting.of(figure.header["setting"])
        learned = figure.arrays.get("learned")
        again = component(setting, position, at, None if learned is None else learned.values)
    difference = abs(again - float(shown))
    return {
        "cell": {"cell": cell, "position": position, "at": at},
        "value": again,
        "difference": difference,
        "same": difference <= 2e-6 * max(1.0, abs(again)),  # float32 keeps 7 digits
        "shown_value": rounded(again, 6),
        "shown_difference": rounded(difference) if difference else "0.0",
    }


def component(setting: Setting, p: int, j: int, learned) -> float:
    """Return component j of position p by the formula with `math`, independently of the model code."""
    d, base = setting.dimensions, setting.base
    match setting.scheme:
        case "sinusoidal":
            return (math.cos if j % 2 else math.sin)(p * base ** (-2 * (j // 2) / d))
        case "concatenated":
            wave = math.sin if j < d // 2 else math.cos
            return wave(p * base ** (-2 * (j % (d // 2)) / d))
        case "unpaired":
            return (math.cos if j % 2 else math.sin)(p * base ** (-j / d))
        case "rotary":
            angle = p * base ** (-2 * (j // 2) / d)
            return math.cos(angle) + (math.sin(angle) if j % 2 else -math.sin(angle))
        case "binary":
            return float(p >> j & 1)
        case "index":
            return float(p) if j == 0 else 0.0
        case "normalised":
            return p / max(1, setting.positions - 1) if j == 0 else 0.0
        case _:
            return float(learned[p, j])
