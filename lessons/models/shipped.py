"""The included models that pages offer, and the first sentence of most of them."""

SENTENCE = "the animal did not cross the street because it was too tired"

# Name of the weights → (label of the model on a page, its first sentence).
MODELS = {
    "english_french": ("English → French", SENTENCE),
    "english_french_unguided": ("English → French, unguided", SENTENCE),
    "english_french_unguided_seed_2": ("English → French, unguided, seed 2", SENTENCE),
    "reverse": ("Reverse", "a b c d e f"),
    "copy": ("Copy", "a b c d e f"),
    "sort": ("Sort", "d f a c e b"),
    "dates": ("Dates", "3 may 1998"),
    "addition": ("Addition", "347+285"),
}
# Of another family: for pages about what every model has, namely words, weights and answers.
RECURRENT = {"english_french_bahdanau": ("English → French, recurrent", SENTENCE)}
OPENS_WITH = next(iter(MODELS))
