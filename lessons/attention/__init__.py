"""The attention lesson: which models its page offers, and the sentence that each opens with."""

SENTENCE = "the animal did not cross the street because it was too tired"
CHANGED = "the animal did not cross the street because it was too wide"

# Name of the weights → (how the page calls the model, the sentence it opens with).
MODELS = {
    "english_french": ("English → French", SENTENCE),
    "english_french_unguided": ("English → French, unguided", SENTENCE),
    "reverse": ("Reverse", "a b c d e f"),
    "copy": ("Copy", "a b c d e f"),
}
FIRST = next(iter(MODELS))
