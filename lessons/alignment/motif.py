"""The sketch on this lesson's card: the attention weights of each French word."""

from lessons.alignment import LOOKING, REVERSED
from lessons.alignment.results import alignment_map, encode
from lessons.figures.kit.sketch import link, sketch, word


def motif() -> str:
    """Draw the weights of "la zone économique européenne", English above and French below."""
    figure = alignment_map(LOOKING, encode(LOOKING, REVERSED))
    weights = figure.arrays["weights"]
    # The French words are shown without the end token.
    english, french = REVERSED.split(), [row["full"] for row in weights.labels["row"][:-1]]
    above, below = (spread(words) for words in (english, french))
    marks = [
        link(above[j], 34, below[i], 78, float(weight), most=6)
        for i, row in enumerate(weights.values[: len(french)])
        for j, weight in enumerate(row)
        if weight > 0.02
    ]
    marks += [word(x, 22, name, "key", 12) for x, name in zip(above, english, strict=True)]
    marks += [word(x, 92, name, "query", 12) for x, name in zip(below, french, strict=True)]
    return sketch(marks)


def spread(words: list[str]) -> list[float]:
    """Return the centres of words spread over the width of a card."""
    widths = [6.6 * len(word) for word in words]
    gap = (240 - sum(widths)) / (len(words) - 1)
    return [6 + sum(widths[:n]) + gap * n + widths[n] / 2 for n in range(len(words))]
