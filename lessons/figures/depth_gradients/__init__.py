"""How strong a gradient every layer gets, in stacks of 2 to 24 layers that are put together differently."""

from typing import Any

import numpy as np

from lessons.figures.depth_gradients import words as say
from lessons.figures.kit import palette
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
        "depths": list(DEPTHS),
        "ways": [{"name": way, "hue": HUES[way], **say.WAYS[way]} for way in WAYS],
        "seeds": list(SEEDS),
        "sizes": say.SIZES.format(**SIZES),
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"depth": DEPTHS[-1], "way": 1},
    }
    return Figure("depth_gradients", header, arrays)


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check the depth, and the way that is looked at, counted from 1."""
    if start["depth"] not in figure.header["depths"] or isinstance(start["depth"], bool):
        raise ValueError(f"depth must be one of {DEPTHS}, got {start['depth']!r}")
    way, most = start["way"], len(figure.header["ways"])
    if type(way) is not int or not 1 <= way <= most:
        raise ValueError(f"way must be a whole number from 1 to {most}, got {way!r}")
    return start
