"""Is the brightest word of a row also the most influential one? Counted over many rows, in two ways.

Influence is how far log p of the model's own answer changes, up or down, without a word: when nobody sees
it in any layer and head, or when one row alone no longer looks at it (`transformer/measure/attention/touch.py`). The
first is the same for all rows; the second asks of each row what it was used for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from transformer.measure.attention import touch
from transformer.measure.attention.touch import Row
from transformer.weights import Trained

MATTERS = 0.05  # nats: the answer is 5% less probable, or more


@dataclass(frozen=True)
class Brightest:
    """Of how many rows the brightest word is the one without which the answer changes most."""

    rows: int
    words: int  # so rows / words would be hit by chance
    everywhere: int  # the word hidden from all heads and layers
    here: int  # the word taken out of this row alone
    matter: int  # rows that matter: some word out of them changes log p by more than MATTERS
    matter_here: int  # of these, those whose brightest word is that word
    sure: int  # rows that give one word more than half of their weight
    sure_matter: int  # of these, those that matter


def brightest(trained: Trained, ids: Sequence[int], places: Sequence[Row]) -> Brightest:
    """Count over these rows, all of which look at the words `ids`."""
    seen = touch.seen(trained, ids, places[0])
    decides = int(seen.effects.abs().argmax())
    counts = []
    for at in places:
        row = touch.probed(seen.answer, at, "weights")[at.head, at.row]  # (word,)
        effects = touch.effects_here(trained, ids, seen.answer, at).abs()  # (word,)
        top, sure = int(row.argmax()), bool(row.max() > 0.5)
        hit, matters = top == int(effects.argmax()), bool(effects.max() > MATTERS)
        counts.append((top == decides, hit, matters, matters and hit, sure, sure and matters))
    return Brightest(len(places), len(seen.effects), *map(sum, zip(*counts, strict=True)))
