"""How much of the gradient reaches the first of T words in six recurrent cells, and the effect of gradient clipping."""

from collections.abc import Mapping

import numpy as np
from torch import Tensor

from lessons.figures.kit.chart import Trace, axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import rounded
from lessons.figures.panels import by, choice, column, picture, reveals_answer, table, text
from lessons.sequences.figures.time_gradients import words as say
from lessons.sequences.measure import clipping
from lessons.sequences.measure.over_time import HIDDEN, INPUTS, SEEDS, TIMES

HUES = {
    "rnn": "soft",
    "gru": "query",
    "lstm": "key",
    "gru open": "weight",
    "lstm open": "value",
    "lstm gate": "ink",
}
FROM = "lessons.sequences.measure.over_time.over_time"
GRADIENT = "gradient of the loss at the inputs"


def time_gradients(gradients: dict[str, Tensor]) -> Figure:
    """Return the figure. `gradients`: the result of `lessons.sequences.measure.over_time.over_time`."""
    arrays = {"time": Array(np.array(TIMES, np.float32), "time", GRADIENT, FROM)}
    for name, logs in gradients.items():
        arrays[name] = Array(logs.numpy().astype(np.float32), "seed time", GRADIENT, FROM)
        mean = logs.double().mean(0).numpy().astype(np.float32)
        arrays[f"{name} mean"] = Array(mean, "time", GRADIENT, FROM, {"time": TIMES})
    titles, verdicts = zip(*say.WAYS.values(), strict=True)
    choices = [choice("way", say.WORDS["ways"], titles, paths=list(say.WAYS), keys="←→", opens=2)]
    look = {True: "named", False: ""}
    rows = [[{"label": t, "full": t, "look": look[t == now]} for t in titles] for now in titles]
    columns = []
    for k, time in enumerate(TIMES):
        at = [rounded(10.0 ** float(arrays[f"{name} mean"].values[k])) for name in say.WAYS]
        columns.append(reveals_answer(column(say.WORDS["column"].format(time=time), at)))
    settings = {"inputs": INPUTS, "hidden": HIDDEN, "seeds": ", ".join(map(str, SEEDS))}
    shown = [
        reveals_answer(text(by("way", verdicts), "told")),
        table("", by("way", rows), columns),
        text(say.WORDS["about"], "caption"),
        text(say.WORDS["seeds"].format(**settings), "caption"),
    ]
    curves = by("way", [_traces(way) for way in say.WAYS])
    across = axis(say.WORDS["across"], 0, TIMES[-1] + 3)
    sizes = panel(f"**{say.WORDS['chart']}**", across, axis(powers=True), curves, veiled=0)
    drawn = chart([sizes], height=300, redraws=("way",))
    return picture(
        "time_gradients", say.TITLE, choices, shown, arrays, "", "way", 2500, chart=drawn
    )


def _traces(chosen: str) -> list[Trace]:
    """Return a line for each cell; for the chosen cell, a thicker line and a thin line per seed."""
    thin = {"colour": HUES[chosen], "wide": 1, "powers": True, "quiet": True}
    return [
        *(trace(f"{chosen}[{seed}, :]", "time", **thin) for seed in range(len(SEEDS))),
        *(trace(f"{way} mean", "time", name=title, colour=HUES[way], powers=True, dots=6,
                wide=4.8 if way == chosen else 2.4, reads=".2~g") for way, (title, _) in say.WAYS.items()),
    ]  # fmt: skip


def clipping_curves(runs: Mapping[str, clipping.Training]) -> Figure:
    """Return the figure. `runs`: the result of `lessons.sequences.measure.clipping.trainings`."""
    origin, last = ("gradients of the weights", f"{clipping.__name__}.train"), clipping.STEPS - 1
    arrays = {f"{name}.{what}": Array(values.numpy().astype(np.float32), "step", *origin)
              for name, training in runs.items() for what, values in vars(training).items()}  # fmt: skip
    cap = np.full(clipping.STEPS, clipping.MOST, np.float32)
    arrays["cap"] = Array(cap, "step", "clip_grad_norm_", clipping.__name__)
    lines = {what: [trace(f"{{start}} {run}.{what}", name=name, colour=hue, dash=dash, wide=3, reads=".3~g")
                    for run, (name, hue, dash) in say.RUNS.items()] for what in say.CHARTS}  # fmt: skip
    lines["norm"].append(trace("cap", name=say.CAP, colour="soft", wide=1, quiet=True))
    steps, sizes, shares = axis(say.STEPS, whole=True), axis(powers=True), axis("", -0.02, 1)
    panels = [
        panel(title, steps, shares if what == "off" else sizes, lines[what])
        for what, title in say.CHARTS.items()
    ]
    gaps = {
        "first": "plain.norm[0]:2",
        "large": "plain.norm[0]:0",
        "second": "plain.norm[1]:2",
        "used": "clipped.used[0]:0",
        "off": "plain.off[1]:2",
        "cut_off": "clipped.off[1]:2",
        "after": "plain.loss[1]:2",
        "silent": "plain.silent[0]:2",
    }
    for name, run in {"plain": "plain", "cut": "clipped"}.items():
        gaps |= {name: f"{run}.loss[{last}]:2", f"{name}_share": f"{run}.share[{last}]:2"}
    summary = text(by("start", [*say.STARTS.values()]), "told", **{gap: f"{{start}} {ref}" for gap, ref in gaps.items()})  # fmt: skip
    about = text(say.CLIPPED.format_map(vars(clipping)), "caption")
    start = choice("start", say.START, values=[*say.STARTS], keys="←→")
    drawn = chart(panels, columns=3, height=270, redraws=("start",))
    return picture("time_gradients", say.CLIPPING, [start], [summary, about], arrays, chart=drawn)
