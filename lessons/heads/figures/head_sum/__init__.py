"""Split, attend, concatenate, × W_O: one layer at one word, one column per head, with the real matrices.

The sum under the columns is the layer's output: the contributions of all heads and the bias.
"""

import torch

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import side_labels
from lessons.figures.panels import choice, over, picture, side_by_side, strip, strips
from lessons.figures.panels import text as text_panel
from lessons.heads.figures.head_sum import words as say
from lessons.heads.measure.head_sum import steps
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.measure.answer import answer
from transformer.weights import Trained

MOST_WORDS = 64
OPENS = 2  # the layer, counted from 1: before the first one, words have not attended to each other
AXES = {"query": "head word d_k", "weights": "head word column", "head_output": "head word d_v"}
WRITTEN = "lessons.heads.measure.head_sum.contributions"


def head_sum(trained: Trained, text: str | EncodedText) -> Figure:
    """Show every attention layer that combines its heads in the standard way; name the others with the reason."""
    reading = encoded_text(trained, text, MOST_WORDS)
    answered = answer(trained, reading.ids)
    sides = side_labels(answered.side_labels, reading)
    arrays, layers, refused = {}, [], []
    for drawn in trained.family.maps:
        try:
            paths = drawn.layers(trained.model)
        except ValueError as error:
            refused.append(str(error))
            continue
        labels = {"word": sides[drawn.rows], "column": sides[drawn.columns]}
        for number, path in enumerate(paths, start=1):
            try:
                recorded = {n: answered.trace.one(f"{path}.{n}")[0] for n in AXES}
                made = steps(trained.model, answered.trace, path)
            except (KeyError, ValueError) as error:  # your own layer
                refused.append(str(error.args[0]))
                continue
            for name, value in recorded.items():
                probe = f"{path}.{name}"
                arrays[probe] = Array(value.numpy(), AXES[name], probe, labels=labels)
            for name, axes, value in _contributions(made, recorded["head_output"]):
                probe = f"{path}.output"
                arrays[f"{path}.{name}"] = Array(value.numpy(), axes, probe, WRITTEN, labels)
            title = say.LAYERS.get(drawn.name, f"{drawn.name} {{n}}").format(n=number)
            layers.append({"path": path, "title": title, **_sizes(made), **labels})
    if not layers:
        raise ValueError("; ".join(refused))
    return _figure(trained.name, layers, refused, arrays)


def _sizes(made) -> dict[str, int]:
    joined, (d, heads) = made.joined.shape[-1], (len(made.W_O), len(made.written))
    return {"heads": heads, "size": joined // heads, "joined": joined, "d": d}


def _figure(model: str, layers: list[dict], refused: list[str], arrays: dict) -> Figure:
    each = over("layer", layers)

    def title(text: str) -> dict:
        return each(lambda layer: text.format(**layer))

    def heads(layer: dict) -> list[str]:
        return [say.HEAD.format(head=n + 1) for n in range(layer["heads"])]

    def parts(layer: dict) -> list[str]:
        first, *more = heads(layer)
        return [first, *(say.MORE.format(head=name) for name in more), say.BIAS, say.OUTPUT]

    words, columns = each(lambda layer: layer["word"]), each(lambda layer: layer["column"])
    choices = [
        choice("layer", say.LAYER, [layer["title"] for layer in layers], paths=[layer["path"] for layer in layers], keys="↑↓",
               opens=min(OPENS, len(layers))),
        choice("word", say.WORD, words, control="tiles", keys="←→"),
    ]  # fmt: skip
    panels = [
        *(text_panel(why, "verdict bad") for why in refused),
        side_by_side("head", each(heads), [
            strip("{layer}.query[head, word, :]", title(say.QUERY), hue="query"),
            strip("{layer}.weights[head, word, :]", say.WEIGHTS, columns),
            strip("{layer}.head_output[head, word, :]", title(say.MIXED)),
            strip("{layer}.joined[word, :]", title(say.JOINED)),
            strip("{layer}.W_O[head, :, :]", title(say.BLOCK), hue="value_full"),
        ]),
        strips("{layer}.total[word, :, :]", title(say.WRITES), each(parts), amounts="{layer}.length[word, :]"),
        text_panel(say.SAME, difference="{layer}.difference[]:1"),
    ]  # fmt: skip
    origin = each(lambda layer: say.ORIGIN.format(path=layer["path"], model=model))
    return picture("head_sum", say.TITLE.format(model=model), choices, panels, arrays, origin)


def _contributions(made, mixed: torch.Tensor):
    """Return (name, axes, values) of the heads' contributions, the bias, and their sum, the layer's output."""
    heads, words, size = mixed.shape
    bias = made.bias.expand(words, 1, -1)  # (word, 1, d_model)
    total = torch.cat((made.written.transpose(0, 1), bias, made.output[:, None]), dim=1)
    yield "joined", "word joined", mixed.transpose(0, 1).flatten(1)
    yield "W_O", "head d_v d_model", made.W_O.mT.unflatten(0, (heads, size)).contiguous()
    yield "total", "word part d_model", total
    yield "length", "word part", total.norm(dim=-1)
    yield "difference", "", torch.tensor(made.difference)
