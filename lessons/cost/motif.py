"""The sketch on this lesson's card: multiplications by length, for attention and a GRU."""

import math

from lessons.figures.kit.sketch import line, sketch, word
from transformer.measure.cost.counting import multiply_adds

LENGTHS, D = [2**k for k in range(2, 11)], 64


def motif() -> str:
    """Draw both curves from the formulas, on logarithmic axes; they meet at n = d."""
    marks = [line([(24, 92), (240, 92)], "soft", 1.5), line([(24, 92), (24, 12)], "soft", 1.5)]
    counts = {
        kind: [multiply_adds(kind, n, D, 3, 5) for n in LENGTHS] for kind in ("gru", "attention")
    }
    logs = {kind: [math.log(count) for count in values] for kind, values in counts.items()}
    low, high = min(logs["attention"]), max(logs["attention"])
    for kind, hue in (("gru", "key"), ("attention", "weight")):
        points = [
            (32 + 25 * k, 86 - 70 * (y - low) / (high - low)) for k, y in enumerate(logs[kind])
        ]
        marks.append(line(points, hue, 3.5, dash="7 5" if kind == "gru" else ""))
    at = 32 + 25 * LENGTHS.index(D)
    marks += [line([(at, 20), (at, 92)], "soft", 1, dash="3 4"), word(at, 100, "n = d", "ink", 12)]
    return sketch(marks)
