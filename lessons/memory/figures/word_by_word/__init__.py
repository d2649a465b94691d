"""A premise and a hypothesis: the attention from each word of the hypothesis to the premise, the label, and six models.

One recorded forward pass of `transformer/families/entailment.py`; the accuracies are on the model cards.
"""

from collections.abc import Mapping

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels, visible
from lessons.figures.panels import (
    bars,
    column,
    matrix,
    picture,
    reveals_answer,
    row,
    sentence,
    table,
)
from lessons.figures.panels import text as text_panel
from lessons.kit.encoded_text import EncodedText, encoded_text
from lessons.memory.figures.word_by_word import words as say
from lessons.memory.measure.judging import PARTS, judge_pair, label_by_grammar
from transformer.measure.answer import must_have
from transformer.tasks.entailment import LABELS
from transformer.tasks.stories import sentences
from transformer.weights import Trained

MOST_WORDS = 64
MEASURED = "lessons.memory.measure.judging"


def word_by_word(trained: Trained, text: str | EncodedText) -> Figure:
    """Return the figure of a premise and a hypothesis, as a text or a reading. Raises `ValueError` for other input, and
    for a model without this task."""
    must_have(trained.model, "second.memory", "logits")
    reading = encoded_text(trained, text, MOST_WORDS)
    judgement, texts = judge_pair(trained, reading.ids), sentences(reading.words)
    vocabulary = trained.source_vocabulary
    premise, hypothesis = (labels(part, [w not in vocabulary for w in part]) for part in texts)
    place, right = label_by_grammar(*texts)
    marks = ["c" if n == place else "o" for n in range(len(premise))]
    probe, made = "attention.weights", f"{MEASURED}.judge_pair"
    sure = judgement.probability.numpy()
    arrays = {"probability": Array(sure, "label", "logits", made, {"label": LABELS})}
    answers = bars("probability[:]", LABELS, title=say.ANSWER, full=1, hue="value")
    shown = [sentence(say.HYPOTHESIS, hypothesis), answers]
    kind = "reads" if trained.model.config.premise else "alone"
    if judgement.weights is not None:
        kind, named = "looks", {"word": hypothesis, "place": premise}
        arrays["weights"] = Array(judgement.weights.numpy(), "word place", probe, labels=named)
        looks = {"title": say.MAP, "tip": say.TIP, "weights": True, "full": 1, "cells": (16, 34)}
        grid = matrix("weights[:, :]", hypothesis, premise, **looks)
        shown = [row([grid], [answers], widths="640px auto", least=860)]
    panels = [
        text_panel(say.TOLD[kind], "told"),
        sentence(say.PREMISE, premise, "".join(marks)),
        *shown,
        text_panel(
            say.RIGHT[right].format(word=texts[0][place]) if place is not None else say.UNKNOWN
        ),
    ]
    title = say.TITLE.format(hypothesis=" ".join(map(visible, texts[1])))
    origin = say.ORIGIN.format(model=trained.name)
    return picture("word_by_word", title, [], panels, arrays, origin)


def judges(
    trained_models: Mapping[str, Trained],
    looks: Mapping[str, np.ndarray],
    titles: Mapping[str, str],
) -> Figure:
    """Return the comparison of models by name, with the mean attention of those that attend (`by_part`)."""
    cards = [model.card["held_out"] for model in trained_models.values()]
    named = {"model": list(trained_models), "part": PARTS, "place": [*PARTS, say.ELSEWHERE]}
    scores = {"accuracy": [card["accuracy"] for card in cards]}
    for name in ("peak", "weight"):  # a model without attention has none
        scores[name] = [card.get("on_deciding", {}).get(name, np.nan) for card in cards]
    arrays = {
        name: Array(np.array(values, np.float32), "model", f"cards, held_out.{name}", labels=named)
        for name, values in scores.items()
    }
    probe, made = "attention.weights", f"{MEASURED}.by_part"
    grids = [text_panel(say.BY_PART, "head")]
    for name, weights in looks.items():
        arrays[f"{name}.by_part"] = Array(weights, "part place", probe, made, named)
        look = {
            "title": titles[name],
            "tip": say.PART_TIP,
            "weights": True,
            "full": 1,
            "cells": (22, 32),
        }
        grids.append(matrix(f"{name}.by_part[:, :]", PARTS, named["place"], **look))
    right = reveals_answer(column(say.SCORE, "accuracy[:]:3", bar=True))
    columns = [right, column(say.PEAK, "peak[:]:2"), column(say.WEIGHT, "weight[:]:2")]
    rows = table(say.MODEL, [*titles.values()], columns)
    pairs = len(next(iter(trained_models.values())).task.held_out)
    origin = text_panel(say.CARDS.format(pairs=pairs), "caption")
    panels = [
        row([text_panel(say.ALL, "head"), rows, origin], grids, widths="600px auto", least=860)
    ]
    return picture("word_by_word", say.COMPARED, [], panels, arrays)
