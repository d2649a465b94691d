"""Which word attends to which: every layer and head of a trained model, on one sentence.

The figure packs the recorded numbers of one forward pass over one greedy translation. The model's
family defines the maps, their rows and their columns.
"""

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from lessons.figures.attention_map import words as say
from lessons.figures.kit import palette
from lessons.figures.kit.choices import by, choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import bracketed, side_labels, visible
from lessons.figures.kit.numbers import rounded
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.measure.answer import answer
from transformer.measure.attention.arithmetic import (
    contribution_lengths,
    diagonal_share,
    softmax_parts,
)
from transformer.probe import Trace
from transformer.weights import Trained

STAGES = ("scores", "scaled", "masked", "weights", "head_output")  # the arrays of the five steps
CAPTURED = ("query", "key", "value", *STAGES)
MOST_WORDS = (
    128  # maps grow with the square of the number of words: these are 10 MB for the browser
)


def attention_map(trained: Trained, text: str | EncodedText) -> Figure:
    """Let a model answer `text` (a language model continues it), record a forward pass over the output,
    and build the figure.

    `trained` is the result of `transformer.weights.load`. Raises ValueError if the sentence is empty or
    too long; an unknown word is allowed and marked.
    """
    family, vocabulary = trained.family, trained.target_vocabulary
    config = trained.model.config
    learned = getattr(config, "position", "") == "learned"
    most = min(MOST_WORDS, config.max_length if learned else MOST_WORDS)
    reading = encoded_text(trained, text, most)
    result = answer(trained, reading.ids)
    sides = side_labels(result.side_labels, reading)
    axes = {m: (sides[m.rows], sides[m.columns]) for m in family.maps}
    if "target" in sides:  # each row there predicts the next word
        prompt, wrote = () if trained.reads else reading.ids, sides["target"]
        after = vocabulary.decode([*prompt, *result.tokens][: len(wrote)], specials=True)
        rows = [
            row | {"next": f" ▸ {visible(bracketed(word))}"}
            for row, word in zip(wrote, after, strict=False)
        ]
        rows += wrote[len(rows) :]  # a truncated sentence has no word after its last one
        axes |= {m: (rows, sides[m.columns]) for m in family.maps if m.rows == "target"}
    held_out = trained.card.get("held_out", {})
    score = held_out.get(family.objective.score)
    description = (
        say.NO_SCORE if score is None else say.SCORES.get(family.objective.score, say.OTHER_SCORE)
    ).format(title=trained.task.title, name=family.objective.score, score=score)
    if trained.remark:
        description = f"{trained.task.title}. {trained.remark}"
    if "bleu" in held_out:
        description = say.BLEU.format(said=description, bleu=held_out["bleu"])
    run = {
        "model": trained.name,
        "sentence": " ".join(reading.words),
        "output": trained.task.join(result.words),
        "score": description,
    }
    layers = {m: m.layers(trained.model) for m in family.maps}
    return pack(result.trace, layers, axes, run, trained.card)


def pack(trace: Trace, paths: dict, axes: dict, run: dict[str, str], card: dict) -> Figure:
    """Build the figure of a recorded forward pass. `paths` holds the layers of each map, `axes` the
    labels of its rows and columns."""
    arrays: dict[str, Array] = {}
    others = [stage for stage in CAPTURED if stage != "weights"]
    bare = any(  # a layer that shows only its weights, the minimum for a family's map
        all(f"{path}.{stage}" not in trace.axes for stage in others)
        for layers in paths.values()
        for path in layers
    )
    stages = ("weights",) if bare else STAGES
    best = card.get("held_out", {}).get("it")  # the head that links "it" to its noun, as measured
    guide = (card.get("settings") or {}).get("guide")
    maps = []
    for drawn, (rows, columns) in axes.items():
        name, texts = drawn.name, say.MAPS.get((drawn.rows, drawn.columns), say.OTHER_MAP)
        layers = [
            _layer(trace, path, arrays, rows, columns)
            if not bare
            else _weights_only(trace, drawn, path, arrays, rows, columns)
            for path in paths[drawn]
        ]
        layer = head = 0
        row = None
        if name == "encoder" and (at := best or guide):  # with changed code, nothing was measured
            layer, head = at["layer"], at["head"]
            row = next((i for i, word in enumerate(rows) if word["full"] == "it"), None)
            if not guide and at["right"] > 0.9:
                layers[layer]["notes"][head] = say.FOUND
        if guide and best and name == "encoder":  # a task without "it" guides no encoder head
            layers[guide["layer"]]["notes"][guide["head"]] = say.GUIDED
        if guide and name == "cross":
            layers[-1]["notes"][0] = say.GUIDED_CROSS  # as in transformer.objectives.settings.Guide
        weights = _array(arrays, layers[layer]["prefix"], "weights")[head]  # (query, key)
        row = _most_looking(weights) if row is None else row
        hidden = not bare and any(
            bool(_array(arrays, at["prefix"], "masked").isneginf().any()) for at in layers
        )
        unknown = any(label["unknown"] for label in (*rows, *columns))
        maps.append(
            {
                "name": name,
                "title": (name in say.STANDARD and texts["title"])
                or name.replace("_", " ").capitalize(),
                "captions": {
                    "weights": texts["weights"],
                    "masked": say.MASKED[hidden],
                    "always": say.UNKNOWN_NOTE if unknown else "",
                },
                "rows": rows,
                "columns": columns,
                "layers": layers,
                "masked": hidden,
                "opens": [layer, head],
                "lock": {"row": row, "column": int(weights[row].argmax())},
            }
        )
    header = {
        "title": say.TITLE.format(**run),
        "run": run,
        "maps": maps,
        "steps": [step for step in say.STEPS if step["name"] in stages],
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(*_choices(maps, stages), plays="step", pace=1300),
    }
    return Figure("attention_map", header, arrays)


