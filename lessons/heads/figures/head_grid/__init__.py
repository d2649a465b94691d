"""Every head of a model at a glance: its map of one sentence, and a name from many sentences.

The small maps come from one recorded forward pass. The names and scores come from `head_roles` over held-out
sentences, so that no single map decides the role of a head.
"""

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import side_labels
from lessons.figures.panels import by, choice, matrix, meter, meters, over, picture, row, tiles
from lessons.figures.panels import text as text_panel
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
    answered = answer(trained, reading.ids)
    sides = side_labels(answered.side_labels, reading)
    arrays, layers = {}, []
    for drawn in trained.family.maps:
        try:
            paths = drawn.layers(trained.model)
        except ValueError:  # `roles.missing` names the missing probe
            continue
        for number, path in enumerate(paths):
            probe = f"{path}.weights"
            weights = drawn.weights(answered.trace, path)[0]  # (head, row, column)
            labels = {"row": sides[drawn.rows], "column": sides[drawn.columns]}
            arrays[probe] = Array(weights.numpy(), "head row column", probe, labels=labels)
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
            line = answered.trace.lines[probe]
            layers.append({
                "path": path, "title": say.layer(drawn.name, number, len(paths)), "heads": heads, **labels,
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
    missing = [text_panel(why, "verdict bad") for why in roles.missing]
    if not layers:
        return picture("head_grid", title, [], [*missing, text_panel(say.UNSEEN)], arrays)
    return _figure(
        title, layers, [text_panel(_count(layers, roles), "read telling"), *missing], arrays
    )


def _count(layers: list[dict], roles: Roles) -> str:
    labels = [head.label for layer in layers for head in layer["heads"]]
    return say.COUNT.format(named=sum(map(bool, labels)), total=len(labels), n=roles.sentences)


def _figure(title: str, layers: list[dict], above: list, arrays: dict[str, Array]) -> Figure:
    """Draw a small map of each head and, beside them, the chosen one with its scores."""
    heads = [
        [say.HEAD.format(head=n + 1) for n in range(len(layer_["heads"]))] for layer_ in layers
    ]
    layer, head = _first_named_head(layers)
    choices = [
        choice("layer", say.LAYER, [layer_["title"] for layer_ in layers], paths=[layer_["path"] for layer_ in layers],
               control="", keys="↑↓", opens=layer),
        choice("head", "head", by("layer", heads), control="", keys="←→", opens=head),
    ]  # fmt: skip

    each = over("layer", layers)
    groups = [
        {
            "title": layer_["title"], "from": f"{layer_['path']}.weights[head, :, :]",
            "names": [_tile(head, name) for head, name in zip(layer_["heads"], names, strict=True)],
        }
        for layer_, names in zip(layers, heads, strict=True)
    ]  # fmt: skip
    chosen = [
        text_panel(say.CHOSEN, "label off-stage"),
        text_panel(each(lambda layer_: by("head", [_head_text(head) for head in layer_["heads"]])), "told telling"),
        matrix("{layer}.weights[head, :, :]", each(lambda layer_: layer_["row"]), each(lambda layer_: layer_["column"]),
               tip=say.TIP, weights=True),
        text_panel(each(lambda layer_: say.SCORES.format(threshold=f"{THRESHOLD:.2f}") if layer_["meters"] else ""), "label telling"),
        meters(each(lambda layer_: layer_["meters"]), THRESHOLD),
        text_panel(each(lambda layer_: say.ELSEWHERE if layer_["controls"] else ""), "label telling"),
        meters(each(lambda layer_: layer_["controls"]), THRESHOLD),
        text_panel(say.ROWS, "caption"),
    ]  # fmt: skip
    panels = [
        *above,
        row([tiles(groups, ("layer", "head"))], chosen, widths="346px auto", least=660),
    ]
    return picture(
        "head_grid", title, choices, panels, arrays, each(lambda layer_: layer_["origin"])
    )


def _tile(head, name: str) -> dict:
    called = f"{head.label} {head.scores[head.best]:.2f}" if head.label else say.NONE
    return {"label": name, "name": called, "named": bool(head.label)}


def _head_text(head) -> str:
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


def _first_named_head(layers: list[dict]) -> tuple[int, int]:
    """Find the first head with a name, counted from 1; otherwise the first head."""
    positions = (
        (n, h)
        for n, layer_ in enumerate(layers, 1)
        for h, head in enumerate(layer_["heads"], 1)
        if head.label
    )
    return next(positions, (1, 1))
