"""Two training runs, curve over curve; the output of each at a frame, and every head of both, on the same
held-out sentence."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.figures.kit import palette, run_heads, run_scores
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, short
from lessons.figures.training_pair import words as say
from transformer.families import Map
from transformer.measure.training.checkpoints import Moment, asked_of, given_and_rest
from transformer.objectives.loss import smoothing_floor
from transformer.runs import Run, RunConfig
from transformer.tasks import Example, Task
from transformer.vocabulary import SPECIALS

HUES = ("weight", "key")


def training_pair(
    first: Run,
    second: Run,
    tasks: tuple[Task, Task],
    moments: Sequence[Sequence[Moment]],
    example: Example | None,
) -> Figure:
    """Build the figure. `moments` holds for each run what its frames do with the example; the example is None if the
    two learn different tasks."""
    arrays, run_headers, sides = {}, [], {}
    both = zip((first, second), tasks, "ab", HUES, moments, strict=True)
    for run, task, name, hue, frames in both:
        events = run.events()
        for field in ("step", "loss"):
            values = np.array([event[field] for event in events], np.float32)
            probe = f"events.jsonl of {run.name}: {field}"
            arrays[f"{field} {name}"] = Array(values, "step", probe)
        score = run_scores.score_of(run, task)
        arrays |= run_scores.arrays(events, task, score, run.name, name)
        if example:
            sides |= run_heads.sides_of(run, task, example)
            arrays |= run_heads.maps_of(run, task, frames, sides, name)
        config = RunConfig.read(run.card)
        run_headers.append(
            {
                "run": run.name,
                "hue": hue,
                "steps": config.settings.steps,
                "floor": smoothing_floor(
                    len(task.target_words) + len(SPECIALS), config.settings.smoothing
                ),
                "frames": [moment.step for moment in frames],
                "written": [[short(word) for word in moment.written] for moment in frames],
                "lacks": say.LACKS["layer" if not frames and run.checkpoints() else "frame"],
            }
        )
    maps = {m.name: m for run in (first, second) for m in run_scores.family_of(run, tasks[0]).maps}
    input_words, right = given_and_rest(example) if example else ((), ())
    header = {
        "title": say.TITLE.format(first=first.name, second=second.name),
        "runs": run_headers,
        "steps": max(run_header["steps"] for run_header in run_headers),
        "same_task": example is not None,
        "parted": parted(first, second),
        **run_heads.input_header(tasks[0], input_words),
        "right": [run_heads.label(word, tasks[0].languages[1]) for word in right],
        "sides": sides,
        "known": list(example.alignment) if example else [],
        "data": data_words(
            (
                [word for run in run_headers for words in run["written"] for word in words],
                tasks[0].languages[1],
            )
        ),
        "heads": heads_in(maps, arrays),
        "asked": asked_of(tasks[0]),
        "open": bool(example) and not example.source,
        "words": words_of((first, second), tasks),
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"step": max(run_header["steps"] for run_header in run_headers), "head": 1},
    }
    return Figure("training_pair", header, arrays)


def heads_in(maps: dict[str, Map], arrays: dict[str, Array]) -> list[dict[str, Any]]:
    """Return the heads that one of the two runs has, in the order of the recording; `runs` says which of them: "ab"."""
    sizes = {name: array.values.shape[1:3] for name, array in arrays.items()}
    in_either = []
    for drawn in run_heads.in_order(maps.values()):
        of = {run: sizes[f"{drawn.name} {run}"] for run in "ab" if f"{drawn.name} {run}" in sizes}
        for layer in range(max((layers for layers, _ in of.values()), default=0)):
            heads = {run: heads for run, (layers, heads) in of.items() if layer < layers}
            in_either += [
                run_heads.head(drawn, layer, head)
                | {"runs": [run for run in heads if head < heads[run]]}
                for head in range(max(heads.values()))
            ]
    return in_either


def words_of(runs: Sequence[Run], tasks: Sequence[Task]) -> dict:
    """Return the text of the figure; the accuracy is named if both runs share its name."""
    first, second = map(run_scores.score_of, runs, tasks)
    if first != second:
        return say.WORDS | {"exact": say.MIXED}
    return run_scores.texts_for(tasks[0], first, say)


def parted(first: Run, second: Run) -> int:
    """Return the step up to which two runs are identical; 0 if neither continues the other."""
    for run, other in ((first, second), (second, first)):
        parent = run.card.get("parent")
        if parent and parent["run"] == other.name:
            return parent["step"]
    return 0


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check the step and the head at which the figure opens; heads are counted from 1."""
    heads = len(figure.header["heads"])
    for name, least, most in (("step", 0, figure.header["steps"]), ("head", 1, max(1, heads))):
        if type(start[name]) is not int or not least <= start[name] <= most:
            raise ValueError(
                f"{name} must be a whole number from {least} to {most}, got {start[name]!r}"
            )
    return start
