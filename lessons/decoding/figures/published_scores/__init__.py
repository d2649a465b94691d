"""A table of published scores: BLEU and training cost of each system, with its citation.

These numbers are cited, not measured: the caller supplies them.
"""

from collections.abc import Sequence

import numpy as np

from lessons.decoding.figures.published_scores import words as say
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import power, scientific
from lessons.figures.panels import by, choice, column, picture, table, text


def published_scores(
    systems: Sequence, pairs: Sequence[str], table_name: str, verdicts: Sequence[str] = ()
) -> Figure:
    """Build the figure. `systems` have name, cited, transformer, and for each language pair bleu and flops, or None;
    `verdicts` describes the table for each pair. Opens with the last pair."""
    arrays, rows, bleu, costs, ends = {}, [], [], [], []
    for k in range(len(pairs)):
        best = sorted((s for s in systems if s.bleu[k] is not None), key=lambda s: -s.bleu[k])
        paid = [np.nan if system.flops[k] is None else system.flops[k] for system in best]
        scores, powers = np.array([system.bleu[k] for system in best]), np.log10(paid)
        for name, values, what in (("bleu", scores, "BLEU"), ("cost", powers, "log10 of FLOPs")):
            origin = f"{table_name}: {what}"
            arrays[f"{k}.{name}"] = Array(values.astype(np.float32), "system", origin)
        rows.append([
            {"label": system.name, "note": system.cited, "look": "named" if system.transformer else ""} for system in best
        ])  # fmt: skip
        bleu.append([f"{system.bleu[k]:g}" for system in best])
        costs.append([say.NONE if np.isnan(cost) else scientific(cost) for cost in paid])
        ends.append([[int(np.floor(np.nanmin(v))), int(np.ceil(np.nanmax(v)))] for v in (scores, powers)])  # fmt: skip

    def each(what: Sequence) -> dict:
        return by("pair", what)

    choices = [
        choice("pair", say.PAIR, pairs, paths=[str(k) for k in range(len(pairs))], first=0, keys="←→", opens=len(pairs) - 1)
    ]  # fmt: skip
    columns = [
        column(each([say.SCORE.format(low=low, high=high) for (low, high), _ in ends]), "{pair}.bleu[:]",
               dots=each([scores for scores, _ in ends])),
        column("", each(bleu)),
        column(each([say.COST.format(low=power(low), high=power(high)) for _, (low, high) in ends]), "{pair}.cost[:]",
               dots=each([cost for _, cost in ends])),
        column("", each(costs)),
    ]  # fmt: skip
    panels = [
        table("", each(rows), columns),
        text(each(list(verdicts) or [""] * len(pairs))),
        text(say.READ, "caption"),
        text(say.ORIGIN.format(table=table_name), "caption"),
    ]
    return picture("published_scores", say.TITLE, choices, panels, arrays)
