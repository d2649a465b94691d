"""The lesson on alignment: the parts of its page, its models, and the sentences that they open with."""

from lessons.models.shipped import SENTENCE

REVERSED = "the european economic area"
LOOKING, MOVING = "english_french_bahdanau", "english_french_luong"

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "step": (
        "One step",
        "A recurrent decoder writes one word at a time. What does it ask, where does it look, what does it keep?",
    ),
    "map": (
        "The alignment",
        "All steps as one map. Each row is a word that is being written, each column a word that was read.",
    ),
    "scored": (
        "Measured",
        "The right word to look at is known. How often do they look there, and what does that say?",
    ),
}
# Name of the weights → (how the page calls the model, the sentence it opens with).
RECURRENT = {
    LOOKING: ("Bahdanau: look, then move", SENTENCE),
    MOVING: ("Luong: move, then look", SENTENCE),
    "copy_bahdanau": ("Copy, Bahdanau", "a b c d e f"),
    "dates_bahdanau": ("Dates, Bahdanau", "3 may 1998"),
}
TRANSFORMERS = {
    "english_french_unguided": ("Transformer, unguided", REVERSED),
    "english_french": ("Transformer, guided", REVERSED),
}
MAPPED = {
    name: (called, REVERSED if text == SENTENCE else text)
    for name, (called, text) in RECURRENT.items()
}
MAPPED |= TRANSFORMERS
