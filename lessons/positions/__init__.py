"""The parts of the positions page, and its models."""

from lessons.models.shipped import SENTENCE

# Name of a part → (its title on the page, the sentence below the title).
PARTS = {
    "why": (
        "Word order",
        "The words of a sentence are reordered. Does the encoder notice?",
    ),
    "lab": (
        "Positional encodings",
        "A position becomes a vector. What does the vector contain, and how similar are two positions? Click a number.",
    ),
    "slides": (
        "Check a slide",
        "These numbers and formulas are printed on slides. Which are wrong?",
    ),
    "score": (
        "Words and positions",
        "Does a head use words or positions? A score is a sum of four products. Click a cell.",
    ),
    "length": (
        "Length extrapolation",
        "Six encodings are tested on strings longer than the training strings. Which encoding still works?",
    ),
}

TRANSLATOR = "english_french"
# The same task and training, other positional encodings.
REVERSERS = (
    "reverse",
    "reverse_learned",
    "reverse_rotary",
    "reverse_binary",
    "reverse_index",
    "reverse_none",
)
LEARNED = "reverse_learned"
BEYOND = 13  # letters: the length in the question; training has at most 10
EXAMPLE = ("sinusoidal", 5, 4, 10000.0)  # of the deck: scheme, positions, dimensions, base
OPENING = ("sinusoidal", 64, 64, 10000.0)

__all__ = ["SENTENCE"]  # offered here to page, notebook and tests
