"""What was measured of a training, as the questions about it need it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lessons.figures.kit import run_scores
from transformer.measure.training.frames import Moment
from transformer.runs import Run
from transformer.tasks import Task


@dataclass(frozen=True)
class Course:
    """A training from its first frame to its last."""

    frames: Sequence[int]  # the step of each
    looks: (
        Sequence[float] | None
    )  # at each frame, the best head: for which share of the words it looks right
    steps: Sequence[int]  # at which held-out examples were measured
    score: Sequence[float]  # there, their share
    bits: Sequence[float] = ()  # there, for each piece of a text
    pairs: float | None = (
        None  # the bits that who counts its pairs needs; None where there are answers
    )


def course(run: Run, task: Task, moments: Sequence[Moment]) -> Course:
    """Of a run, with what the model does at its frames, if that is known."""
    score = run_scores.score_of(run, task)
    events = run_scores.measured(run.events(), score)
    counted = run_scores.yardsticks(task)
    known = bool(moments) and moments[0].looks is not None
    return Course(
        frames=[moment.step for moment in moments] or run.frames(),
        looks=[float(moment.looks.max()) for moment in moments] if known else None,
        steps=[event["step"] for event in events],
        score=[event[score] for event in events],
        bits=[event["bits"] for event in events] if counted else (),
        pairs=counted[-1]["value"] / math.log(2) if counted else None,
    )
