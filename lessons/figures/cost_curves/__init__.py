"""Multiply-adds by length for attention and recurrent layers. What is counted decides where the curves meet."""

from collections.abc import Mapping

import numpy as np

from lessons.figures.cost_curves import words as say
from lessons.figures.kit.chart import axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, picture, reveals_answer, text
from transformer.measure.cost import grid

FROM = "transformer.measure.cost.grid"
WAYS = tuple(say.WAYS)
MILLION = 1e6
VEILED = 24  # from this n on, the curves show where they meet


def cost_curves(products: Mapping[str, np.ndarray], clocked: Mapping[str, np.ndarray]) -> Figure:
    """Build the figure from the results of `grid.products()` and `grid.clocked()`."""
    pairs = {way: pair(way, products, clocked) for way in WAYS}
    lengths = np.array(grid.LENGTHS, np.float32)
    arrays = {"n": Array(lengths, "n", "layers", f"{FROM}.LENGTHS")}
    for way, (attention, recurrent) in pairs.items():
        derived = f"{FROM}.clocked" if way == "clock" else f"{FROM}.products"
        arrays[f"{way}.attention"] = Array(attention, "n d", "layers", derived)
        arrays[f"{way}.recurrent"] = Array(recurrent, "n d", "layers", derived)
    arrays["fused"] = Array(table(clocked["fused"]), "n d", "layers", f"{FROM}.clocked")
    choices = [
        choice("counting", say.CHOICES["counting"], [name for name, *_ in say.WAYS.values()], values=WAYS,
               opens="gru", keys="↑↓"),
        choice("d", say.CHOICES["d"], [str(d) for d in grid.SIZES], values=grid.SIZES, opens=64, keys="d"),
        choice("n", say.CHOICES["n"], [str(n) for n in grid.LENGTHS], values=grid.LENGTHS, control="slider",
               keys="←→", opens=16),
    ]  # fmt: skip
    here = {"attention": "{counting}.attention[n, d]:2", "recurrent": "{counting}.recurrent[n, d]:2",
            "fused": "fused[n, d]:2"}  # fmt: skip
    labels = [say.CLOCK_HERE if way == "clock" else say.HERE for way in WAYS]
    labels = [label.replace("{n_of}", "{n}").replace("{d_of}", "{d}") for label in labels]
    verdicts = by("counting", [by("d", [verdict(way, pairs, clocked, k) for k in range(len(grid.SIZES))]) for way in WAYS])  # fmt: skip
    panels = [
        reveals_answer(text(verdicts, "verdict"), by("counting", [way == "gru" for way in WAYS])),
        text(by("counting", [f"{formula}. {about}" for _, formula, about in say.WAYS.values()]), "told"),
        reveals_answer(text(by("counting", labels), "label", **here), by("n", [n > VEILED for n in grid.LENGTHS])),
    ]  # fmt: skip
    shown = by("counting", [drawn(way) for way in WAYS])
    return picture("cost_curves", say.TITLE, choices, panels, arrays, say.ORIGIN, chart=chart(shown, height=340, redraws=("counting", "d"), picks="n"))  # fmt: skip


def table(costs: np.ndarray) -> np.ndarray:
    """Reduce (n, d, k, r) → (n, d) for layers that do not depend on k and r."""
    return costs[:, :, 0, 0].astype(np.float32)


def pair(way: str, products: Mapping, clocked: Mapping) -> tuple[np.ndarray, np.ndarray]:
    """Return the cost of attention and of the other layer, (n, d) each, in millions or milliseconds."""
    if way == "clock":
        return table(clocked["attention"]), table(clocked["gru"])
    n, d = np.array(grid.LENGTHS)[:, None], np.array(grid.SIZES)[None, :]
    if way in ("printed", "both"):
        operations = (1 if way == "printed" else 2) * n * n * d, n * d * d
        return tuple((count / MILLION).astype(np.float32) for count in operations)
    return table(products["attention"] / MILLION), table(products[way] / MILLION)


def verdict(way: str, pairs: Mapping, clocked: Mapping, k: int) -> str:
    """Say where the curves of size number `k` meet."""
    attention, recurrent = (curve[:, k] for curve in pairs[way])
    if way == "clock":
        slower = attention > table(clocked["fused"])[:, k]
        lasting = [n for place, n in enumerate(grid.LENGTHS) if slower[place:].all()]
        return say.SLOWER.format(n=lasting[0]) if lasting else say.FASTER.format(n=grid.LENGTHS[-1])
    if not (met := np.flatnonzero(np.isclose(attention, recurrent))).size:
        return say.NEVER
    n = grid.LENGTHS[met[0]]
    return say.MEET.format(n=n, times=say.TIMES[n / grid.SIZES[k]])


def drawn(way: str) -> list[dict]:
    """Build the chart of one way to count; both axes are in powers of ten."""
    look = {"dots": 7, "reads": ".3~g"}
    lines = [
        trace(f"{way}.attention[:, d]", "n", name=say.ATTENTION, colour="weight", **look),
        trace(f"{way}.recurrent[:, d]", "n", name=say.LOOP if way == "clock" else say.RECURRENT, colour="key", dash="dash", **look),
    ]  # fmt: skip
    if way == "clock":
        lines.append(trace("fused[:, d]", "n", name=say.FUSED, colour="value", dash="dot", **look))
    title = say.MILLISECONDS if way == "clock" else say.PRODUCTS
    more = {"veiled": VEILED} if way == "gru" else {}
    return [
        panel(
            title,
            axis(say.WORDS, powers=True, at=list(grid.LENGTHS)),
            axis(powers=True),
            lines,
            **more,
        )
    ]
