"""Predict first, one question for each part of the page. What is right is counted."""

from collections.abc import Sequence

from lessons.figures.kit.figure import Figure
from lessons.kit.prediction import Prediction, asked

MORE, ONE, NONE = "more than one", "one: the slip itself", "none: it notices, and goes back"


def about_memory(figure: Figure) -> Prediction:
    """How many vectors leave the encoder, for the sentence of this figure?"""
    encoder = next(box for box in figure.header["boxes"] if box["path"] == "encoder")
    (_, count), (_, size) = encoder["shape"]
    written = len(figure.header["lanes"][1]["labels"])
    sentence = " ".join(label["full"] for label in figure.header["lanes"][0]["labels"])
    measured = f"What leaves the encoder is {count} × {size}"
    reasons = {
        "1, for the whole sentence": f"Older translators did that, and long sentences suffered. {measured}: "
        "no word has to share its vector.",
        f"{count}, one for each word that is read": f"{measured}: {count} vectors of {size} numbers. All of them "
        "together are the memory.",
        f"{written}, one for each word that is written": f"The encoder works before anything is written. {measured}; "
        f"the {written} come in the decoder.",
        f"{size}, one for each number": f"{size} is how long each vector is, not how many there are. {measured}.",
    }
    right = list(reasons)[1]
    question = f"The encoder reads “{sentence}”. **How many vectors leave it?**"
    return asked(question, reasons, right, "")


def about_slip(sentence: str, counted: Sequence[int]) -> Prediction:
    """`counted`: mistakes in this sentence on its own, and with the right words given."""
    free, forced = counted
    right = NONE if free == 0 else ONE if free == 1 else MORE
    told = f"on its own {free} words need mending, with the right words {forced}"
    reasons = {
        MORE: f"A wrong word goes in again, and what follows builds on it: {told}.",
        ONE: f"That is so with the right words, since the slip never goes in: {told}.",
        NONE: f"Nothing takes a word back once it is written: {told}.",
    }
    question = (
        f"A model that was stopped early in its training reads “{sentence}”. With the right French words given, "
        f"as in training, it guesses {forced} of them wrong. Now it reads what it wrote itself. **How many words are wrong?**"
    )
    return asked(question, reasons, right, sentence)
