"""Predict first, one question for each part of the page. What is right is counted."""

from collections.abc import Sequence

from lessons.kit.prediction import Prediction, asked

LAST, SOME = "that of the last word alone", "those of the last word and of “it”"
EVERY = "those of all words"
EQUAL = 1e-4  # float32 sums in another order differ by less; real differences are far larger
MORE, ONE, NONE = "more than one", "one: the slip itself", "none: it notices, and goes back"


def about_context(sentence: str, last: str, apart: Sequence[float]) -> Prediction:
    """`apart`: how far the two vectors of each place are from each other, after the encoder."""
    words, count = sentence.split(), len(apart)
    moved = [n for n, one in enumerate(apart) if one > EQUAL]
    it = words.index("it")
    right = EVERY if len(moved) == count else LAST if moved == [count - 1] else SOME
    told = f"{len(moved)} of {count} differ, that of “it” by {apart[it]:.2f}, that of “{words[1]}” by {apart[1]:.2f}"
    reasons = {
        LAST: f"That holds for what goes in: there, {count - 1} of {count} rows are equal. What comes out: {told}.",
        SOME: f"They change most, but nobody tells the others to look away: {told}.",
        EVERY: f"Each word looks at each word, so each has seen the last one: {told}.",
    }
    question = (
        f"Two sentences differ in their last word: “{sentence}”, and the same with “{last}”. The encoder "
        "reads both. **Which of the vectors that leave it are different?**"
    )
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
