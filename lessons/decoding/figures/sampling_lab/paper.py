"""Print the sampling lab: the model's distribution, the one sampled from, and the drawn fractions."""

from pathlib import Path

import numpy as np

from lessons.decoding.figures.sampling_lab.words import PAPER
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet


def write(figure: Figure, path: Path) -> None:
    """Draw one row per token, most probable first."""
    header, colours = figure.header, figure.header["palette"]["light"]
    shown = min(len(header["tokens"]), header["possible"])
    log_p, distribution, kept, counts = (
        figure.arrays[name].values[:shown] for name in ("log_p", "probability", "kept", "counts")
    )
    setting, model = header["setting"], np.exp(log_p)
    caption = PAPER["caption"].format(
        **{**setting, "k": setting["k"] or header["words"]["all"]},
        **{name: header[name] for name in ("title", "possible", "model")},
        **{name: header["fit"][name] for name in ("square", "degrees")},
        kept=int(figure.arrays["kept"].values.sum()),
    )
    with sheet(figure, path, (6.4, 0.22 * shown + 1.2), caption) as paper:
        axes, rows, stays = paper.add_subplot(), np.arange(shown), kept > 0
        for values, of, high, hue, name in (
            (model, stays, 0.72, "tint", "model"),
            (model, ~stays, 0.72, "hatch", "cut"),
            (distribution, stays, 0.32, "weight", "distribution"),
        ):
            axes.barh(rows[of], values[of], high, color=colours[hue], label=PAPER[name])
        off = 1.96 * np.sqrt(distribution * (1 - distribution) / setting["draws"])
        ends = (distribution - off)[stays], (distribution + off)[stays]
        axes.hlines(rows[stays], *ends, color=colours["ink"], lw=1)
        axes.plot((counts / setting["draws"])[stays], rows[stays], "o", color=colours["key"], ms=3)
        axes.set_yticks(rows, [token["label"] for token in header["tokens"][:shown]])
        axes.set(ylim=(shown - 0.4, -0.6), xlabel=PAPER["axis"])
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, loc="lower right", fontsize=7)
