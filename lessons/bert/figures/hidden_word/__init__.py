"""A masked word and the predictions of three models: untrained, looking both ways, and looking only back.

One recorded forward pass per word and model (`lessons/bert/measure/hiding.py`).
"""

import numpy as np

from lessons.bert.figures.hidden_word import words as say
from lessons.bert.measure.hiding import hidden_one_by_one, likely_next
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels, side_labels, truncated, visible
from lessons.figures.panels import bars, by, choice, matrix, picture, reveals_answer, row, text
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.measure.answer import batch_of, must_have, side_labels_of
from transformer.tasks.discourses import MARKS, SEP
from transformer.weights import Trained
from transformer.weights.film import untrained

MOST_WORDS, BEST = 64, 4


def hidden_word(
    trained: Trained, back: Trained | None, typed: str | EncodedText, opens: str = ""
) -> Figure:
    """Build the figure. `back` attends only backwards; it is None for an external model. The figure opens with the word
    `opens` masked, or else the first. Raises `ValueError` for other kinds of models and for a text without words."""
    for model in (trained, back):
        if model:
            must_have(model.model, "words", "pairs")
    reading = encoded_text(trained, typed, MOST_WORDS)
    batch = batch_of(trained, reading.ids, [()])
    places = [n for n, word in enumerate(reading.words) if word not in MARKS]
    if not places:
        raise ValueError("there is no word to mask; type a sentence")
    tokens = side_labels(side_labels_of(trained, batch), reading)["tokens"]
    at = [place + 1 for place in places]  # [CLS] comes first
    hidden = [tokens[place] for place in at]
    models = {"both": trained.model}
    if back:
        models = {"before": untrained(trained), **models, "back": back.model}
    arrays, shown = {}, []
    for name, model in models.items():
        result = hidden_one_by_one(trained, model, batch, at)
        order = result.chances.argsort(-1, descending=True)[:, :BEST]  # (word, guess)
        best = result.chances.gather(1, order).numpy()
        right = result.chances.gather(1, batch.tokens[0, at][:, None])[:, 0].numpy()
        named, made = (
            {"word": hidden, "token": tokens},
            "lessons.bert.measure.hiding.hidden_one_by_one",
        )
        arrays[f"{name}.right"] = Array(right, "word", "words", made, named)
        looks = result.looks.numpy()
        if name == "back":  # masked positions have no weight
            looks[..., ~np.tri(len(tokens), dtype=bool)] = np.nan
        arrays[f"{name}.looks"] = Array(
            looks, "word layer token place", "self_attention.weights",
            "mean over the heads", named | {"place": tokens},
        )  # fmt: skip
        each = []
        for n, row_of in enumerate(order):
            words = labels([trained.source_vocabulary.words[number] for number in row_of])
            arrays[f"{name}.best.{n}"] = Array(best[n], "guess", "words", made, {"guess": words})
            stood = {"right": visible(hidden[n]["full"]), "chance": f"{right[n]:.1%}"}
            title = say.BARS[name].format(**stood)
            guesses = bars(f"{name}.best.{n}[:]", words, title=title, full=1, hue="value")
            each.append(reveals_answer(guesses) if name == "back" else guesses)
        shown.append(by("word", each))
    maps = [
        matrix(
            f"{name}.looks[word, layer, :, :]", tokens, tokens, title=say.MAP[name],
            tip=say.TIP, weights=True, full=1, cells=(8, 16),
        )
        for name in ("both", "back")
        if name in models
    ]  # fmt: skip
    layers = [str(n + 1) for n in range(arrays["both.looks"].values.shape[1])]
    full = [token["full"] for token in hidden]
    choices = [
        choice("word", say.WORD, hidden, control="tiles", keys="←→",
               opens=full.index(opens) + 1 if opens in full else 1),
        choice("layer", say.LAYER, layers, keys="↑↓", opens=len(layers)),
    ]  # fmt: skip
    two = SEP in reading.words
    arrays["next"] = Array(np.array([likely_next(trained, batch)], np.float32), "pair", "pairs")
    panels = [
        text(say.TOLD),
        row(
            shown,
            [maps[0]],
            *([reveals_answer(map_)] for map_ in maps[1:]),
            widths="300px auto auto" if back else "300px auto",
            least=820,
        ),
        text(say.PAIR.format(chance=f"{arrays['next'].values[0]:.1%}") if two else say.ALONE),
        text(
            say.ORIGIN.format(names=f"{trained.name} and {back.name}")
            if back
            else say.ORIGIN_OUTSIDE.format(name=trained.name),
            "caption",
        ),
    ]
    title = say.TITLE.format(text=truncated(reading.text, 60))
    return picture("hidden_word", title, choices, panels, arrays)
