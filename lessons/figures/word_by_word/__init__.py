"""A premise and a hypothesis: where each word of the one looks in the other, and the label; and models compared.

One recorded forward pass of `transformer/families/entailment.py`; the scores stand on the models' cards.
"""

from collections.abc import Mapping

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.figures.panels import (
    bars,
    by,
    choice,
    column,
    matrix,
    picture,
    row,
    sentence,
    table,
    tells,
)
from lessons.figures.panels import text as said
from lessons.figures.word_by_word import words as say
from lessons.kit.reading import Reading, reading_of
from transformer.measure.answer import must_have
from transformer.measure.judging import PARTS, judged, known
from transformer.tasks.entailment import LABELS
from transformer.tasks.stories import sentences
from transformer.weights import Trained

MOST_WORDS = 64
MEASURED = "transformer.measure.judging"


def word_by_word(trained: Trained, text: str | Reading) -> Figure:
    """A premise and a hypothesis, as a text or a reading. Raises `ValueError` for what is no such pair, and for a
    model that judges none."""
    must_have(trained.model, "second.memory", "logits")
    reading = reading_of(trained, text, MOST_WORDS)
    found, told = judged(trained, reading.ids), sentences(reading.words)
    vocabulary = trained.source_vocabulary
    premise, hypothesis = (labels(part, [w not in vocabulary for w in part]) for part in told)
    place, right = known(*told)
    marks = ["c" if n == place else "o" for n in range(len(premise))]
    arrays = {
        "probability": Array(found.probability.numpy(), "label", "logits", f"{MEASURED}.judged", {"label": LABELS})
    }  # fmt: skip
    answers = tells(bars("probability[:]", LABELS, title=say.ANSWER, full=1, hue="value"), False)
    shown, choices = [], []
    if found.weights is not None:
        named = {"word": hypothesis, "place": premise}
        arrays["weights"] = Array(found.weights.numpy(), "word place", "attention.weights", labels=named)  # fmt: skip
        most = [premise[int(row.argmax())]["label"] for row in found.weights]
        choices = [
            choice("word", say.WORD, hypothesis, keys="↑↓", control="", opens=len(hypothesis))
        ]
        looks = [
            say.LOOKS.format(word=w["label"], most=m) for w, m in zip(hypothesis, most, strict=True)
        ]
        shown = [
            matrix("weights[:, :]", hypothesis, premise, ("word", ""), title=say.MAP, tip=say.TIP, weights=True,
                   full=1, cells=(16, 34)),
            said(by("word", looks), "label"),
        ]  # fmt: skip
    kind = "looks" if choices else "reads" if trained.model.config.premise else "alone"
    panels = [
        said(say.TOLD[kind], "told"),
        sentence(say.PREMISE, premise, "".join(marks)),
        sentence(say.HYPOTHESIS, hypothesis),
        *([row(shown, [answers], widths="auto 210px", least=760)] if shown else [answers]),
        said(say.RIGHT[right].format(word=told[0][place]) if place is not None else say.UNKNOWN),
    ]
    title = say.TITLE.format(hypothesis=" ".join(w["label"] for w in labels(told[1])))
    return picture(
        "word_by_word", title, choices, panels, arrays, say.ORIGIN.format(model=trained.name)
    )


def judges(
    known: Mapping[str, Trained], looks: Mapping[str, np.ndarray], titles: Mapping[str, str]
) -> Figure:
    """Models by name, and where those that look do so on average (`by_part`)."""
    held = [one.card["held_out"] for one in known.values()]
    named = {"model": list(known), "part": PARTS, "place": [*PARTS, say.ELSEWHERE]}
    arrays = {
        name: Array(np.array(values, np.float32), "model", f"cards, held_out.{name}", labels=named)
        for name, values in {
            "accuracy": [one["accuracy"] for one in held],
            **{n: [one.get("on_deciding", {}).get(n, np.nan) for one in held] for n in ("peak", "weight")},
        }.items()
    }  # fmt: skip
    for name, found in looks.items():
        arrays[f"{name}.by_part"] = Array(
            found, "part place", "attention.weights", f"{MEASURED}.by_part", named
        )
    panels = [
        row(
            [
                said(say.ALL, "head"),
                table(say.MODEL, list(titles.values()), [
                    tells(column(say.SCORE, "accuracy[:]:3", bar=True)),
                    column(say.PEAK, "peak[:]:2"), column(say.WEIGHT, "weight[:]:2"),
                ]),
            ],
            [matrix("{model}.by_part[:, :]", PARTS, named["place"], title=say.BY_PART, tip=say.PART_TIP,
                    weights=True, full=1, cells=(28, 46))],
            widths="auto 300px", least=760,
        ),
    ]  # fmt: skip
    choices = [
        choice("model", say.SHOWN, [titles[name] for name in looks], values=list(looks), keys="←→")
    ]
    pairs = len(next(iter(known.values())).task.held_out)
    return picture(
        "word_by_word", say.COMPARED, choices, panels, arrays, say.CARDS.format(pairs=pairs)
    )
