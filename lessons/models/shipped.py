"""The models that ship and that pages offer, and the sentence that most of them open with."""

SENTENCE = "the animal did not cross the street because it was too tired"

# Name of the weights → (how a page calls the model, the sentence it opens with).
MODELS = {
    "english_french": ("English → French", SENTENCE),
    "english_french_unguided": ("English → French, unguided", SENTENCE),
    "reverse": ("Reverse", "a b c d e f"),
    "copy": ("Copy", "a b c d e f"),
    "sort": ("Sort", "d f a c e b"),
    "dates": ("Dates", "3 may 1998"),
    "addition": ("Addition", "347+285"),
}
# Of another family: for pages that look at what every model has, words, weights and answers.
RECURRENT = {"english_french_bahdanau": ("English → French, recurrent", SENTENCE)}
OPENS_WITH = next(iter(MODELS))
