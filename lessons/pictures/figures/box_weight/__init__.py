"""Does a captioner learn where to attend? The weight inside the right box during training, for four ways."""

import numpy as np

from lessons.figures.kit.chart import axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, picture, text
from lessons.pictures.figures.box_weight import words as say
from transformer.measure.controls import Table

HUES = {
    "soft": "weight",
    "straight-through": "query",
    "REINFORCE": "value",
    "argmax, no gradient": "key",
}


def box_weight(table: Table) -> Figure:
    """Return the figure. `table`: the control `hard_attention`, whose runs were measured during training."""
    first = table.runs[0].watched
    origin = "transformer.measure.controls"
    steps = np.array([moment["step"] for moment in first], np.float32)
    arrays = {"step": Array(steps, "moment", "training", origin)}
    seeds = sorted({run.seed for run in table.runs})
    for arm, (length,) in table.arms().items():
        runs = table.runs_of(arm, length)
        for kind in say.KINDS:
            inside = [[moment["inside"][kind] for moment in run.watched] for run in runs]
            arrays[f"{arm}.{kind}"] = Array(np.array(inside, np.float32), "seed moment", "decoder.attention.weights", origin)  # fmt: skip
        right = [[moment["captions"] for moment in run.watched] for run in runs]
        arrays[f"{arm}.captions"] = Array(np.array(right, np.float32), "seed moment", "training", origin)  # fmt: skip
    chance = np.full_like(steps, first[0]["inside"]["size"])
    arrays["box"] = Array(chance, "moment", "training", origin)
    choices = [
        choice("seed", say.SEED, [str(seed) for seed in seeds], values=seeds, keys="←→"),
        choice("kind", say.KIND, [*say.KINDS.values()], values=[*say.KINDS], keys="↑↓"),
    ]
    style = {"dots": 5, "wide": 2.5, "reads": ".2f"}
    curves = [trace(f"{arm}.{{kind}}[seed, :]", "step", name=arm, colour=hue, **style) for arm, hue in HUES.items()]  # fmt: skip
    box = trace("box", "step", name=say.BOX, colour="soft", wide=1, dash="dash", quiet=True)
    right = [trace(f"{arm}.captions[seed, :]", "step", name=arm, colour=hue, **style) for arm, hue in HUES.items()]  # fmt: skip
    panels = [
        panel(say.INSIDE, axis(say.STEPS), axis("", 0, 1.03), [*curves, box]),
        panel(say.RIGHT, axis(say.STEPS), axis("", 0, 1.03, ticks=".0%"), right),
    ]
    results_text = text(by("seed", [_results_text(table, seed) for seed in seeds]), "told")
    drawn = chart(panels, columns=2, height=270, redraws=("seed", "kind"))
    return picture("box_weight", say.LEARNING, choices, [results_text, text(say.WATCHED, "caption")], arrays, say.LEARNING_ORIGIN, chart=drawn)  # fmt: skip


def _results_text(table: Table, seed: int) -> str:
    """Return the result of each kind of attention with this seed."""
    results = []
    for arm, (length,) in table.arms().items():
        (run,) = (run for run in table.runs_of(arm, length) if run.seed == seed)
        results.append(say.RESULT.format(arm=arm, score=run.held_out[table.score]))
    return say.RESULTS.format(seed=seed, results=", ".join(results))
