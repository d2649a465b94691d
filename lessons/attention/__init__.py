"""The attention lesson: which models its page offers, and the sentence that each opens with."""

import json
from contextlib import suppress
from pathlib import Path

WEIGHTS = Path(__file__).resolve().parents[2] / "transformer" / "weights"

SENTENCE = "the animal did not cross the street because it was too tired"
CHANGED = "the animal did not cross the street because it was too wide"

# Name of the weights → (how the page calls the model, the sentence it opens with).
MODELS = {
    "english_french": ("English → French", SENTENCE),
    "english_french_unguided": ("English → French, unguided", SENTENCE),
    "reverse": ("Reverse", "a b c d e f"),
    "copy": ("Copy", "a b c d e f"),
    "sort": ("Sort", "d f a c e b"),
    "dates": ("Dates", "3 may 1998"),
    "addition": ("Addition", "347+285"),
}
FIRST = next(iter(MODELS))


def models() -> dict[str, tuple[str, str]]:
    """Those that ship, then your own: training with a changed recipe saves weights as `my_…`."""
    found = dict(MODELS)
    for card in sorted(WEIGHTS.glob("my_*.json")):
        task = FIRST
        with suppress(
            OSError, ValueError, TypeError, KeyError
        ):  # loading it will say what is wrong
            task = json.loads(card.read_text(encoding="utf-8"))["task"]
        found[card.stem] = (card.stem, MODELS.get(task, MODELS[FIRST])[1])
    return found
