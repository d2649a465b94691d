"""Split, attend, concatenate, × W_O: one layer at one word, a column for each head, with its real matrices.

The sum under the columns is the layer's output: what each head writes, and the bias.
"""

import torch

from lessons.figures.head_sum import words as say
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import side_labels
from lessons.figures.panels import by, choice, picture, strips
from lessons.figures.panels import text as said
from lessons.kit.reading import Reading, reading_of
from transformer.measure.answer import answer
from transformer.measure.attention.head_sum import steps
from transformer.weights import Trained

MOST_WORDS = 64
AXES = {"query": "head word d_k", "weights": "head word column", "head_output": "head word d_v"}
WRITTEN = "transformer.measure.attention.head_sum.contributions"


def head_sum(trained: Trained, text: str | Reading) -> Figure:
    """Every layer of attention whose heads are joined in the standard way; the others are named with the reason."""
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
        named = {"word": sides[drawn.rows], "column": sides[drawn.columns]}
        for number, path in enumerate(paths):
            try:
                seen = {n: found.trace.one(f"{path}.{n}")[0] for n in AXES}
                made = steps(trained.model, found.trace, path)
            except (KeyError, ValueError) as error:  # a layer of one's own
                refused.append(str(error.args[0]))
                continue
            for name, value in seen.items():
                probe = f"{path}.{name}"
                arrays[probe] = Array(value.numpy(), AXES[name], probe, labels=named)
            for name, axes, value in _summed(made, seen["head_output"]):
                arrays[f"{path}.{name}"] = Array(
                    value.numpy(), axes, f"{path}.output", WRITTEN, named
                )
            title = say.LAYERS.get(drawn.name, f"{drawn.name} {{n}}").format(n=number + 1)
            layers.append(
                (
                    path,
                    title,
                    [say.HEAD.format(head=h + 1) for h in range(len(made.written))],
                    named,
                )
            )
    if not layers:
        raise ValueError("; ".join(refused))
    paths, titles, heads, named = zip(*layers, strict=True)
    choices = [
        choice("layer", say.LAYER, titles, paths=paths, keys="↑↓"),
        choice(
            "word", say.WORD, by("layer", [n["word"] for n in named]), control="tiles", keys="←→"
        ),
    ]
    head, columns = by("layer", heads), by("layer", [n["column"] for n in named])
    parts = by("layer", [[*one, say.BIAS, say.OUTPUT] for one in heads])
    panels = [
        *(said(why, "verdict bad") for why in refused),
        strips("{layer}.query[head, word, :]", say.QUERY, head, "head", hue="query"),
        strips("{layer}.weights[head, word, :]", say.WEIGHTS, head, "head", names=columns),
        strips("{layer}.head_output[head, word, :]", say.MIXED, head, "head"),
        strips("{layer}.joined[word, :]", say.JOINED, [say.ALL]),
        strips("{layer}.W_O[head, :, :]", say.BLOCK, head, "head", hue="value_full"),
        strips(
            "{layer}.total[word, :, :]",
            say.WRITES,
            parts,
            amounts="{layer}.length[word, :]",
            down=True,
        ),
        said(say.SAME, difference="{layer}.difference[]:1"),
    ]
    origin = by("layer", [say.ORIGIN.format(path=p, model=trained.name) for p in paths])
    return picture(
        "head_sum", say.TITLE.format(model=trained.name), choices, panels, arrays, origin
    )


def _summed(made, mixed: torch.Tensor):
    """(name, axes, values) of what the heads write, of the bias, and of their sum, the layer's output."""
    heads, words, size = mixed.shape
    bias = made.bias.expand(words, 1, -1)  # (word, 1, d_model)
    total = torch.cat((made.written.transpose(0, 1), bias, made.output[:, None]), dim=1)
    yield "joined", "word joined", mixed.transpose(0, 1).flatten(1)
    yield "W_O", "head d_v d_model", made.W_O.mT.unflatten(0, (heads, size)).contiguous()
    yield "total", "word part d_model", total
    yield "length", "word part", total.norm(dim=-1)
    yield "difference", "", torch.tensor(made.difference)
