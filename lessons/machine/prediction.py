"""One question for each part of the page. Every correct answer is counted."""

from collections.abc import Sequence

from lessons.kit.prediction import Prediction, from_reasons

LAST, SOME = "only that of the last word", "those of the last word and “it”"
EVERY = "those of all words"
EQUAL = 1e-4  # float32 sums in another order differ by less; real differences are far larger
MORE, ONE, NONE = "more than one", "one: the mistake itself", "none: the model corrects the mistake"


def about_context(sentence: str, last: str, distances: Sequence[float]) -> Prediction:
    """Return the question which output vectors differ. `distances`: of the two vectors at each position."""
    words, count = sentence.split(), len(distances)
    moved = [n for n, distance in enumerate(distances) if distance > EQUAL]
    it = words.index("it")
    right = EVERY if len(moved) == count else LAST if moved == [count - 1] else SOME
    numbers = f"{len(moved)} of {count} output vectors differ: “it” by {distances[it]:.2f} and “{words[1]}” by {distances[1]:.2f}"
    reasons = {
        LAST: f"{numbers}. Among the input vectors, {count - 1} of {count} are equal.",
        SOME: f"{numbers}, because attention reaches all words.",
        EVERY: f"{numbers}. Each word attends to the last one. The output vectors are contextual embeddings.",
    }
    question = (
        f"The encoder reads two sentences that differ in their last word: “{sentence}”, and the same sentence with "
        f"“{last}”. "
        "**Which of the encoder’s output vectors are different?**"
    )
    return from_reasons(question, reasons, right, "")


def about_slip(sentence: str, errors: Sequence[int]) -> Prediction:
    """Return the question what a mistake costs. `errors`: words to correct in free running, and with the right words
    given."""
    free, forced = errors
    right = NONE if free == 0 else ONE if free == 1 else MORE
    numbers = f"{free} words must be corrected in free running, but {forced} with teacher forcing"
    reasons = {
        MORE: f"{numbers}. The decoder reads its wrong word, and the next words build on it.",
        ONE: f"{numbers}. A mistake needs only one correction if the decoder never reads it.",
        NONE: f"{numbers}. The decoder cannot take back a word.",
    }
    question = (
        f"The training of this model was stopped early. The model reads “{sentence}”. With teacher forcing, as in "
        f"training, the model predicts {forced} of the French words wrongly. Now the model reads its own output. "
        f"**How many words must be corrected?**"
    )
    return from_reasons(question, reasons, right, sentence)
