"""The curves of a training: loss, held-out score, learning rate, gradients. While it trains, the
drawing follows the server's events; the arrays are what had happened when the figure was made.
"""

from typing import Any

import numpy as np

from lessons.figures.kit import palette, run_scores
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.live_curve import words as say
from transformer.objectives.loss import smoothing_floor
from transformer.runs import Plan, Run


def live_curve(run: Run, task, state: str) -> Figure:
    """All that a run has told so far; `state` as `Run.state()` says it."""
    plan, events = Plan.read(run.card), run.events()
    score = run_scores.score_of(run, task)
    measured = run_scores.measured(events, score)
    parts = list(measured[0]["gradient_norms"]) if measured else []
    words = len(task.target_words) + 4  # and the special ones
    known = bool(task.target_words)  # a text of one's own is prepared first
    arrays = {
        "step": _array([e["step"] for e in events], "step", "step"),
        "loss": _array([e["loss"] for e in events], "step", "loss"),
        "rate": _array([e["learning_rate"] for e in events], "step", "learning_rate"),
        "norm": _array([e["gradient_norm"] for e in events], "step", "gradient_norm"),
        **run_scores.arrays(events, task, score),
        "norms": _array(
            [[e["gradient_norms"][part] for part in parts] for e in measured],
            "measurement part",
            "gradient_norms",
        ),
    }
    if task.translates:
        scores = [e.get("bleu", np.nan) for e in measured]  # not in runs of earlier days
        arrays["bleu"] = _array(scores, "measurement", "bleu")
    header = {
        "title": say.TITLE.format(run=run.name, task=task.title),
        "run": run.name,
        "steps": plan.settings.steps,
        "state": state,
        "score": score,
        "yardsticks": run_scores.yardsticks(task) if known else [],
        "preparing": not known,
        "floor": smoothing_floor(words, plan.settings.smoothing) if known else 0.0,
        "smoothing": plan.settings.smoothing,
        "target_words": words,
        "parts": parts,
        "words": run_scores.said(task, score, say) if known else say.WORDS,
        "palette": {
            "light": palette.LIGHT | palette.MORE_LIGHT,
            "dark": palette.DARK | palette.MORE_DARK,
        },
        "start": {},
    }
    return Figure("live_curve", header, arrays)


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Nothing to choose."""
    return start


def _array(values: list, axes: str, name: str) -> Array:
    return Array(np.array(values, np.float32), axes, f"events.jsonl: {name}")
