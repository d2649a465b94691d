"""What the figures of a training say of held-out examples: of answers, or of a text that goes on."""

import math
from typing import Any

import numpy as np

from lessons.figures.kit.figure import Array
from transformer.runs import MEASURED
from transformer.tasks import Task

YARDSTICKS = {
    "frequencies": "only how frequent: {bits} bits",
    "pairs": "also the one before: {bits} bits",
}


def is_text(task: Task) -> bool:
    """Whether nothing is given to be answered."""
    return task.score == "next_right"


def measured(events: list[dict], task: Task) -> list[dict]:
    """The events at which something was measured."""
    return [event for event in events if task.score in event]


def arrays(events: list[dict], task: Task, run: str = "", name: str = "") -> dict[str, Array]:
    """The score at each measurement, and where a text is learned the bits for each piece."""
    found = measured(events, task)
    lines = {"measured": "step", "score": task.score}
    if is_text(task):
        lines["bits"] = "bits"
    file = f"events.jsonl of {run}" if run else "events.jsonl"
    return {
        f"{key} {name}".strip(): Array(
            np.array([event[field] for event in found], np.float32),
            "measurement",
            f"{file}: {field}",
        )
        for key, field in lines.items()
    }


def yardsticks(task: Task) -> list[dict[str, Any]]:
    """What counting reaches on the lines that are measured, in nats; [] for a task with answers, and
    while nothing is known of a text."""
    if not is_text(task) or not task.held_out:
        return []
    counted = task.counted.losses([example.target for example in task.held_out[:MEASURED]])
    return [
        {"value": loss, "label": YARDSTICKS[name].format(bits=f"{loss / math.log(2):.2f}")}
        for name, loss in counted.items()
    ]


def said(task: Task, usual: dict, of_text: dict[str, str]) -> dict:
    """The words of a figure; where a text is learned, some others, with what its pieces are called."""
    if not is_text(task):
        return usual
    return usual | {name: text.replace("{unit}", task.unit) for name, text in of_text.items()}
