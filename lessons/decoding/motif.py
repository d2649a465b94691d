"""The sketch on this lesson's card: the first steps of a beam search."""

import math

from lessons.decoding import OPENING_TABLE, TYPED_TABLE
from lessons.decoding.results import encode, tree
from lessons.figures.kit.sketch import dot, line, sketch, word

BEAMS, STEPS, LEFT, COLUMN = 3, 2, 22, 84


def motif() -> str:
    """Draw the hypotheses that a beam of three keeps in two steps; thicker lines are more probable."""
    figure = tree(TYPED_TABLE, encode(TYPED_TABLE, OPENING_TABLE), ())
    nodes = figure.header["trees"][BEAMS - 1]["nodes"]
    totals = figure.arrays[f"total {BEAMS}"].values
    shown = [k for k, node in enumerate(nodes) if node["step"] < STEPS and node["fate"] == "kept"]
    columns = [[k for k in shown if nodes[k]["step"] == step] for step in range(STEPS)]
    place = {
        k: (LEFT + COLUMN * (step + 1), 54 + 34 * (at - (len(column) - 1) / 2))
        for step, column in enumerate(columns)
        for at, k in enumerate(column)
    }
    marks = [dot(LEFT, 54, "weight", 5)]
    for k in shown:
        x, y = place[k]
        parent = nodes[k]["parent"]
        begins = (LEFT, 54) if parent is None else (place[parent][0] + 26, place[parent][1])
        hue = "weight" if nodes[k]["greedy"] else "ink"
        marks += [
            line([begins, (x - 26, y)], "weight", max(1.2, 8 * math.exp(totals[k])), 0.8),
            word(x, y, nodes[k]["word"], hue, 14, bold=nodes[k]["greedy"]),
        ]
    return sketch(marks)
