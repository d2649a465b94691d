"""English → French by number of words in a sentence, with one state and with attention."""

from collections.abc import Mapping, Sequence

import numpy as np

from lessons.figures.kit.chart import axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.length_curve import words as say
from lessons.figures.panels import picture, text
from transformer.measure.recurrent.by_words import Group

HUES = {"one": "soft", "attention": "weight"}
FROM = "transformer.measure.recurrent.by_words.by_words"


def by_words_curve(results: Mapping[str, Sequence[Group]]) -> Figure:
    """Build the figure. `results`: those of `by_words` for the models “one” and “attention”."""
    groups = results["one"]
    names = [f"{g.least}–{g.most}" for g in groups]
    arrays = {
        "middle": Array(
            np.array([(g.least + g.most) / 2 for g in groups], np.float32), "group", "words", FROM
        )
    }
    for name, measured in results.items():
        for what in ("exact", "bleu"):
            values = np.array([getattr(g, what) for g in measured], np.float32)
            arrays[f"{name} {what}"] = Array(values, "group", "logits", FROM, {"group": names})
    across = axis(say.FRENCH["across"], at=[g.least for g in groups])
    panels = [
        panel(f"**{say.FRENCH[what]}**", across, axis("", 0, full * 1.03, ticks=ticks), [
            trace(f"{name} {what}", "middle", name=say.FRENCH[name], colour=HUES[name], dots=6, reads=ticks)
            for name in results
        ])
        for what, full, ticks in (("exact", 1, ".0%"), ("bleu", 100, ".0f"))
    ]  # fmt: skip
    gaps = {
        "short": "one exact[0]:2",
        "long": f"one exact[{len(groups) - 1}]:2",
        "least": "attention exact[0]:2",
    }
    gaps["most"] = f"attention exact[{len(groups) - 1}]:2"
    summary = text(
        say.FRENCH["told"].format(first=names[0], last=names[-1], **{g: f"{{{g}}}" for g in gaps}),
        "told",
        **gaps,
    )
    drawn = chart(panels, columns=2, height=270)
    return picture("length_curve", say.FRENCH["title"], [], [summary, text(say.FRENCH["about"], "caption")], arrays, say.FRENCH["origin"], chart=drawn)  # fmt: skip
