"""The same words in another order: an encoder with positions and without.

Without positions, the encoder's outputs are only permuted; with them, they change. Four passes of one
trained model through its own encoder, with only its positional encodings set to zero in flight.
"""

from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.kit.encoded_text import EncodedText, encoded_text
from lessons.positions.figures.word_order import words as say
from transformer.measure.words.word_order import OUTPUT, POSITIONS, reordered
from transformer.weights import Trained

MOST_WORDS = 16
EQUAL = 1e-4  # float32 sums in another order differ by less; real differences are far larger


def word_order(
    trained: Trained, text: str | EncodedText, order: tuple[int, ...] | None = None
) -> Figure:
    """Return the figure of a sentence, and of its words in `order` (order[k] is the word at position k).

    Raises ValueError for an empty or too long sentence and for an order that is not a permutation.
    """
    reading = encoded_text(trained, text, MOST_WORDS)
    words = reading.words
    order = tuple(range(len(words))) if order is None else tuple(order)
    if sorted(order) != list(range(len(words))):
        raise ValueError(f"{order} is not an order of the words 0 to {len(words) - 1}")
    arrays, ways, named = {}, [], {"word": labels(words)}
    for way in ("with", "without"):
        moved = reordered(trained, reading.ids, order, positions=way == "with")
        derived = "" if way == "with" else f"{OUTPUT}, {POSITIONS} = 0"
        for name, value in (("before", moved.before), ("after", moved.after)):
            arrays[f"{way}.{name}"] = Array(
                value.output.numpy(), "word d_model", OUTPUT, derived, named
            )
        where = "lessons.positions.figures.word_order: largest |difference|"
        arrays[f"{way}.change"] = Array(moved.change.numpy(), "word", OUTPUT, where, named)
        ways.append(
            {
                "name": way,
                **say.WAYS[way],
                "largest": moved.largest,
                "equal": moved.largest < EQUAL,
                "before": moved.before.translation,
                "after": moved.after.translation,
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
        **choice_header(),
    }
    return Figure("word_order", header, arrays)
