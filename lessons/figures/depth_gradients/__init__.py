"""How strong a gradient every layer gets, in stacks of 2 to 24 layers that are put together differently."""

from typing import Any

import numpy as np

from lessons.figures.depth_gradients import words as say
from lessons.figures.kit import chart, palette
from lessons.figures.kit.chart import validate_choice  # noqa: F401  the figure's
from lessons.figures.kit.figure import Array, Figure
from transformer.measure.stream.depth import DEPTHS, SEEDS, SIZES, WAYS, Pass

HUES = {  # of the palette, for each way
    "pre": "weight",
    "post": "query",
    "without norm": "key",
    "without residual": "value",
    "without both": "soft",
}
FROM = "transformer.measure.stream.depth.backward"
GRADIENT = "gradients of a fresh encoder’s weight matrices"


def depth_gradients(passes: dict[tuple[str, int], Pass]) -> Figure:
    """All ways, all depths: `passes` as `transformer.measure.stream.depth.all_passes` gives them."""
    arrays = {}
    for (way, depth), one in passes.items():
        size = one.gradients.log10().numpy()  # (seed, layer); they differ by powers of ten
        arrays[f"{way} {depth}"] = Array(size, "seed layer", GRADIENT, FROM)
        mean = size.mean(0, dtype=np.float64).astype(np.float32)
        arrays[f"{way} {depth} mean"] = Array(mean, "layer", GRADIENT, FROM)
    for name, probe in (("loss", "logits"), ("alike", "encoder.output")):
        found = [[getattr(passes[way, depth], name) for depth in DEPTHS] for way in WAYS]
        arrays[name] = Array(np.array(found, np.float32), "way depth", probe, FROM)
    header = {
        "title": say.TITLE,
        "chart": charted(arrays),
        "ways": [{"name": way, "hue": HUES[way], **say.WAYS[way]} for way in WAYS],
        "depths": list(DEPTHS),
        "plays": "depth",
        "pace": 1500,
        "words": {**say.WORDS, "origin": ""},
        "caption": say.PAPER.format(title=say.TITLE, seeds=seeds()),
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"depth": DEPTHS[-1], "way": 1},
    }
    return Figure("depth_gradients", header, arrays)


def charted(arrays: dict[str, Array]) -> dict[str, Any]:
    """A thick line for each way, and a thin one for each seed of the way that is looked at."""
    means = [
        chart.trace(f"{way} {{depth}} mean", name=say.WAYS[way]["title"], colour=HUES[way], dots=6, wide=2.4,
                    powers=True, reads=".2~g", strong={"way": k})
        for k, way in enumerate(WAYS, start=1)
    ]  # fmt: skip
    thin = [
        chart.trace(
            f"{way} {{depth}}[{seed}, :]",
            colour=HUES[way],
            wide=1,
            powers=True,
            when={"way": k},
            quiet=True,
        )
        for k, way in enumerate(WAYS, start=1)
        for seed in range(len(SEEDS))
    ]
    axes = chart.axis(say.WORDS["layer"], whole=True), chart.axis(powers=True)
    told = [say.WAYS[way]["says"] for way in WAYS]
    parts = [
        {"kind": "said", "by": "way", "of": told},
        {"kind": "table", "by": "depth", "columns": say.WORDS["columns"], "marks": "way",
         "of": [table(arrays, k, depth) for k, depth in enumerate(DEPTHS)]},
        {"kind": "note", "all": say.WORDS["about"]},
        {"kind": "note", "all": seeds()},
    ]  # fmt: skip
    moves = [
        chart.move("depth", say.WORDS["depth"], DEPTHS, control="segment", keys="←→"),
        chart.move("way", say.WORDS["ways"], range(1, len(WAYS) + 1), [say.WAYS[way]["title"] for way in WAYS],
                   control="segment", keys="↑↓"),
    ]  # fmt: skip
    panel = chart.panel(f"**{say.WORDS['chart']}**", *axes, [*thin, *means])
    return chart.chart([panel], moves, height=330, redraws=("depth", "way"), parts=parts)


def table(arrays: dict[str, Array], k: int, depth: int) -> list[list]:
    """Of each way: its first and last gradient, its loss, and how alike its words have become."""
    found = []
    for n, way in enumerate(WAYS):
        mean = arrays[f"{way} {depth} mean"].values
        logs = [mean[0], mean[-1], np.log10(arrays["loss"].values[n, k])]
        alike = f"{arrays['alike'].values[n, k]:.2f}"
        found.append([{"text": say.WAYS[way]["title"], "colour": HUES[way]}, *map(power, logs), alike])  # fmt: skip
    return found


def power(log: float) -> str:
    """The number of which this is the logarithm, however small."""
    if abs(log) >= 3:
        return f"{10.0**log:.0e}".replace("e-0", "e-").replace("e+0", "e").replace("-", "−")
    return f"{10.0**log:.{2 if log < 0 else 1}f}"


def seeds() -> str:
    return say.WORDS["seeds"].format(
        sizes=say.SIZES.format(**SIZES), seeds=", ".join(map(str, SEEDS))
    )
