"""Which word looks at which: every layer and head of a trained model, on one sentence.

One greedy translation, one recorded forward pass; all numbers are packed as they were captured.
"""

import math
from typing import Any

import torch
from torch import Tensor

from lessons.figures.attention_map import words as say
from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels, visible
from lessons.kit.reading import Reading, reading_of
from transformer import vocabulary
from transformer.decoding import greedy
from transformer.measure.arithmetic import contribution_lengths, diagonal_share, softmax_parts
from transformer.probe import Trace, record

STAGES = ("scores", "scaled", "masked", "weights", "head_output")  # what the five steps show
CAPTURED = ("query", "key", "value", *STAGES)
PLACES = {
    "encoder": "encoder.layers.{}.self_attention",
    "decoder": "decoder.layers.{}.self_attention",
    "cross": "decoder.layers.{}.cross_attention",
}
MOST_WORDS = 128  # maps grow with the square of the words: these are 10 MB for the browser


@torch.no_grad()
def attention_map(trained, text: str | Reading) -> Figure:
    """Translate `text`, look into the model while it reads its own translation, and pack it all.

    `trained` is what `transformer.model.load` returns. Raises ValueError for an empty or too long
    sentence; an unknown word is allowed and marked.
    """
    config = trained.model.config
    most = min(MOST_WORDS, config.max_length if config.position == "learned" else MOST_WORDS)
    reading = reading_of(trained, text, most)
    words = reading.words
    source = torch.tensor([reading.ids])  # (1, source)
    tokens = greedy(trained.model, source)[0].tolist()
    written = [t for t in tokens if t not in (vocabulary.END, vocabulary.PAD)]
    target = torch.tensor([[vocabulary.START, *written]])  # (1, target)
    with record(trained.model) as trace:
        trained.model(source, target)

    read = labels(words, reading.strange)
    wrote = labels(_visible(trained.target_vocabulary, target[0].tolist()))
    after = _visible(trained.target_vocabulary, tokens[: len(wrote)])
    rows = [row | {"next": f" ▸ {visible(word)}"} for row, word in zip(wrote, after, strict=False)]
    rows += wrote[len(rows) :]  # a sentence that was cut off has no word after its last one
    axes = {"encoder": (read, read), "decoder": (rows, wrote), "cross": (rows, read)}
    score = trained.card.get("held_out", {}).get("exact_match")
    run = {
        "model": trained.name,
        "sentence": " ".join(words),
        "output": trained.task.join(trained.target_vocabulary.decode(written)),
        "score": (say.NO_SCORE if score is None else say.SCORE).format(
            title=trained.task.title, score=score
        ),
    }
    return pack(trace, axes, run, trained.card)


def pack(trace: Trace, axes: dict, run: dict[str, str], card: dict) -> Figure:
    """A recorded forward pass as a figure. `axes` holds the labels of each map's rows and columns."""
    arrays: dict[str, Array] = {}
    it = next((i for i, word in enumerate(axes["encoder"][0]) if word["full"] == "it"), None)
    best = card.get("held_out", {}).get("it")  # the head that links "it" to its noun, as measured
    guide = (card.get("settings") or {}).get("guide")
    maps = []
    for name, (rows, columns) in axes.items():
        layers = []
        while f"{PLACES[name].format(len(layers))}.weights" in trace.axes:
            layers.append(_layer(trace, PLACES[name].format(len(layers)), arrays))
        layer = head = 0
        row = None
        if name == "encoder" and best:
            layer, head, row = best["layer"], best["head"], it
            if not guide and best["right"] > 0.9:
                layers[layer]["notes"][head] = say.FOUND
        if guide and best and name == "encoder":  # a task without "it" guides no encoder head
            layers[guide["layer"]]["notes"][guide["head"]] = say.GUIDED
        if guide and name == "cross":
            layers[-1]["notes"][0] = say.GUIDED_CROSS  # as transformer.training.Guide says
        weights = _array(arrays, layers[layer]["prefix"], "weights")[head]  # (query, key)
        row = _most_looking(weights) if row is None else row
        hidden = any(bool(_array(arrays, at["prefix"], "masked").isneginf().any()) for at in layers)
        strange = any(label["unknown"] for label in (*rows, *columns))
        maps.append(
            {
                "name": name,
                "title": say.MAPS[name]["title"],
                "captions": {
                    "weights": say.MAPS[name]["weights"],
                    "masked": say.MASKED[hidden],
                    "always": say.UNKNOWN_NOTE if strange else "",
                },
                "rows": rows,
                "columns": columns,
                "layers": layers,
                "masked": hidden,
                "opens": [layer, head],
                "lock": {"row": row, "column": int(weights[row].argmax())},
            }
        )
    first = maps[0]
    header = {
        "title": say.TITLE.format(**run),
        "run": run,
        "maps": maps,
        "steps": say.STEPS,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {
            "map": first["name"],
            "layer": first["opens"][0] + 1,
            "head": first["opens"][1] + 1,
            "step": STAGES.index("weights") + 1,
            "row": first["lock"]["row"] + 1,
            "column": first["lock"]["column"] + 1,
            "dimension": 1,
        },
    }
    return Figure("attention_map", header, arrays)


