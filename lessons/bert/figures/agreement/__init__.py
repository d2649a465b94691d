"""A masked-language-modelling run, moment by moment: when words agree, and the best possible accuracy.

The moments ship with the project; `python -m lessons.bert.measure.discourses` measures them again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lessons.bert.figures.agreement import words as say
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words
from lessons.figures.panels import (
    bars,
    by,
    choice,
    curve,
    curves,
    over,
    picture,
    reveals_answer,
    row,
    text,
)

MEASURED = "lessons.bert.measure.discourses.record_training"
BEST = {"words": "words_right", "pairs": "pairs_right"}  # a score → its name in a moment
SCORE_HUES = {"words": ("value", say.WORDS), "pairs": ("weight", say.PAIRS)}


def agreement(moments: Sequence[Mapping[str, Any]], best: Mapping[str, float]) -> Figure:
    """Build the figure. `moments` come from `lessons.bert.measure.discourses.record_training`; `best` holds the best possible
    accuracies for words and pairs."""
    steps = [moment["step"] for moment in moments]
    kinds = list(say.KINDS)
    arrays = {}

    def store(name: str, values: Any, axes: str = "moment", **labels: Any) -> None:
        numbers = np.array(values, np.float32)
        arrays[name] = Array(numbers, axes, "words, pairs", MEASURED, {"moment": steps} | labels)

    for kind in kinds:
        words = list(moments[0]["guesses"][kind])
        store(f"{kind}.right", [moment["agree"][kind] for moment in moments])
        chances = [list(moment["guesses"][kind].values()) for moment in moments]
        store(f"{kind}.guesses", chances, "moment word", word=words)
    for name, score in BEST.items():
        store(name, [moment[score] for moment in moments])
        store(f"best.{name}", [best[name]] * len(moments))
    each, of = over("moment", moments), over("kind", kinds)
    hundreds = [step / 100 for step in steps]
    learned = [
        curve(f"{kind}.right[:]", say.CURVES[kind], say.HUES[kind], now=f"{kind}.right[moment]:2")
        for kind in kinds
    ]
    scored = [
        *(curve(f"{name}[:]", title, hue, now=f"{name}[moment]:3") for name, (hue, title) in SCORE_HUES.items()),
        *(curve(f"best.{name}[:]", say.BEST_WORDS, hue, dash="6 4", best=f"best.{name}[moment]:3")
          for name, (hue, _) in SCORE_HUES.items()),
    ]  # fmt: skip
    guessed = bars("{kind}.guesses[moment, :]", of(lambda kind: list(moments[0]["guesses"][kind])),
                   title=say.GUESS, full=1, hue="value")  # fmt: skip
    panels = [
        text(each(lambda moment: say.NOW.format(**moment))),
        row(
            [reveals_answer(curves(say.SHARES, learned, hundreds, say.AXIS, "moment"))],
            [reveals_answer(curves(say.SCORES, scored, hundreds, say.AXIS, "moment"))],
            least=760,
        ),
        row([text(by("kind", [say.PAIR[kind] for kind in kinds])), reveals_answer(guessed)], [text(say.CEILING.format(**best))], least=760),
        text(say.ORIGIN.format(steps=steps[-1], every=steps[1]), "caption"),
    ]  # fmt: skip
    choices = [
        choice("moment", say.MOMENT, [str(step) for step in steps], control="slider", keys="←→", opens=len(steps)),
        choice("kind", say.KIND, list(say.KINDS.values()), paths=kinds, keys="↑↓", opens=len(kinds)),
    ]  # fmt: skip
    data = data_words((sum((list(moments[0]["guesses"][kind]) for kind in kinds), []), ""))
    return picture(
        "agreement", say.TITLE, choices, panels, arrays, plays="moment", pace=600, data=data
    )
