"""The lesson *The Transformer*: the parts of its page, and its opening models and sentences."""

# Name in the address → (title of the part, sentence below the title).
PARTS = {
    "model": (
        "The whole model",
        "Each word becomes a vector. Follow the vectors through the encoder and the decoder to the next word.",
    ),
    "writing": (
        "Autoregressive decoding",
        "What does the decoder read at each step, and which words does it attend to?",
    ),
}
EARLY = "english_french_early"  # stopped at step 300: it still makes mistakes
WRITER = "language_model"  # decoder-only
CHANGED = "wide"  # replaces the last word of the opening sentence
# One of the first 400 held-out sentences, in which one mistake of the early model leads to many (see the tests).
SLIP = "the old ball does not fit in the old box because it is big"
