"""The lesson on alignment: the parts of its page, its models, and their opening sentences."""

from lessons.models.shipped import SENTENCE

REVERSED = "the european economic area"
LOOKING, MOVING = "english_french_bahdanau", "english_french_luong"

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "step": (
        "One decoder step",
        "A recurrent decoder writes one word at a time. What does the decoder attend to, and what does it store?",
    ),
    "map": (
        "Alignment matrix",
        "The matrix shows all steps: one row for each target word and one column for each source word.",
    ),
    "scored": (
        "Alignment accuracy",
        "How often does the correctly aligned source word get the largest weight, and what does this show?",
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
