"""Why positions are needed: the same words in another order, with and without positions.

Without them the encoder's outputs are only permuted; with them they change. Four passes of one
trained model, all through its own encoder: its positions are set to zero in flight, nothing else.
"""

import torch

from lessons.figures.kit import palette
from lessons.figures.kit.choices import opening
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.figures.word_order import words as say
from lessons.kit.reading import Reading, reading_of
from transformer.measure.words.word_order import OUTPUT, POSITIONS, encoded
from transformer.weights import Trained

MOST_WORDS = 16
EQUAL = 1e-4  # float32 sums in another order differ by less; real differences are far larger


def word_order(
    trained: Trained, text: str | Reading, order: tuple[int, ...] | None = None
) -> Figure:
    """Encode a sentence, then its words in `order` (order[k] is the word that stands at place k).

    Raises ValueError for an empty or too long sentence and for an order that is no permutation.
    """
    reading = reading_of(trained, text, MOST_WORDS)
    words = reading.words
    order = tuple(range(len(words))) if order is None else tuple(order)
    if sorted(order) != list(range(len(words))):
        raise ValueError(f"{order} is not an order of the words 0 to {len(words) - 1}")
    as_typed, arrays, ways, named = range(len(words)), {}, [], {"word": labels(words)}
    for way in ("with", "without"):
        before, after = (
            encoded(trained, reading.ids, places, positions=way == "with")
            for places in (as_typed, order)
        )
        back = torch.empty_like(after.output)
        back[list(order)] = after.output  # each word's vector at its place in the original
        change = (back - before.output).abs().amax(-1)  # (word,)
        found = "" if way == "with" else f"{OUTPUT}, {POSITIONS} = 0"
        for name, value in (("before", before), ("after", after)):
            arrays[f"{way}.{name}"] = Array(
                value.output.numpy(), "word d_model", OUTPUT, found, named
            )
        where = "lessons.figures.word_order: largest |difference|"
        arrays[f"{way}.change"] = Array(change.numpy(), "word", OUTPUT, where, named)
        largest = float(change.max())
        ways.append(
            {
                "name": way,
                **say.WAYS[way],
                "largest": largest,
                "equal": largest < EQUAL,
                "before": before.said,
                "after": after.said,
            }
        )
    header = {
        "title": say.TITLE.format(sentence=" ".join(words)),
        "labels": named["word"],
        "order": list(order),
        "ways": ways,
        "model": trained.name,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **opening(),
    }
    return Figure("word_order", header, arrays)
