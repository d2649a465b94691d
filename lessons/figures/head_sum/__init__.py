"""Split, attend, concatenate, × W_O: one layer at one word, a column for each head, with its real matrices.

The sum under the columns is the layer's output: what each head writes, and the bias.
"""

from typing import Any

from lessons.figures.head_sum import words as say
from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import side_labels
from lessons.kit.reading import Reading, reading_of
from transformer.measure.answer import answer
from transformer.measure.attention.head_sum import steps
from transformer.weights import Trained

MOST_WORDS = 64
CAPTURED = ("query", "weights", "head_output")
WRITTEN = "transformer.measure.attention.head_sum.contributions"


def head_sum(trained: Trained, text: str | Reading) -> Figure:
    """Every layer of attention whose heads are joined in the standard way; `refused` names the others."""
    reading = reading_of(trained, text, MOST_WORDS)
    found = answer(trained, reading.ids)
    sides = side_labels(found.sides, reading)
    arrays, layers, refused = {}, [], []
    for drawn in trained.family.maps:
        try:
            paths = drawn.layers(trained.model)
        except ValueError as error:
            refused.append(str(error))
            continue
        for number, path in enumerate(paths):
            try:
                seen = {n: found.trace.one(f"{path}.{n}")[0] for n in CAPTURED}
                made = steps(trained.model, found.trace, path)
            except (KeyError, ValueError) as error:  # a layer of one's own
                refused.append(str(error.args[0]))
                continue
            heads, _, size = seen["head_output"].shape
            axes = {
                "query": "head word d_k",
                "weights": "head word column",
                "head_output": "head word d_v",
            }
            named = {"word": sides[drawn.rows], "column": sides[drawn.columns]}
            for name, value in seen.items():
                probe = f"{path}.{name}"
                arrays[probe] = Array(value.numpy(), axes[name], probe, labels=named)
            for name, value, axis, function in (
                ("W_O", made.W_O, "d_model joined", "the layer’s parameter"),
                ("bias", made.bias, "d_model", "the layer’s parameter"),
                ("written", made.written, "head word d_model", WRITTEN),
                ("output", made.output, "word d_model", ""),
            ):
                arrays[f"{path}.{name}"] = Array(
                    value.numpy(), axis, f"{path}.output", function, named
                )
            layers.append(
                {
                    "path": path,
                    "title": say.LAYERS.get(drawn.name, f"{drawn.name} {{n}}").format(n=number + 1),
                    "heads": heads,
                    "size": size,
                    "d_model": made.W_O.shape[0],
                    "rows": sides[drawn.rows],
                    "columns": sides[drawn.columns],
                    "difference": made.difference,
                }
            )
    if not layers:
        raise ValueError("; ".join(refused))
    header = {
        "title": say.TITLE.format(model=trained.name),
        "layers": layers,
        "refused": refused,
        "model": trained.name,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"layer": 1, "word": 1},
    }
    return Figure("head_sum", header, arrays)


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check the layer, and the word that looks, both from 1."""
    layers = figure.header["layers"]
    for name, count in (
        ("layer", lambda: len(layers)),
        ("word", lambda: len(layers[start["layer"] - 1]["rows"])),
    ):
        if type(start[name]) is not int or not 1 <= start[name] <= count():
            raise ValueError(
                f"{name} must be a whole number from 1 to {count()}, got {start[name]!r}"
            )
    return start
