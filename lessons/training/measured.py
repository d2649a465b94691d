"""Measurements of a training run for the questions about it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lessons.figures.kit import run_scores
from transformer.measure.training.checkpoints import Moment
from transformer.runs import Run
from transformer.tasks import Task


@dataclass(frozen=True)
class Course:
    """A training run from its first frame to its last."""

    frames: Sequence[int]  # the step of each
    # At each frame, the best unguided head: the share of words at which its largest weight is right.
    looks: Sequence[float] | None
    steps: Sequence[int]  # at which held-out examples were measured
    score: Sequence[float]  # there, their share
    bits: Sequence[float] = ()  # there, for each piece of a text
    pairs: float | None = None  # the bits that counting pairs needs; None where there are answers
    guided: Sequence[float] = ()  # at each frame, the head that an extra loss guides
    either: Sequence[float] = ()  # as `looks`, where more than one source place is right


def course(run: Run, task: Task, moments: Sequence[Moment], either: Sequence[float] = ()) -> Course:
    """Return the measurements of a run, with the attention of the model at its frames if known."""
    score = run_scores.score_of(run, task)
    events = run_scores.measured(run.events(), score)
    counted = run_scores.yardsticks(task)
    looks, guided = None, ()
    if moments and moments[0].looks is not None:
        every = np.stack([moment.looks for moment in moments])  # (frame, layer, head)
        free = np.ones(every.shape[1:], bool)
        if run.card["settings"].get("guide"):
            free[-1, 0] = False  # head 0 of the last cross-attention
            guided = every[:, -1, 0].tolist()
        looks = every[:, free].max(-1).tolist() if free.any() else None
    return Course(
        frames=[moment.step for moment in moments] or run.checkpoints(),
        looks=looks,
        steps=[event["step"] for event in events],
        score=[event[score] for event in events],
        bits=[event["bits"] for event in events] if counted else (),
        pairs=counted[-1]["value"] / math.log(2) if counted else None,
        guided=guided,
        either=either,
    )


def either_number(films: Sequence[Sequence[Moment]], alignment: Sequence[int]) -> list[float]:
    """Return, for the recordings of several sums, the best unguided head at each frame: the share of digits at which
    its largest weight is on the digit of either number. `alignment`: the position in the first number."""
    places = np.array(alignment)
    other = places + 4  # three digits and the plus sign precede the second number
    shares = []
    for frames in zip(*films, strict=True):
        maps = np.stack(
            [moment.maps["cross"] for moment in frames]
        )  # (sum, layer, head, row, column)
        seen = maps[..., : len(places), :].argmax(-1)  # (sum, layer, head, digit)
        hits = ((seen == places) | (seen == other)).mean((0, 3))  # (layer, head)
        hits[-1, 0] = 0.0  # it is guided
        shares.append(float(hits.max()))
    return shares