def _choices(maps: list[dict[str, Any]], stages: Sequence[str]) -> list[dict[str, Any]]:
    """List the choices: map, layer, head, step, and the locked cell, if any."""
    first = maps[0]

    def of_layer(what: str) -> dict[str, Any]:
        return by(
            "map", [by("layer", [layer[what] for layer in entry["layers"]]) for entry in maps]
        )

    def cell(name: str, labels: Any, opens: int) -> dict[str, Any]:
        return choice(name, labels=labels, optional=True, opens=opens + 1)

    return [
        choice("map", values=[entry["name"] for entry in maps]),
        choice("layer", labels=by("map", [len(entry["layers"]) for entry in maps]), keys="l", opens=first["opens"][0] + 1),
        choice("head", labels=of_layer("heads"), keys="h", opens=first["opens"][1] + 1),
        choice("step", labels=len(stages), opens=stages.index("weights") + 1),
        cell("row", by("map", [len(entry["rows"]) for entry in maps]), first["lock"]["row"]),
        cell("column", by("map", [len(entry["columns"]) for entry in maps]), first["lock"]["column"]),
        cell("dimension", of_layer("size"), 0),
        choice("view", values=["lines"], optional=True),  # otherwise a matrix
    ]  # fmt: skip


def _layer(trace: Trace, prefix: str, arrays: dict[str, Array], rows, columns) -> dict[str, Any]:
    """Add the arrays of one attention layer to `arrays`, and return its header."""
    named = {"query": rows, "key": columns}
    seen = {stage: trace.one(f"{prefix}.{stage}")[0] for stage in CAPTURED}  # (head, …)
    for stage, value in seen.items():
        probe = f"{prefix}.{stage}"
        axes = trace.axes[probe].removeprefix("batch ")
        arrays[probe] = Array(value.numpy(), axes, probe, labels=named)
    exponentials, sums = softmax_parts(seen["masked"])
    contributions = contribution_lengths(seen["weights"], seen["value"])
    for name, value, axes, function, of in (
        ("exponentials", exponentials, "head query key", "softmax_parts", "masked"),
        ("sums", sums, "head query", "softmax_parts", "masked"),
        ("contributions", contributions, "head query key", "contribution_lengths", "weights"),
    ):
        derived = f"transformer.measure.attention.arithmetic.{function}"
        arrays[f"{prefix}.{name}"] = Array(value.numpy(), axes, f"{prefix}.{of}", derived, named)
    heads, _, size = seen["head_output"].shape
    shown = {stage: seen[stage] for stage in STAGES} | {"contributions": contributions}
    return {
        "prefix": prefix,
        "heads": heads,
        "size": size,
        "dimensions": [{"label": str(number + 1)} for number in range(size)],
        "scales": {name: _largest(value) for name, value in shown.items()},
        "own": _own_ways(seen),
        "lines": {stage: _line(trace, f"{prefix}.{stage}") for stage in STAGES},
        "notes": [_note(head) for head in seen["weights"]],
    }


def _weights_only(
    trace: Trace, drawn, path: str, arrays: dict[str, Array], rows, columns
) -> dict[str, Any]:
    """Do the same for a layer that shows only its weights, not their computation."""
    weights, probe = drawn.weights(trace, path)[0], f"{path}.weights"  # (head, query, key)
    named = {"query": rows, "key": columns}
    arrays[probe] = Array(weights.numpy(), "head query key", probe, labels=named)
    line = trace.lines[probe]
    place = {"file": line.file, "number": line.number, "code": line.code, "probe": probe}
    return {
        "prefix": path,
        "heads": len(weights),
        "size": 1,
        "dimensions": [{"label": "1"}],
        "scales": {"weights": _largest(weights)},
        "own": ["weights"],
        "lines": {"weights": place | {"axes": "head query key", "shape": list(weights.shape)}},
        "notes": [_note(head) for head in weights],
    }


