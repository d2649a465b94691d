"""The positions lesson: the parts of its page, and the models that it looks into."""

from lessons.models.shipped import SENTENCE

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "why": (
        "Why positions",
        "The same words in another order: does the encoder notice?",
    ),
    "lab": (
        "Ways to mark a place",
        "A place as a vector: what is in it, and how alike are two places? Click any number.",
    ),
    "slides": (
        "Check a slide",
        "Numbers as slides print them, and formulas as slides print them. Which are slips?",
    ),
    "score": (
        "Inside a score",
        "Does a head look for words, or for places? Its score adds four products. Click a cell.",
    ),
    "length": (
        "Longer than trained",
        "One task, six ways to mark the place, longer rows than in training. Which one holds?",
    ),
}

TRANSLATOR = "english_french"
# The same task and training, other positions.
REVERSERS = (
    "reverse",
    "reverse_learned",
    "reverse_rotary",
    "reverse_binary",
    "reverse_index",
    "reverse_none",
)
LEARNED = "reverse_learned"
BEYOND = 13  # letters: the length that is asked about; training has at most 10
EXAMPLE = ("sinusoidal", 5, 4, 10000.0)  # the deck's: scheme, positions, dimensions, base
OPENING = ("sinusoidal", 64, 64, 10000.0)

__all__ = ["SENTENCE"]  # offered here to page, notebook and tests
