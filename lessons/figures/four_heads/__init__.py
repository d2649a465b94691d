"""A head on a body: what goes in, what comes out at each position, which of it the head reads, and what it says.

One recorded pass (`transformer.measure.finetuning.look`).
"""

from collections.abc import Sequence

import numpy as np

from lessons.figures.four_heads import words as say
from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice, opening
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import cut
from transformer.finetuning.labelled import LABELS
from transformer.measure.finetuning import Look

SIDE = 8  # of the square that holds what stands at a position
MADE = "transformer.measure.finetuning.look"


def four_heads(
    seen: Look, tokens: Sequence[dict], title: str, sizes: dict[str, int], count: int
) -> Figure:
    """`tokens`: labels of the positions. `sizes`: the layers of the body, its parameters, and those of the head.
    `count`: how many labelled texts the head has learned from."""
    names = [say.LABELS.get(name, name) for name in LABELS[seen.task]]
    position = {"position": tokens}
    axes = "label" if seen.chances.dim() == 1 else "position label"
    arrays = {
        "before": squares(seen.before.numpy(), "embedding.normed", position),
        "after": squares(seen.after.numpy(), "encoder", position),
        "chances": Array(seen.chances.numpy(), axes, "head.scores", MADE, position | {"label": names}),
    }  # fmt: skip
    words = [one["label"] for one in tokens]
    text = cut(" ".join(one["full"] for one in tokens[1:-1]), 60)
    head = say.HEADS[seen.task].format(outputs=len(names))
    header = {
        "title": say.TITLE.format(task=title, text=text),
        "task": seen.task,
        "tokens": list(tokens),
        "segments": seen.segments,
        "read": seen.read,
        "answer": seen.answer,
        "labels": names,
        "head": head,
        "said": say.SAID[seen.task].format(answer=answered(seen, words, names)),
        "told": [told(seen, words, names, place) for place in range(len(words))],
        "words": say.WORDS | {
            "body": say.WORDS["body"].format(layers=sizes["layers"], parameters=f"{sizes['body']:,}"),
            "new": say.WORDS["new"].format(parameters=f"{sizes['head']:,}"),
            "how": say.WORDS["how"].format(size=SIDE * SIDE, labels=count),
        },
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **opening(choice("position", labels=tokens, keys="←→", opens=opens(seen) + 1)),
    }  # fmt: skip
    return Figure("four_heads", header, arrays)


def squares(values: np.ndarray, probe: str, labels: dict) -> Array:
    """(position, d_model) → (position, row, column): a vector as a square."""
    return Array(values.reshape(len(values), SIDE, -1), "position row column", probe, "", labels)


def opens(seen: Look) -> int:
    """The position at which the figure opens: one that is read, of an answer its start."""
    return seen.answer[0] if seen.task == "span" else seen.read.index(True)


def answered(seen: Look, words: Sequence[str], names: Sequence[str]) -> str:
    """The answer in words."""
    if seen.task == "span":
        return " ".join(words[seen.answer[0] : seen.answer[1] + 1])
    if seen.task == "tags":
        return " ".join(names[label] for label in seen.answer)
    return f"{names[seen.answer[0]]}, {seen.chances[seen.answer[0]]:.1%}"


def told(seen: Look, words: Sequence[str], names: Sequence[str], place: int) -> str:
    """What the head makes of a position."""
    at = say.PLACE.format(word=words[place], place=place)
    if not seen.read[place]:
        return f"{at}. {say.NOT_READ}"
    if seen.chances.dim() == 1:
        return f"{at}. {say.POOLED}"
    each = zip(names, seen.chances[place].tolist(), strict=True)
    return f"{at}: {', '.join(f'{name} {chance:.1%}' for name, chance in each)}."
