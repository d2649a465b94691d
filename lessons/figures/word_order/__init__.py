"""Why positions are needed: the same words in another order, with and without positions.

Without them the encoder's outputs are only permuted; with them they change. Four passes of one
trained model, all through its own encoder: its positions are set to zero in flight, nothing else.
"""

from typing import Any

import torch
from torch import Tensor

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.figures.word_order import words as say
from lessons.kit.reading import Reading, reading_of
from transformer.decoding import greedy
from transformer.probe import record, replace

POSITIONS, OUTPUT = "source_embedding.positions", "encoder.output"
MOST_WORDS = 16
EQUAL = 1e-4  # float32 sums in another order differ by less; real differences are far larger


@torch.no_grad()
def word_order(trained, text: str | Reading, order: tuple[int, ...] | None = None) -> Figure:
    """Encode a sentence, then its words in `order` (order[k] is the word that stands at place k).

    Raises ValueError for an empty or too long sentence and for an order that is no permutation.
    """
    reading = reading_of(trained, text, MOST_WORDS)
    words = reading.words
    order = tuple(range(len(words))) if order is None else tuple(order)
    if sorted(order) != list(range(len(words))):
        raise ValueError(f"{order} is not an order of the words 0 to {len(words) - 1}")
    source = torch.tensor([reading.ids])  # (1, word)
    arrays, ways = {}, []
    for way in ("with", "without"):
        zeros = {} if way == "with" else {POSITIONS: torch.zeros_like}
        before, said = _read(trained, source, zeros)  # (word, d_model)
        after, shuffled = _read(trained, source[:, list(order)], zeros)
        back = torch.empty_like(after)
        back[list(order)] = after  # each word's vector at its place in the original
        change = (back - before).abs().amax(-1)  # (word,)
        found = "" if way == "with" else f"{OUTPUT}, {POSITIONS} = 0"
        for name, value in (("before", before), ("after", after)):
            arrays[f"{way}.{name}"] = Array(value.numpy(), "word d_model", OUTPUT, found)
        where = "lessons.figures.word_order: largest |difference|"
        arrays[f"{way}.change"] = Array(change.numpy(), "word", OUTPUT, where)
        largest = float(change.max())
        ways.append(
            {
                "name": way,
                **say.WAYS[way],
                "largest": largest,
                "equal": largest < EQUAL,
                "before": said,
                "after": shuffled,
            }
        )
    header = {
        "title": say.TITLE.format(sentence=" ".join(words)),
        "labels": labels(words),
        "order": list(order),
        "ways": ways,
        "model": trained.name,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {},
    }
    return Figure("word_order", header, arrays)


def _read(trained, source: Tensor, changed: dict) -> tuple[Tensor, str]:
    """The encoder's output, (word, d_model), and the translation that the decoder makes of it."""
    model = trained.model
    with replace(model, changed), record(model, OUTPUT) as trace:
        tokens = greedy(model, source)[0].tolist()
    said = trained.target_vocabulary.decode(tokens)
    return trace.one(OUTPUT)[0], trained.task.join(said)


def place(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Nothing can be chosen here but the order, which is an argument of `word_order`."""
    return start
