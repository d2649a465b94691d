"""How far fine-tuning changes each part of the body, and how many masked words the body still predicts.

The numbers ship; `python -m lessons.finetuning.measure.finetuning` measures them again.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import bars, by, choice, picture, reveals_answer, row, text
from lessons.finetuning.figures.moved_weights import words as say


def moved_weights(
    measurements: Mapping[str, Any], heads: Mapping[str, str], opens: str = ""
) -> Figure:
    """Build the figure; values are percentages. `found` is from `lessons.finetuning.measure.finetuning.measured`; `heads`
    names the tasks. It opens with the task `opens`, or with the first."""
    tasks, labels = measurements["tasks"], measurements["labels"]
    parts = list(next(iter(tasks.values()))["moved"])
    made = "lessons.finetuning.measure.finetuning"
    moved = 100 * np.array(
        [list(results["moved"].values()) for results in tasks.values()], np.float32
    )
    words = 100 * np.array([[measurements["remembers"], results["remembers"]] for results in tasks.values()], np.float32)  # fmt: skip
    arrays = {
        "moved": Array(
            moved, "head part", "parameters", f"{made}.relative_change", {"part": parts}
        ),
        "words": Array(
            words, "head body", "words", f"{made}.masked_accuracy", {"body": say.BODIES}
        ),
    }
    texts = [
        say.SAYS.format(count=labels[-1], head=heads[task], least=min(results["moved"].values()),
                        most=max(results["moved"].values()), after=results["remembers"], before=measurements["remembers"])
        for task, results in tasks.items()
    ]  # fmt: skip
    panels = [
        reveals_answer(text(by("head", texts))),
        row(
            [bars("moved[head, :]", parts, title=say.MOVED, full=float(moved.max()), hue="value",
                  printed="{share}%", share="moved[head, :]:1"), text(say.FROZEN, "note")],
            [reveals_answer(bars("words[head, :]", list(say.BODIES), title=say.KEEPS, full=100, hue="key",
                        printed="{share}%", share="words[head, :]:1"))],
        ),
        text(say.ORIGIN.format(seeds=len(measurements["seeds"]), steps=measurements["steps"]), "caption"),
    ]  # fmt: skip
    at = list(tasks).index(opens) + 1 if opens else 1
    choices = [choice("head", say.HEAD, [heads[task] for task in tasks], keys="↑↓", opens=at)]
    return picture("moved_weights", say.TITLE, choices, panels, arrays)
