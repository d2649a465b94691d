"""A head on a body: the input, the output at each position, the part that the head reads, and its answer.

One recorded pass (`lessons.finetuning.measure.finetuning.record_head`).
"""

from collections.abc import Mapping, Sequence

import numpy as np
from torch import Tensor

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import truncated
from lessons.figures.panels import (
    by,
    choice,
    column,
    picture,
    reveals_answer,
    side_by_side,
    strip,
    table,
    text,
)
from lessons.finetuning.figures.four_heads import words as say
from lessons.finetuning.measure.finetuning import HeadPass
from transformer.finetuning.labelled import LABELS

SIDE = 8  # of the square that shows the vector of a position
MADE = "lessons.finetuning.measure.finetuning.record_head"


def four_heads(
    seen: HeadPass, tokens: Sequence[dict], title: str, sizes: Mapping[str, int], count: int
) -> Figure:
    """Build the figure. `tokens`: labels of the positions. `sizes`: the layers of the body, its parameters, and those
    of the head. `count`: the number of labelled texts that the head was trained on."""
    names = [say.LABELS.get(name, name) for name in LABELS[seen.task]]
    words, whole = [token["label"] for token in tokens], seen.chances.dim() == 1
    position, chances = {"position": tokens}, seen.chances.numpy().copy()
    if not whole:
        chances[~np.array(seen.read)] = np.nan  # the head does not read these
    axes = "label" if whole else "position label"

    def square(values: Tensor, probe: str) -> Array:
        shown = values.reshape(len(values), SIDE, -1).numpy()  # one square per position
        return Array(shown, "position row column", probe, "", position)

    arrays = {
        "before": square(seen.before, "embedding.normed"),
        "after": square(seen.after, "encoder"),
        "chances": Array(chances, axes, "head.scores", MADE, position | {"label": names}),
    }
    body = say.BODY.format(layers=sizes["layers"], parameters=f"{sizes['body']:,}")
    head = say.HEADS[seen.task].format(outputs=len(names))
    squared = [strip(f"{name}[position, :, :]", title_of_strip, hue="value_full")
               for name, title_of_strip in (("before", say.IN), ("after", body))]  # fmt: skip
    each = [] if whole else [strip("chances[position, :]", head, names, hue="value")]
    at_once = [text(head), table(say.LABEL, names, [column(say.CHANCE, "chances[:]:3", bar=True)])] if whole else []  # fmt: skip
    about = [output_text(seen, words, names, place) for place in range(len(words))]
    panels = [
        text(say.SAID[seen.task].format(answer=answer_text(seen, words, names))),
        side_by_side("position", tokens, squared + each),
        *at_once,
        reveals_answer(text(say.NEW.format(parameters=f"{sizes['head']:,}"), "note")),
        text(by("position", about), "told"),
        text(say.HOW.format(size=SIDE * SIDE, labels=count), "caption"),
    ]
    opens = seen.answer[0] if seen.task == "span" else seen.read.index(True)
    look = {"control": "tiles", "keys": "←→", "opens": opens + 1}
    choices = [choice("position", say.POSITION, list(tokens), **look)]
    shown = truncated(" ".join(token["full"] for token in tokens[1:-1]), 60)
    title = say.TITLE.format(task=title, text=shown)
    return picture("four_heads", title, choices, panels, arrays)


def answer_text(seen: HeadPass, words: Sequence[str], names: Sequence[str]) -> str:
    """Write the answer in words."""
    if seen.task == "span":
        return " ".join(words[seen.answer[0] : seen.answer[1] + 1])
    if seen.task == "tags":
        return " ".join(names[label] for label in seen.answer)
    return f"{names[seen.answer[0]]}, {seen.chances[seen.answer[0]]:.1%}"


def output_text(seen: HeadPass, words: Sequence[str], names: Sequence[str], place: int) -> str:
    """Show the output of the head at a position."""
    at = say.PLACE.format(word=words[place], place=place)
    if not seen.read[place]:
        return f"{at}. {say.NOT_READ}"
    if seen.chances.dim() == 1:
        return f"{at}. {say.POOLED}"
    each = zip(names, seen.chances[place].tolist(), strict=True)
    return f"{at}: {', '.join(f'{name} {chance:.1%}' for name, chance in each)}."
