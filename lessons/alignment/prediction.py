"""Questions to predict, one for each part of the page."""

from lessons.alignment.measure.alignment import Shift, Steps
from lessons.kit.prediction import Prediction, from_reasons

LESS, SAME, MORE = "fewer", "the same number", "more"
WORSE, ONLY_MAP, NOTHING = (
    "the translations get worse",
    "only the map looks wrong",
    "nothing at all",
)
ON_IT = 1  # of the offsets


def about_size(long: Steps, short: Steps) -> Prediction:
    """Ask how many numbers the context vector of a shorter sentence has."""
    (words, many), (few, little) = (
        (recorded.weights.shape[1], recorded.context.shape[1]) for recorded in (long, short)
    )
    right = SAME if little == many else LESS if little < many else MORE
    reasons = {
        LESS: f"{little} numbers. There are fewer weights, {few} instead of {words}, but a sum of {few} vectors has "
        "as many components as each vector.",
        SAME: f"{many} numbers. Each hⱼ contains {many} numbers, and so does every weighted sum of {words} or {few} "
        "hⱼ.",
        MORE: f"{little} numbers. The context vector is a weighted sum of vectors, and each vector contains {many} "
        "numbers.",
    }
    question = (
        f"The decoder attends to a sentence of {words} words. **A second sentence has {few} words. How many numbers "
        "does its context vector c contain, compared with that of the first sentence?**"
    )
    return from_reasons(question, reasons, right, "")


def about_adjective(recorded: Steps, source: list[str], at: int) -> Prediction:
    """Ask which English word gets the largest weight while the decoder writes an adjective."""
    row, word = recorded.weights[at], recorded.answer.words[at]
    right = source[int(row.argmax())]
    reasons = {
        name: f"{weight:.2f} of the weight is on *{name}*."
        + " The decoder goes back to a word that it has skipped." * (name == right)
        for name, weight in zip(source, row.tolist(), strict=True)
    }
    question = (
        f"“{' '.join(source)}” becomes *la zone économique européenne*. Which English word gets the largest weight "
        f"while the decoder writes **{word}**, the third word?"
    )
    return from_reasons(question, reasons, right, " ".join(source))


def about_shift(measured: Shift) -> Prediction:
    """Ask what changes if each row of the map is recorded one step early."""
    used, early = measured.peak[:, ON_IT].tolist()
    exact = f"{measured.exact:.1%} of the translations are exact matches in both versions"
    right = ONLY_MAP if early < used else NOTHING
    reasons = {
        WORSE: f"{exact}. Each step adds up the same vectors with the same weights.",
        ONLY_MAP: f"{exact}. But the aligned word has the largest weight in {early:.0%} of the rows instead of {used:.0%}.",
        NOTHING: f"{early:.0%} of the rows, instead of {used:.0%}, have their largest weight on the aligned word. No translation "
        "changes.",
    }
    question = (
        "A friend rewrites Bahdanau’s decoder: it attends **at the end of a step**, with the new state, and stores "
        "the context for the next step. The weights are recorded when they are computed. **What changes?**"
    )
    return from_reasons(question, reasons, right, "")
