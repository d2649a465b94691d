"""Path lengths: where a word’s information is after each layer, from a search of the graph of which position reads which."""

import numpy as np

from lessons.cost.figures.reach import words as say
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, matrix, picture, reveals_answer, text
from transformer.measure.cost.paths import DOUBLING, spread

FROM = "transformer.measure.cost.paths.spread"
COUNT = 16  # words in the figure
LONG, KERNEL = 81, 3  # length of the sequence in the question: 3 to the power of 4
ASKED = ("three", "five", "doubling")  # kinds of layer that give away the answer
# kernel, growth of its dilation, and whether it reads only backwards
SEARCHED = {
    "attention": (2 * COUNT - 1, 1, False),
    "three": (3, 1, False),
    "five": (5, 1, False),
    "doubling": (3, DOUBLING, False),
    "recurrent": (2, 1, True),
}


def reach() -> Figure:
    """Build the figure of every kind of layer, from every word."""
    arrays, layers = {}, {}
    for kind, (kernel, growth, back) in SEARCHED.items():
        reached = [spread(COUNT, kernel, growth, start, back).numpy() for start in range(COUNT)]
        layers[kind] = len(reached[0]) - 1
        deep = max(map(len, reached))
        stacked = np.stack(
            [np.concatenate((steps, steps[-1:].repeat(deep - len(steps), 0))) for steps in reached]
        )
        arrays[kind] = Array(stacked.astype(np.float32), "place layer position", "graph", FROM)
    for name, growth in (("contiguous", 1), ("doubling", DOUBLING)):
        count = np.float32(len(spread(LONG, KERNEL, growth)) - 1)
        arrays[f"long.{name}"] = Array(count, "", "graph", FROM)
    labels = [str(place) for place in range(1, COUNT + 1)]
    choices = [
        choice("kind", say.CHOICES["kind"], [*say.KINDS.values()], values=[*say.KINDS], keys="↑↓"),
        choice("place", say.CHOICES["place"], labels, control="slider", keys="←→"),
    ]  # fmt: skip
    rows = by(
        "kind",
        [[say.INPUT, *map(str, range(1, arrays[kind].values.shape[1]))] for kind in say.KINDS],
    )
    needed = [say.NEEDED.format(layers=layers[kind], n=COUNT) for kind in say.KINDS]
    in_question = by("kind", [kind in ASKED for kind in say.KINDS])
    long = say.LONG.replace("{n}", str(LONG))
    panels = [
        reveals_answer(text(by("kind", [say.ABOUT[kind] for kind in say.KINDS]), "told"), in_question),
        reveals_answer(matrix("{kind}[place, :, :]", rows, labels, ("", "place"), title=say.MAP, tip=say.TIP, weights=True,
               cells=(9, 17), legend=None), in_question),
        reveals_answer(text(by("kind", needed), "label"), in_question),
        reveals_answer(text(long, "verdict", contiguous="long.contiguous[]:0", doubling="long.doubling[]:0")),
    ]  # fmt: skip
    return picture("reach", say.TITLE, choices, panels, arrays, say.ORIGIN, "place", 700)
