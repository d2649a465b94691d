"""The machine lesson: the parts of its page, and the models and sentences that it opens with."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "model": (
        "The machine",
        "Each word is a row of numbers. Boxes pass the rows on, and words are written one by one. Follow one of them.",
    ),
    "writing": (
        "Word by word",
        "How it writes: what goes in at each step, where it looks, and which words could come next.",
    ),
}
EARLY = "english_french_early"  # stopped at step 300: it still makes mistakes
WRITER = "language_model"  # a decoder alone
# Of the first 400 held-out sentences: one in which a slip of the early model leads to many (see the tests).
CHANGED = "wide"  # the other last word of the sentence that the page opens with
SLIP = "the old ball does not fit in the old box because it is big"
