"""Parts of the page “Attention”, its opening sentence and the sentence of its question."""

from lessons.models.shipped import SENTENCE

CHANGED = "the animal did not cross the street because it was too wide"

# Name in the address → (title of the part, sentence under the title).
PARTS = {
    "hand": (
        "By hand",
        "Follow three inputs with small numbers to queries, keys and values, then to scores, weights and output.",
    ),
    "model": (
        "In a model",
        "Here are the same steps in a trained Transformer. Which words does each word attend to?",
    ),
    "slides": (
        "Check a slide",
        "Compare four statements from lecture slides on attention with our code.",
    ),
}
# One model with guided attention, and two that were trained without it, with different seeds.
GUIDED = "english_french"
UNGUIDED = ("english_french_unguided", "english_french_unguided_seed_2")

__all__ = ["CHANGED", "GUIDED", "PARTS", "SENTENCE", "UNGUIDED"]
