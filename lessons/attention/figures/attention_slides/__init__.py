"""Four statements of lecture slides on attention, each beside what a model or the project's code computes."""

import math

import numpy as np
import torch

from lessons.attention.figures.attention_slides import words as say
from lessons.attention.measure.three_inputs import W_K, W_Q, W_V, x
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import bars, by, choice, column, equation, matrix, picture, row, table
from lessons.figures.panels import text as text_panel
from transformer.attention import attention
from transformer.measure.answer import answer
from transformer.measure.architecture import read
from transformer.weights import Trained

CROSS = "decoder.layers.0.cross_attention"
HERE = "lessons.attention.measure.three_inputs"
NUMBERS = ["1", "2", "3"]


def attention_slides(trained: Trained, sentence: str, changed: str) -> Figure:
    """Build the figure. `sentence` and `changed` differ in their last word and contain *it*. Raises `ValueError`
    for a model that has not learned *it*."""
    if "it" not in trained.card.get("held_out", {}):
        raise ValueError(
            f"{trained.name} has not learned the word “it”; choose an English → French model"
        )
    ids, other = (trained.source_vocabulary.encode(text.split()) for text in (sentence, changed))
    seen = answer(trained, ids)
    arrays, rank = _columns()
    look = trained.card["held_out"]["it"]
    probe = f"encoder.layers.{look['layer']}.self_attention.weights"
    it = sentence.split().index("it")
    for name, answered in (("first", seen), ("second", answer(trained, other))):
        weights = answered.trace.one(probe)[0, look["head"], it].numpy()
        arrays[f"weights.{name}"] = Array(weights, "word", probe)
    panels = {
        "roles": [_roles(trained, ids, seen)],
        "columns": [
            equation(
                matrix("down[:, :]", NUMBERS, NUMBERS, title=say.DOWN, cells=(30, 56)),
                matrix("right[:, :]", NUMBERS, NUMBERS, title=say.RIGHT, cells=(30, 56)),
                matrix("along[:, :]", NUMBERS, NUMBERS, title=say.ALONG, cells=(30, 56)),
            ),
            text_panel(rank),
        ],
        "width": [_width(trained, ids, seen)],
        "name": [_weights(sentence, look)],
    }  # fmt: skip
    names = [*say.SLIDES]
    shown = [
        text_panel(by("slide", [say.PRINTED[name] for name in names]), "told"),
        text_panel(by("slide", [say.COMPUTED[name] for name in names]), "told"),
        *_panels_of_slides(panels, names),
    ]
    choices = [choice("slide", say.SLIDE, [*say.SLIDES.values()], values=names, keys="←→")]
    origin = say.ORIGIN.format(model=trained.name)
    return picture("attention_slides", say.TITLE, choices, shown, arrays, origin)


def _panels_of_slides(panels: dict[str, list], names: list[str]) -> list:
    """Put the panels of all slides in place; a slide with fewer panels gets an empty text."""
    most = max(map(len, panels.values()))
    empty = text_panel("", "caption")
    return [
        by("slide", [(panels[name] + [empty] * most)[n] for name in names]) for n in range(most)
    ]


def _columns() -> tuple[dict[str, Array], str]:
    """Compute the attention of the three inputs with words as columns, and the result of the printed matrix."""
    query, key, value = x @ W_Q, x @ W_K, x @ W_V  # (input, 3)
    right = attention(query, key, value).T  # (d_v, input)
    scores = key @ query.T / math.sqrt(key.shape[1])  # KᵀQ of columns: (key, query)
    down, along = (value.T @ scores.softmax(dim=dim) for dim in (0, 1))
    printed = key[:1].expand(3, -1) @ query.T
    ranks = [int(torch.linalg.matrix_rank(matrix_)) for matrix_ in (printed, key @ query.T)]
    off = [f"{(output - right).abs().max():.2g}" for output in (down, along)]
    rank = say.RANK.format(printed=ranks[0], rank=ranks[1], down=off[0], along=off[1])
    outputs = {"down": down, "along": along, "right": right}
    return {
        n: Array(output.numpy(), "d_v query", "output", HERE) for n, output in outputs.items()
    }, rank


def _roles(trained: Trained, ids: list[int], seen) -> dict:
    """List shape and source of query, key, value and output in cross-attention."""
    lanes = read(trained, ids).lanes
    boxes = {box.path: box for lane in lanes for top in lane.boxes for box in top.walk()}
    shapes = [_shape(seen.trace.one(f"{CROSS}.{name}")[0]) for name in say.ROLES]
    reads = [boxes[f"{CROSS}.{box}"].reads[0].path for box in ("W_Q", "W_K", "W_V")]
    return table(
        say.READS,
        [*say.ROLES.values()],
        [column(say.SHAPE, shapes), column(say.FROM, [*reads, say.MIXED], hue="soft")],
    )


def _width(trained: Trained, ids: list[int], seen) -> dict:
    """List the widths of one-hot rows, table, vectors and heads."""
    model: torch.nn.Module = trained.model
    table_of = model.source_embedding.table.weight  # (vocabulary, d_model)
    head = seen.trace.one("encoder.layers.0.self_attention.query")[0, 0]  # (position, d_k)
    shapes = {
        "one-hot": f"{len(ids)} × {len(table_of)}",
        "table": _shape(table_of),
        "embedded": _shape(seen.trace.one("source_embedding.sum")[0]),
        "target": _shape(seen.trace.one("target_embedding.sum")[0]),
        "head": _shape(head),
    }
    gaps = {"d_k": head.shape[1], "root": f"{math.sqrt(head.shape[1]):g}"}
    means = [say.MEANS[name].format(**gaps) for name in shapes]
    return table(
        say.READS,
        [say.NAMES[name] for name in shapes],
        [column(say.SHAPE, [*shapes.values()]), column(say.MEANING, means, hue="soft")],
    )


def _weights(sentence: str, look: dict) -> dict:
    """Record the attention of *it* in both sentences."""
    words = [*sentence.split()[:-1], "tired / wide"]
    both = [
        [text_panel(name, "label"), bars(f"weights.{which}[:]", words, full=1.0)]
        for name, which in zip(say.TWO, ("first", "second"), strict=True)
    ]
    return row(*both)


def _shape(values) -> str:
    return " × ".join(map(str, np.shape(values)))
