"""A score of the first encoder layer as a sum of four: words and positions of the query and of the key.

The four come from `lessons.positions.measure.score_parts`, the real scores from the same model's forward pass.
"""

import math
from typing import Any

import numpy as np
import torch

from lessons.figures import panels
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.figures.kit.numbers import number, rounded
from lessons.figures.panels import by, choice, matrix, side
from lessons.figures.panels import text as text_panel
from lessons.kit.encoded_text import EncodedText, encoded_text
from lessons.positions.figures.score_parts import words as say
from lessons.positions.measure.score_parts import (
    PARTS,
    SCALED,
    most_by_position,
    score_parts,
    scores,
    spread_along_rows,
)
from transformer.weights import Trained

MOST_WORDS = 24


def score_parts_map(trained: Trained, text: str | EncodedText) -> Figure:
    """Return the figure of the four maps, their sum and the model's scores on one sentence.

    Raises ValueError for an empty or too long sentence, and for a layer that cannot be split.
    """
    reading = encoded_text(trained, text, MOST_WORDS)
    words = reading.words
    source = torch.tensor([reading.ids])  # (1, word)
    parts_of_batch = score_parts(trained.model, source)
    parts = {name: part[0] for name, part in parts_of_batch.items()}
    real, line = scores(trained.model, source)
    real = real[0]  # (head, query, key)
    total = sum(parts.values())  # (head, query, key)
    spread = spread_along_rows(parts_of_batch)
    where = "lessons.positions.measure.score_parts.score_parts"
    axes, named = (
        "head query key",
        dict.fromkeys(("query", "key"), labels(words, reading.is_unknown)),
    )
    arrays = {n: Array(p.numpy(), axes, SCALED, where, named) for n, p in parts.items()}
    arrays["sum"] = Array(total.numpy(), axes, SCALED, f"{where}, added up", named)
    arrays["scaled"] = Array(real.numpy(), axes, SCALED, labels=named)
    about = f"{where}: standard deviation over the keys, mean over the queries"
    arrays["spread"] = Array(spread.numpy(), "head part", SCALED, about)
    head = most_by_position(spread)
    i, j = divmod(int(parts["position–position"][head].abs().argmax()), len(words))
    arrays["difference"] = Array(
        (total - real).abs().numpy(), axes, SCALED, f"{where}: distance", named
    )
    scale = torch.stack([*parts.values(), total, real]).abs().amax(dim=(0, 2, 3))  # (head,)
    arrays["scale"] = Array(scale.numpy(), "head", SCALED, f"{where}: the largest of all six")
    largest = float((total - real).abs().max())
    agrees = largest <= 1e-4 * max(1.0, float(scale.max()))
    model = trained.model.config
    choices = [
        choice("map", say.MAP, [title for title, _ in say.MAPS.values()], values=[*say.MAPS], numbered=True,
               control="", keys="←→", opens="position–position", stays=True),
        choice("head", say.HEAD, [str(n + 1) for n in range(len(real))], keys="h", opens=head + 1, stays=True),
        choice("row", say.ROW, named["query"], control="", keys="⇧↑↓", opens=i + 1),
        choice("column", say.COLUMN, named["key"], control="", keys="⇧←→", opens=j + 1),
    ]  # fmt: skip
    verdict = text_panel(
        (say.EQUAL if agrees else say.UNEQUAL).format(difference=number(largest, 2)),
        f"verdict {'good' if agrees else 'bad'}",
    )
    bias = f"{say.NORM} {say.BIAS}" if model.norm_order == "pre" else say.BIAS
    origin = say.ORIGIN.format(
        sentence=" ".join(words), model=trained.name, layers=model.encoder_layers
    )
    return panels.picture(
        "score_parts", say.TITLE, choices, _shown(verdict, bias, line), arrays, origin
    )


def _shown(verdict: dict, bias: str, line: Any) -> list[dict]:
    """Return the maps that add up, the chosen map, and the sum of its chosen cell; `line`: source of the scores."""
    cell = "head, row, column"
    terms = {
        "title": "", "rows": "row", "columns": "column", "signs": say.SIGNS, "from": "{map}[head, :, :]", "full": "scale[head]",
        "value": f"{{map}}[{cell}]", "names": [{"label": title, "note": note} for title, note in say.MAPS.values()],
    }  # fmt: skip
    return [
        text_panel(say.SCORE, "label off-stage"),
        panels.tiles([terms], ("", "map")),
        verdict,
        panels.row(
            [
                text_panel(by("map", [f"**{title}** {note}" for title, note in say.MAPS.values()]), "label"),
                matrix("{map}[head, :, :]", "row", "column", ("row", "column"), tip=say.TIP, full="scale[head]",
                       hue="weight_full", cells=(9, 42), legend=""),
                text_panel(say.READ, follows=True, value=f"{{map}}[{cell}]:4"),
            ],
            [panels.reveals_answer(panels.bars("spread[head, :]", [*PARTS], title=say.SPREAD)), text_panel(say.SPREAD_NOTE, "caption")],
            widths="auto 240px", least=640,
        ),
        panels.unfold(say.MORE, text_panel(say.WHY_FIRST, "caption"),
               text_panel(bias, "caption")),
        side(say.CELL, say.WHICH,
             panels.sums([(title, sign, f"{name}[{cell}]:4") for name, (title, sign) in say.SUM.items()]
                  + [(say.DIFFERENCE, "", f"difference[{cell}]:2")], mark="map"),
             panels.recompute("head", "row", "column")),
        side(say.LINE, "", panels.listing(f"{line.file}:{{line}}", line.number, [line.code], line.number, {})),
    ]  # fmt: skip


def recompute(figure: Figure, head: int, row: int, column: int) -> dict[str, Any]:
    """Return the sum of the four numbers of a cell in float64, and its difference from the model's score."""
    cell = {"head": head, "row": row, "column": column}
    figure.at(**cell)
    at = (head - 1, row - 1, column - 1)
    again = math.fsum(float(figure.arrays[name].values[at]) for name in PARTS)
    difference = abs(again - float(figure.arrays["scaled"].values[at]))
    size = max(float(np.abs(figure.arrays[name].values[at])) for name in PARTS)
    return {
        "cell": cell,
        "value": again,
        "difference": difference,
        "same": difference <= 1e-5 * max(1.0, size),
        "shown_value": rounded(again, 6),
        "shown_difference": rounded(difference) if difference else "0.0",
    }
