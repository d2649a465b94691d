"""Held-out scores in the figures of training runs: of answers, or of a text that continues."""

import math
from typing import Any

import numpy as np

from lessons.figures.kit.figure import Array
from transformer import families
from transformer.families import Family
from transformer.runs import MEASURED, Run, RunConfig
from transformer.tasks import Task

USUAL = "exact_match"
YARDSTICKS = {
    "frequencies": "frequencies: {bits} bits",
    "pairs": "pairs: {bits} bits",
}


def family_of(run: Run, task: Task) -> Family:
    """Return the family of a run's model: its config's, or the task's default."""
    return families.find(RunConfig.read(run.card).family or task.family)


def score_of(run: Run, task: Task) -> str:
    """Return the name of the main score of a run's model, from its family."""
    return family_of(run, task).objective.score


def is_text(task: Task) -> bool:
    """Whether there is no input to answer (a language model)."""
    return not task.source_words


def measured(events: list[dict], score: str) -> list[dict]:
    """Return the events with a measurement."""
    return [event for event in events if score in event]


def arrays(
    events: list[dict], task: Task, score: str, run: str = "", name: str = ""
) -> dict[str, Array]:
    """Return the score at each measurement and, for a language model, the bits per piece."""
    events_with_score = measured(events, score)
    lines = {"measured": "step", "score": score}
    if is_text(task):
        lines["bits"] = "bits"
    file = f"events.jsonl of {run}" if run else "events.jsonl"
    return {
        f"{key} {name}".strip(): Array(
            np.array([event[field] for event in events_with_score], np.float32),
            "measurement",
            f"{file}: {field}",
        )
        for key, field in lines.items()
    }


def yardsticks(task: Task) -> list[dict[str, Any]]:
    """Return the loss of counting baselines on the measured lines, in nats; [] for a task with answers, and
    as long as a text is unknown."""
    if not is_text(task) or not task.held_out:
        return []
    counted = task.ngram_counts.losses([example.target for example in task.held_out[:MEASURED]])
    return [
        {"value": loss, "label": YARDSTICKS[name].format(bits=f"{loss / math.log(2):.2f}")}
        for name, loss in counted.items()
    ]


def texts_for(task: Task, score: str, say) -> dict:
    """Return the text of a figure from its `words.py`: other strings for a language model, with the name of its pieces,
    and for a family with its own score."""
    if is_text(task):
        return say.WORDS | {
            name: text.replace("{unit}", task.unit) for name, text in say.TEXT.items()
        }
    if score == USUAL:
        return say.WORDS
    return say.WORDS | {name: text.replace("{name}", score) for name, text in say.OTHER.items()}
