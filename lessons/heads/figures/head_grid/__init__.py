"""Every head of a model at a glance: its map of one sentence, and a name from many sentences.

The small maps come from one recorded forward pass. The names and scores come from `head_roles` over held-out
sentences, so that no single map decides the role of a head.
"""

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import side_labels
from lessons.figures.panels import by, choice, matrix, meter, meters, over, picture, row, tiles
from lessons.figures.panels import text as said
from lessons.heads.figures.head_grid import words as say
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.measure.answer import answer
from transformer.measure.attention.head_roles import THRESHOLD, Roles
from transformer.weights import Trained

MOST_WORDS = 64
SCORED = "transformer.measure.attention.head_roles.head_roles"


def head_grid(trained: Trained, roles: Roles, text: str | EncodedText) -> Figure:
    """Build the figure of a model's heads on one sentence, with the results of `head_roles`."""
    reading = encoded_text(trained, text, MOST_WORDS)
    found = answer(trained, reading.ids)
    sides = side_labels(found.sides, reading)
    arrays, layers = {}, []
    for drawn in trained.family.maps:
        try:
            paths = drawn.layers(trained.model)
        except ValueError:  # `roles.missing` names the missing probe
            continue
        for number, path in enumerate(paths):
            probe = f"{path}.weights"
            weights = drawn.weights(found.trace, path)[0]  # (head, row, column)
            named = {"row": sides[drawn.rows], "column": sides[drawn.columns]}
            arrays[probe] = Array(weights.numpy(), "head row column", probe, labels=named)
            heads = [h for h in roles.heads if (h.map, h.layer) == (drawn.name, number)]
            even, against = (of.get(drawn.name, {}) for of in (roles.baseline, roles.control_rows))
            for name, wanted, kind in (
                ("scores", even, "scores"),
                ("elsewhere", against, "controls"),
            ):
                if wanted:
                    values = [[getattr(head, kind)[n] for n in wanted] for head in heads]
                    arrays[f"{path}.{name}"] = Array(
                        np.array(values, np.float32), "head pattern", probe, SCORED
                    )
            line = found.trace.lines[probe]
            layers.append({
                "path": path, "title": say.layer(drawn.name, number, len(paths)), "heads": heads, **named,
                "meters": [
                    meter(n, f"{path}.scores[head, {k}]", chance,
                          say.PATTERN.format(name=n, chance=f"{chance:.3f}", rows=roles.rows[drawn.name][n]))
                    for k, (n, chance) in enumerate(even.items())
                ],
                "controls": [
                    meter(say.CONTROLS[n], f"{path}.elsewhere[head, {k}]", 0.0, say.CONTROL.format(name=n, rows=rows))
                    for k, (n, rows) in enumerate(against.items())
                ],
                "origin": say.ORIGIN.format(path=path, line=f"{line.file}:{line.number}", model=trained.name),
            })  # fmt: skip
    title = say.TITLE.format(model=trained.name)
    missing = [said(why, "verdict bad") for why in roles.missing]
    if not layers:
        return picture("head_grid", title, [], [*missing, said(say.UNSEEN)], arrays)
    return _figure(title, layers, [said(_count(layers, roles), "read telling"), *missing], arrays)


def _count(layers: list[dict], roles: Roles) -> str:
    labels = [head.label for layer in layers for head in layer["heads"]]
    return say.COUNT.format(named=sum(map(bool, labels)), total=len(labels), n=roles.sentences)


def _figure(title: str, layers: list[dict], above: list, arrays: dict[str, Array]) -> Figure:
    """Draw a small map of each head and, beside them, the chosen one with its scores."""
    heads = [[say.HEAD.format(head=n + 1) for n in range(len(one["heads"]))] for one in layers]
    layer, head = _opens(layers)
    choices = [
        choice("layer", say.LAYER, [one["title"] for one in layers], paths=[one["path"] for one in layers],
               control="", keys="↑↓", opens=layer),
        choice("head", "head", by("layer", heads), control="", keys="←→", opens=head),
    ]  # fmt: skip

    each = over("layer", layers)
    groups = [
        {
            "title": one["title"], "from": f"{one['path']}.weights[head, :, :]",
            "names": [_tile(head, name) for head, name in zip(one["heads"], names, strict=True)],
        }
        for one, names in zip(layers, heads, strict=True)
    ]  # fmt: skip
    chosen = [
        said(say.CHOSEN, "label off-stage"),
        said(each(lambda one: by("head", [_said(head) for head in one["heads"]])), "told telling"),
        matrix("{layer}.weights[head, :, :]", each(lambda one: one["row"]), each(lambda one: one["column"]),
               tip=say.TIP, weights=True),
        said(each(lambda one: say.SCORES.format(threshold=f"{THRESHOLD:.2f}") if one["meters"] else ""), "label telling"),
        meters(each(lambda one: one["meters"]), THRESHOLD),
        said(each(lambda one: say.ELSEWHERE if one["controls"] else ""), "label telling"),
        meters(each(lambda one: one["controls"]), THRESHOLD),
        said(say.ROWS, "caption"),
    ]  # fmt: skip
    panels = [
        *above,
        row([tiles(groups, ("layer", "head"))], chosen, widths="346px auto", least=660),
    ]
    return picture("head_grid", title, choices, panels, arrays, each(lambda one: one["origin"]))


def _tile(head, name: str) -> dict:
    called = f"{head.label} {head.scores[head.best]:.2f}" if head.label else say.NONE
    return {"label": name, "name": called, "named": bool(head.label)}


def _said(head) -> str:
    """Describe the measurement of one head in a sentence."""
    if head.label:
        score, meaning = f"{head.scores[head.label]:.2f}", say.PATTERNS[head.label]
        return say.SAID.format(label=head.label, score=score, meaning=meaning)
    if not head.best:
        return say.UNASKED
    if head.refuted:
        return say.REFUTED.format(
            label=head.best,
            score=f"{head.scores[head.best]:.2f}",
            control=f"{head.controls[head.best]:.2f}",
            where=say.CONTROLS[head.best],
        )
    return say.NOTHING.format(
        label=head.best, score=f"{head.scores[head.best]:.2f}", threshold=f"{THRESHOLD:.2f}"
    )


def _opens(layers: list[dict]) -> tuple[int, int]:
    """Find the first head with a name, counted from 1; otherwise the first head."""
    named = (
        (n, h)
        for n, one in enumerate(layers, 1)
        for h, head in enumerate(one["heads"], 1)
        if head.label
    )
    return next(named, (1, 1))
