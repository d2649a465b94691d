"""The attention lesson: the parts of its page, the sentence that it opens with and the one asked about."""

from lessons.models.shipped import SENTENCE

CHANGED = "the animal did not cross the street because it was too wide"

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "hand": (
        "By hand",
        "Three inputs and small numbers: from x to queries, keys and values, to scores, weights and output.",
    ),
    "model": (
        "In a model",
        "The same steps in a Transformer that translates. Which word looks at which?",
    ),
}

__all__ = ["CHANGED", "PARTS", "SENTENCE"]
