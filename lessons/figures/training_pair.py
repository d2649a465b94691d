"""Two trainings, curve over curve, and what each writes at a frame, on the same held-out sentence."""

from typing import Any

import numpy as np

from lessons.figures import palette
from lessons.figures import training_pair_words as say
from lessons.figures.embedding_map_header import short
from lessons.figures.figure import Array, Figure
from transformer.loss import smoothing_floor
from transformer.runs import Plan, Run
from transformer.tasks import Example, Task
from transformer.vocabulary import SPECIALS

HUES = ("weight", "key")


def training_pair(
    first: Run,
    second: Run,
    task: Task,
    written: list[dict[int, tuple[str, ...]]],
    example: Example | None,
) -> Figure:
    """`written` holds for each run what it writes for the example, by the step of the frame; the
    example is None where the two learn different tasks."""
    arrays, told = {}, []
    for run, name, hue, outputs in zip((first, second), "ab", HUES, written, strict=True):
        events = run.events()
        measured = [e for e in events if "exact_match" in e]
        lines = {
            f"step {name}": ([e["step"] for e in events], "step", "step"),
            f"loss {name}": ([e["loss"] for e in events], "step", "loss"),
            f"measured {name}": ([e["step"] for e in measured], "measurement", "step"),
            f"exact {name}": ([e["exact_match"] for e in measured], "measurement", "exact_match"),
        }
        for key, (values, axes, field) in lines.items():
            probe = f"events.jsonl of {run.name}: {field}"
            arrays[key] = Array(np.array(values, np.float32), axes, probe)
        plan = Plan.read(run.card)
        told.append(
            {
                "run": run.name,
                "hue": hue,
                "steps": plan.settings.steps,
                "floor": smoothing_floor(
                    len(task.target_words) + len(SPECIALS), plan.settings.smoothing
                ),
                "frames": list(outputs),
                "written": [[short(word) for word in words] for words in outputs.values()],
            }
        )
    header = {
        "title": say.TITLE.format(first=first.name, second=second.name),
        "runs": told,
        "steps": max(one["steps"] for one in told),
        "same_task": example is not None,
        "parted": parted(first, second),
        "given": [short(word) for word in example.source] if example else [],
        "right": [short(word) for word in example.target] if example else [],
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"step": max(one["steps"] for one in told)},
    }
    return Figure("training_pair", header, arrays)


def parted(first: Run, second: Run) -> int:
    """The step up to which two runs are one; 0 where neither goes on from the other."""
    for run, other in ((first, second), (second, first)):
        parent = run.card.get("parent")
        if parent and parent["run"] == other.name:
            return parent["step"]
    return 0


def place(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check the step at which the figure opens."""
    most = figure.header["steps"]
    if type(start["step"]) is not int or not 0 <= start["step"] <= most:
        raise ValueError(f"step must be a whole number from 0 to {most}, got {start['step']!r}")
    return start