def _own_ways(seen: dict[str, Tensor]) -> list[str]:
    """Find the steps that do not follow the formula, each checked from the step before it.

    A student's layer may compute scores with a tanh or forget the √d_k. Then the panel must not print
    arithmetic that is wrong.
    """
    formula = {
        "scores": lambda: seen["query"] @ seen["key"].transpose(-2, -1),  # (head, query, key)
        "scaled": lambda: seen["scores"] / math.sqrt(seen["query"].shape[-1]),
        "masked": lambda: seen["scaled"].masked_fill(seen["masked"] == -math.inf, -math.inf),
        "weights": lambda: seen["masked"].softmax(-1).nan_to_num(0.0),
        "head_output": lambda: seen["weights"] @ seen["value"],  # (head, query, d_v)
    }

    def follows(stage: str) -> bool:
        try:
            return torch.allclose(formula[stage](), seen[stage], rtol=1e-3, atol=1e-4)
        except RuntimeError:  # the layer's own shapes
            return False

    return [stage for stage in STAGES if not follows(stage)]


def _line(trace: Trace, probe: str) -> dict[str, Any]:
    line = trace.lines[probe]
    place = {"file": line.file, "number": line.number, "code": line.code, "probe": probe}
    return place | {"axes": trace.axes[probe], "shape": list(trace.one(probe).shape)}


def _array(arrays: dict[str, Array], prefix: str, stage: str) -> Tensor:
    return torch.from_numpy(arrays[f"{prefix}.{stage}"].values)


def _largest(value: Tensor) -> float:
    """Find the largest finite size in all heads of a layer, the end of its colour scale."""
    finite = value[value.isfinite()]
    return float(finite.abs().max()) if finite.numel() else 1.0


def _note(weights: Tensor) -> str:
    """Name the main pattern of a self-attention head on this sentence, if it has one."""
    if weights.shape[0] != weights.shape[1] or len(weights) < 3:
        return ""
    shares = {offset: diagonal_share(weights, offset) for offset in say.NOTES}
    most = max(shares, key=shares.get)
    return say.NOTES[most] if shares[most] > 0.5 else ""


def _most_looking(weights: Tensor) -> int:
    """Find the row with the largest weight on a word other than itself."""
    others = weights.clone()
    if others.shape[0] == others.shape[1]:
        others.fill_diagonal_(-1)
    return int(others.nan_to_num(-1).max(-1).values.argmax())


def recompute(
    figure: Figure, map: str, layer: int, head: int, step: int, row: int, column: int
) -> dict[str, Any]:
    """Recompute one number in plain torch from the recorded query, key and value (and the mask).

    All counts are from 1, as on screen; in step 5 `column` counts the components of the output.
    Returns the value and its difference from the model's value.
    """
    cell = {"map": map, "layer": layer, "head": head, "step": step, "row": row, "column": column}
    layers = {m["name"]: m["layers"] for m in figure.header["maps"]}.get(map, ())
    prefix = layers[layer - 1]["prefix"] if 1 <= layer <= len(layers) else ""
    if prefix and f"{prefix}.query" not in figure.arrays:
        raise ValueError(f"{prefix} shows only its weights, not what they were computed from")
    across = "dimension" if step == len(STAGES) else "column"
    figure.at(map=map, layer=layer, head=head, step=step, row=row, **{"column": 1, across: column})
    seen = {stage: _array(figure.arrays, prefix, stage) for stage in CAPTURED}
    scores = seen["query"] @ seen["key"].transpose(-2, -1)  # (head, query, key)
    scaled = scores / math.sqrt(seen["query"].shape[-1])
    masked = scaled.masked_fill(seen["masked"] == -math.inf, -math.inf)
    weights = masked.softmax(-1).nan_to_num(0.0)  # a row with every position masked has weights 0
    mixed = weights @ seen["value"]  # (head, query, d_v)
    again = (scores, scaled, masked, weights, mixed)[step - 1][head - 1, row - 1, column - 1]
    shown = seen[STAGES[step - 1]][head - 1, row - 1, column - 1]
    difference = 0.0 if again == shown else float((again - shown).abs())
    return {
        "cell": cell,
        "value": float(again) if again.isfinite() else str(float(again)),
        "difference": difference if math.isfinite(difference) else str(difference),
        "same": difference
        <= 1e-5 * max(1.0, abs(float(shown))),  # a different order of summation rounds like this
        "shown_value": rounded(float(again), 6),
        "shown_difference": rounded(difference) if difference else "0.0",
    }