def _layer(trace: Trace, prefix: str, arrays: dict[str, Array]) -> dict[str, Any]:
    """Add the arrays of one attention layer to `arrays`; returns what its header says."""
    seen = {stage: trace.one(f"{prefix}.{stage}")[0] for stage in CAPTURED}  # (head, …)
    for stage, value in seen.items():
        probe = f"{prefix}.{stage}"
        arrays[probe] = Array(value.numpy(), trace.axes[probe].removeprefix("batch "), probe)
    exponentials, sums = softmax_parts(seen["masked"])
    contributions = contribution_lengths(seen["weights"], seen["value"])
    for name, value, axes, function, of in (
        ("exponentials", exponentials, "head query key", "softmax_parts", "masked"),
        ("sums", sums, "head query", "softmax_parts", "masked"),
        ("contributions", contributions, "head query key", "contribution_lengths", "weights"),
    ):
        derived = f"transformer.measure.arithmetic.{function}"
        arrays[f"{prefix}.{name}"] = Array(value.numpy(), axes, f"{prefix}.{of}", derived)
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


def _own_ways(seen: dict[str, Tensor]) -> list[str]:
    """The steps that this layer makes otherwise than the formula, each from what came before it.

    A student's layer may score by a tanh or forget the √d_k: then the panel must not print an
    arithmetic that does not add up.
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
        except RuntimeError:  # shapes of the layer's own
            return False

    return [stage for stage in STAGES if not follows(stage)]


def _line(trace: Trace, probe: str) -> dict[str, Any]:
    line = trace.lines[probe]
    place = {"file": line.file, "number": line.number, "code": line.code, "probe": probe}
    return place | {"axes": trace.axes[probe], "shape": list(trace.one(probe).shape)}


def _array(arrays: dict[str, Array], prefix: str, stage: str) -> Tensor:
    return torch.from_numpy(arrays[f"{prefix}.{stage}"].values)


def _largest(value: Tensor) -> float:
    """The largest finite size in all heads of a layer: where its colour scale ends."""
    finite = value[value.isfinite()]
    return float(finite.abs().max()) if finite.numel() else 1.0


def _note(weights: Tensor) -> str:
    """What a head of self-attention mostly does on this sentence, if there is one such thing."""
    if weights.shape[0] != weights.shape[1] or len(weights) < 3:
        return ""
    shares = {offset: diagonal_share(weights, offset) for offset in say.NOTES}
    most = max(shares, key=shares.get)
    return say.NOTES[most] if shares[most] > 0.5 else ""


def _most_looking(weights: Tensor) -> int:
    """The row with the largest weight on another word than itself."""
    others = weights.clone()
    if others.shape[0] == others.shape[1]:
        others.fill_diagonal_(-1)
    return int(others.nan_to_num(-1).max(-1).values.argmax())


def _visible(words: vocabulary.Vocabulary, tokens: list[int]) -> list[str]:
    """Tokens as words, specials in brackets of their own: nobody can type ⟨end⟩ by accident."""
    known = words.decode(tokens, specials=True)
    return [f"⟨{word[1:-1]}⟩" if word in vocabulary.SPECIALS else word for word in known]


def place(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check a place as it is counted on screen, from 1. The error names what there is."""
    maps = {m["name"]: m for m in figure.header["maps"]}
    if start["map"] not in maps:
        raise ValueError(f"there is no map '{start['map']}'; there are {', '.join(maps)}")
    chosen = maps[start["map"]]
    _within("layer", start["layer"], len(chosen["layers"]))
    layer = chosen["layers"][start["layer"] - 1]
    _within("head", start["head"], layer["heads"])
    _within("step", start["step"], len(STAGES))
    if start["row"] is not None:
        _within("row", start["row"], len(chosen["rows"]))
        _within("column", start["column"], len(chosen["columns"]))
        _within("dimension", start["dimension"], layer["size"])
    return start


def _within(name: str, number: Any, count: int) -> None:
    if type(number) is not int or not 1 <= number <= count:
        raise ValueError(f"{name} must be a whole number from 1 to {count}, got {number!r}")


def recompute(
    figure: Figure, map: str, layer: int, head: int, step: int, row: int, column: int
) -> dict[str, Any]:
    """One number again, in plain torch from the captured query, key and value (and the mask).

    All counts are from 1, as on screen; in step 5 `column` counts the numbers of the output.
    Returns the value and how far it is from what the model computed.
    """
    asked = {"map": map, "layer": layer, "head": head, "step": step, "row": row, "column": column}
    last = step == len(STAGES)
    place(figure, asked | ({"dimension": column, "column": 1} if last else {"dimension": 1}))
    prefix = PLACES[map].format(layer - 1)
    seen = {stage: _array(figure.arrays, prefix, stage) for stage in CAPTURED}
    scores = seen["query"] @ seen["key"].transpose(-2, -1)  # (head, query, key)
    scaled = scores / math.sqrt(seen["query"].shape[-1])
    masked = scaled.masked_fill(seen["masked"] == -math.inf, -math.inf)
    weights = masked.softmax(-1).nan_to_num(0.0)  # a row that may look nowhere has weights 0
    mixed = weights @ seen["value"]  # (head, query, d_v)
    again = (scores, scaled, masked, weights, mixed)[step - 1][head - 1, row - 1, column - 1]
    shown = seen[STAGES[step - 1]][head - 1, row - 1, column - 1]
    difference = 0.0 if again == shown else float((again - shown).abs())
    return {
        "cell": asked,
        "value": float(again) if again.isfinite() else str(float(again)),
        "difference": difference if math.isfinite(difference) else str(difference),
        "same": difference <= 1e-5 * max(1.0, abs(float(shown))),  # sums in another order round so
        "shown_value": f"{float(again):.6g}",
        "shown_difference": f"{difference:.2g}" if difference else "0.0",
    }
