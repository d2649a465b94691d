"""The size of the gradient of every layer, in stacks of 2 to 24 layers with five different structures."""

from collections.abc import Iterator

import numpy as np

from lessons.block.figures.depth_gradients import words as say
from lessons.block.measure.depth import DEPTHS, SEEDS, SIZES, WAYS, Pass
from lessons.figures.kit.chart import Trace, axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import scientific
from lessons.figures.panels import by, choice, column, picture, reveals_answer, table, text

HUES = {  # of the palette, for each way
    "pre": "weight",
    "post": "query",
    "without norm": "key",
    "without residual": "value",
    "without both": "soft",
}
ASKED = "without residual"  # the page asks about its gradient
FROM = "lessons.block.measure.depth.backward"
GRADIENT = "gradients of a fresh encoder’s weight matrices"


def depth_gradients(passes: dict[tuple[str, int], Pass]) -> Figure:
    """Build the figure of all structures and depths from the result of `stream.depth.all_passes`."""
    arrays = {}
    for (way, depth), result in passes.items():
        size = result.gradients.log10().numpy()  # (seed, layer); they differ by powers of ten
        arrays[f"{way} {depth}"] = Array(size, "seed layer", GRADIENT, FROM)
        mean = size.mean(0, dtype=np.float64).astype(np.float32)
        arrays[f"{way} {depth} mean"] = Array(mean, "layer", GRADIENT, FROM)
    adam = [[passes[way, depth].adam.mean(0)[0] for depth in DEPTHS] for way in WAYS]
    arrays["adam"] = Array(np.array(adam, np.float32), "way depth", GRADIENT, FROM)
    for name, probe in (("loss", "logits"), ("alike", "encoder.output")):
        values = [[getattr(passes[way, depth], name) for depth in DEPTHS] for way in WAYS]
        arrays[name] = Array(np.array(values, np.float32), "way depth", probe, FROM)
    titles = [say.WAYS[way]["title"] for way in WAYS]
    choices = [
        choice("depth", say.WORDS["depth"], values=DEPTHS, keys="←→", opens=DEPTHS[-1]),
        choice("way", say.WORDS["ways"], titles, keys="↑↓"),
    ]
    look = {True: "named", False: ""}
    rows = [[{"label": t, "full": t, "look": look[t == now]} for t in titles] for now in titles]
    columns = zip(*(cells(arrays, depth) for depth in DEPTHS), strict=True)
    columns = zip(say.WORDS["columns"], columns, strict=True)
    sizes = say.SIZES.format(**SIZES)
    shown = [
        reveals_answer(
            text(by("way", [say.WAYS[way]["says"] for way in WAYS]), "told"),
            by("way", [way == ASKED for way in WAYS]),
        ),
        table(
            "",
            by("way", rows),
            [
                reveals_answer(column(title, by("depth", texts)), n < 3)
                for n, (title, texts) in enumerate(columns)
            ],
        ),
        text(say.WORDS["about"], "caption"),
        text(say.WORDS["seeds"].format(sizes=sizes, seeds=", ".join(map(str, SEEDS))), "caption"),
    ]
    curves = by("way", [traces(way) for way in WAYS])
    sizes = panel(f"**{say.WORDS['chart']}**", axis(say.WORDS["layer"], whole=True), axis(powers=True), curves, veiled=0)  # fmt: skip
    more = {
        "chart": chart([sizes], height=330, redraws=("depth", "way")), "depths": list(DEPTHS),
        "ways": [{"name": way, **say.WAYS[way]} for way in WAYS],
    }  # fmt: skip
    return picture("depth_gradients", say.TITLE, choices, shown, arrays, "", "depth", 1500, **more)


def traces(chosen: str) -> list[Trace]:
    """Draw one line for each structure; the chosen one has a thicker line and a thin one for each seed."""
    thin = {"colour": HUES[chosen], "wide": 1, "powers": True, "quiet": True}
    return [
        *(trace(f"{chosen} {{depth}}[{seed}, :]", **thin) for seed in range(len(SEEDS))),
        *(trace(f"{way} {{depth}} mean", name=say.WAYS[way]["title"], colour=HUES[way], powers=True, dots=6,
                wide=4.8 if way == chosen else 2.4, reads=".2~g") for way in WAYS),
    ]  # fmt: skip


def cells(arrays: dict[str, Array], depth: int) -> Iterator[list[str]]:
    """List for each structure: first and last gradient, Adam's first step, loss, and similarity of words."""
    k, means = DEPTHS.index(depth), [arrays[f"{way} {depth} mean"].values for way in WAYS]
    for layer in (0, -1):
        yield [printed_power(mean[layer]) for mean in means]
    yield [f"{step:.2f}" for step in arrays["adam"].values[:, k]]
    yield [printed_power(np.log10(loss)) for loss in arrays["loss"].values[:, k]]
    yield [f"{alike:.2f}" for alike in arrays["alike"].values[:, k]]


def printed_power(log: float) -> str:
    """Format the number with this logarithm, however small."""
    if abs(log) < 3:
        return f"{10.0**log:.{2 if log < 0 else 1}f}"
    return scientific(10.0**log, 0)
