"""One row of a head with editable weights: four measures of each word, and what the model writes.

The weight, the norm of the weighted value, and the loss of log p without the word (only in this row, and
everywhere) are side by side (`transformer/measure/attention/touch.py`).
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.scores.figures.touched_row import words as say
from transformer.measure.attention.touch import Row, Seen, touched
from transformer.weights import Trained

MEASURE = "transformer.measure.attention.touch"
SMALL = 0.005  # a change of log p that is printed as 0.00


def touched_row(
    trained: Trained,
    ids: Sequence[int],
    at: Row,
    before: Seen,
    labels: Sequence[dict],
    who: str,
    change: Any = None,
) -> Figure:
    """Return the figure of the row of `before`, with one weight overwritten by `change` (column, weight), columns from 0."""
    change = None if change is None else validate_change(change, before.allowed.tolist())
    result = None if change is None else touched(trained, ids, at, *change, before)
    weights = before.weights if result is None else result.weights
    norms = before.lengths / before.weights.clamp_min(1e-30)
    probe = {name: f"{at.path}.{name}" for name in ("weights", "value")}
    made, named = "" if result is None else f"{MEASURE}.touched", {"key": labels}
    arrays = {
        "weights": Array(weights.numpy(), "key", probe["weights"], made, named),
        "before": Array(before.weights.numpy(), "key", probe["weights"], labels=named),
        "allowed": Array(
            before.allowed.float().numpy(), "key", f"{at.path}.masked", f"{MEASURE}.may_look"
        ),
        "norms": Array(norms.numpy(), "key", probe["value"], f"{MEASURE}.effects_of_row: ‖value‖"),
        "here": Array(before.here.numpy(), "key", "logits", f"{MEASURE}.effects_here"),
        "effects": Array(
            before.effects.numpy(), "key", "logits", f"{MEASURE}.effects_of_row", named
        ),
        "log_p": Array(before.log_p.numpy(), "token", "logits", f"{MEASURE}.own_log_p"),
    }
    before_words = before.answer.words
    now = before_words if result is None else result.words
    header = {
        "title": say.TITLE.format(who=who),
        "labels": list(labels),
        "who": who,
        "head": say.HEAD.format(path=at.path, head=at.head + 1, row=at.row + 1),
        "changed": None if change is None else {"column": change[0], "weight": change[1]},
        "before": trained.task.join(before_words),
        "after": trained.task.join(now),
        "same": list(now) == list(before_words),
        "change": 0.0 if result is None else result.change,
        "still": result is not None and abs(result.change) < SMALL,
        "alone": int((before.weights > 0).sum()) < 2,
        "remark": remark(before, [label["label"] for label in labels]),
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(),
    }
    return Figure("touched_row", header, arrays)


def remark(before: Seen, names: Sequence[str]) -> str:
    """Return whether the answer depends most on the brightest word, everywhere and in this row, as a sentence."""
    brightest, most = int(before.weights.argmax()), int(before.effects.abs().argmax())
    here = int(before.here.abs().argmax())
    gaps = {
        "bright": names[brightest],
        "weight": f"{before.weights[brightest]:.3f}",
        "bright_effect": signed(before.effects[brightest]),
        "most": names[most],
        "most_effect": signed(before.effects[most]),
        "most_weight": f"{before.weights[most]:.3f}",
        "here": names[here],
        "here_effect": signed(before.here[here]),
    }
    everywhere = say.AGREE if brightest == most else say.DIFFER
    in_the_row = say.HERE if abs(before.here[here]) >= SMALL else say.NOWHERE
    return f"{everywhere} {in_the_row}".format(**gaps)


def signed(value: float) -> str:
    return f"{float(value):+.2f}".replace("-", "−")


def validate_change(change: Any, allowed: Sequence[bool]) -> tuple[int, float]:
    """Return a column that the row may attend to and a weight, from a browser, or raise `ValueError`."""
    columns = len(allowed)
    pair = tuple(change) if isinstance(change, list | tuple) else ()
    fine = len(pair) == 2 and type(pair[0]) is int and type(pair[1]) in (int, float)
    if (
        not fine
        or not 0 <= pair[0] < columns
        or not math.isfinite(pair[1])
        or not 0 <= pair[1] <= 1
    ):
        raise ValueError(
            f"a change must be a column from 0 to {columns - 1} and a weight from 0 to 1, got {str(change)[:60]}"
        )
    if not allowed[pair[0]]:
        raise ValueError(f"the mask does not allow this row to attend to column {pair[0]}")
    return pair[0], float(np.float32(pair[1]))
