"""What the figures of a training say of held-out examples: of answers, or of a text that goes on."""

import math
from typing import Any

import numpy as np

from lessons.figures.kit.figure import Array
from transformer import families
from transformer.families import Family
from transformer.runs import MEASURED, Plan, Run
from transformer.tasks import Task

USUAL = "exact_match"
YARDSTICKS = {
    "frequencies": "only how frequent: {bits} bits",
    "pairs": "also the one before: {bits} bits",
}


def family_of(run: Run, task: Task) -> Family:
    """The family of a run's model: its plan's, or the one that the task is meant for."""
    return families.find(Plan.read(run.card).family or task.family)


def score_of(run: Run, task: Task) -> str:
    """What of its scores says how good the model of a run is, as its family says."""
    return family_of(run, task).objective.score


def is_text(task: Task) -> bool:
    """Whether nothing is given to be answered."""
    return not task.source_words


def measured(events: list[dict], score: str) -> list[dict]:
    """The events at which something was measured."""
    return [event for event in events if score in event]


def arrays(
    events: list[dict], task: Task, score: str, run: str = "", name: str = ""
) -> dict[str, Array]:
    """The score at each measurement, and where a text is learned the bits for each piece."""
    found = measured(events, score)
    lines = {"measured": "step", "score": score}
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


def said(task: Task, score: str, say) -> dict:
    """The words of a figure, of its `words.py`: some others where a text is learned, with what its pieces are
    called, and where a family has a score of its own."""
    if is_text(task):
        return say.WORDS | {
            name: text.replace("{unit}", task.unit) for name, text in say.TEXT.items()
        }
    if score == USUAL:
        return say.WORDS
    return say.WORDS | {name: text.replace("{name}", score) for name, text in say.OTHER.items()}
