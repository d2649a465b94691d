"""Is the word with the largest weight of a row also the most influential word? Counted over many rows, in two
ways.

Influence is how far log p of the model's own answer changes, up or down, without a word. The word is removed
either in all layers and heads, or only from one row (`transformer/measure/attention/touch.py`). The first
influence is the same for all rows; the second measures what each row used the word for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from transformer.measure.attention import touch
from transformer.measure.attention.touch import Row
from transformer.weights import Trained

MATTERS = 0.05  # nats: the answer is 5% less probable, or more


@dataclass(frozen=True)
class Brightest:
    """In how many rows the word with the largest weight is also the word whose removal changes the answer most."""

    rows: int
    words: int  # by chance, rows / words would agree
    everywhere: int  # the word removed from all heads and layers
    here: int  # the word removed only from this row
    matter: int  # rows that matter: removing some word changes log p by more than MATTERS
    matter_here: int  # of these, those whose brightest word is that word
    sure: int  # rows that give one word more than half of their weight
    sure_matter: int  # of these, those that matter


def brightest(trained: Trained, ids: Sequence[int], places: Sequence[Row]) -> Brightest:
    """Return the counts over these rows, all of which attend to the words `ids`."""
    seen = touch.effects_of_row(trained, ids, places[0])
    decides = int(seen.effects.abs().argmax())
    counts = []
    for at in places:
        row = touch.probed(seen.answer, at, "weights")[at.head, at.row]  # (word,)
        effects = touch.effects_here(trained, ids, seen.answer, at).abs()  # (word,)
        top, sure = int(row.argmax()), bool(row.max() > 0.5)
        hit, matters = top == int(effects.argmax()), bool(effects.max() > MATTERS)
        counts.append((top == decides, hit, matters, matters and hit, sure, sure and matters))
    return Brightest(len(places), len(seen.effects), *map(sum, zip(*counts, strict=True)))
