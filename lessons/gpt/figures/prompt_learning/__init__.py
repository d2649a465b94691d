"""Exact match of three tasks over training steps, with and without the mask of the loss.

All numbers are on the cards of the models, measured during training.
"""

from collections.abc import Mapping

import numpy as np

from lessons.figures.kit.chart import axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, column, picture, reveals_answer, table, text
from lessons.gpt.figures.prompt_learning import words as say
from transformer.tasks.prompts import TASK_WORDS
from transformer.weights import Trained

HUES = dict(zip(TASK_WORDS, ("query", "key", "value"), strict=True))
ON_CARD = "cards, watched"


def prompt_learning(by_loss: Mapping[str, Trained]) -> Figure:
    """Build the figure. `by_loss`: "answer" (the loss counts only the answer) and "everything", measured at the same
    steps."""
    watched = {way: trained.card["watched"] for way, trained in by_loss.items()}
    steps = [moment["step"] for moment in watched["answer"]]
    arrays = {"step": Array(np.array(steps, np.float32), "moment", ON_CARD)}
    for way, seen in watched.items():
        exact = np.array(
            [[moment["exact_after"][kind] for kind in TASK_WORDS] for moment in seen], np.float32
        )
        arrays[f"{way}.exact"] = Array(
            exact, "moment kind", ON_CARD, labels={"kind": list(TASK_WORDS)}
        )
        loss = np.array([moment["loss"] for moment in seen], np.float32)  # None is NaN
        arrays[f"{way}.loss"] = Array(loss, "moment", ON_CARD)
    choices = [
        choice("counted", say.COUNTED, [*say.WAYS.values()], values=[*by_loss], keys="m"),
        choice("moment", say.MOMENT, [f"{step:,}" for step in steps], values=steps, control="slider", keys="←→",
               opens=steps[len(steps) // 3]),
    ]  # fmt: skip
    curves = [
        trace(f"{{counted}}.exact[:, {k}]", "step", name=kind, colour=HUES[kind], dots=6, reads=".1%")
        for k, kind in enumerate(TASK_WORDS)
    ]  # fmt: skip
    losses = [
        trace(f"{way}.loss", "step", name=say.WAYS[way], colour="ink" if way == "answer" else "soft",
              dash="" if way == "answer" else "dash", dots=5, reads=".3f")
        for way in by_loss
    ]  # fmt: skip
    shown = [
        panel(say.EXACT, axis(say.STEPS), axis("", 0, 1, ticks=".0%"), curves, veiled=0),
        panel(say.LOSS, axis(say.STEPS), axis("", 0), losses, veiled=0),
    ]
    columns = [
        reveals_answer(column(say.WAYS[way], f"{way}.exact[moment, :]:3", bar=True))
        for way in by_loss
    ]
    rows = len(next(iter(by_loss.values())).task.held_out) // len(TASK_WORDS)
    last = by("counted", [say.LAST[way].format(**_final_results(watched[way])) for way in by_loss])
    panels = [
        text(say.AFTER, "label"),
        table(say.KIND, TASK_WORDS, columns),
        reveals_answer(text(last, "told")),
        text(say.ORIGIN.format(rows=rows), "caption"),
    ]
    more = {"chart": chart(shown, columns=2, height=290, redraws=("counted",), picks="moment")}
    return picture("prompt_learning", say.TITLE, choices, panels, arrays, "", "moment", 700, **more)


def _final_results(watched: list[dict]) -> dict[str, str]:
    """Return when each kind first reached an exact match of 50%, and its final value."""
    results = {}
    for number, kind in enumerate(TASK_WORDS):
        half = next(
            (moment["step"] for moment in watched if moment["exact_after"][kind] >= 0.5), None
        )
        results[f"half_{number}"] = say.NEVER if half is None else f"{half:,}"
        results[f"end_{number}"] = f"{watched[-1]['exact_after'][kind]:.1%}"
    return results | {"loss": f"{watched[-1]['loss']:.2f}"}
