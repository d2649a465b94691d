"""Predict first: one question a part of the page. Every right answer is measured, none written down."""

from lessons.figures.kit.figure import Figure
from lessons.kit.prediction import Prediction, asked
from transformer.measure.attention.alignment import Shift, Steps

LESS, SAME, MORE = "fewer", "just as many", "more"
WORSE, ONLY_MAP, NOTHING = (
    "the translations get worse",
    "only the map looks wrong",
    "nothing at all",
)
ON_IT = 1  # of the offsets


def about_size(long: Steps, short: Steps) -> Prediction:
    """How many numbers has the context of a shorter sentence?"""
    (words, many), (few, little) = (
        (one.weights.shape[1], one.context.shape[1]) for one in (long, short)
    )
    right = SAME if little == many else LESS if little < many else MORE
    reasons = {
        LESS: f"There are fewer weights: {few} and not {words}. But the sum of {few} vectors has as many numbers as each of "
        f"them, {little}.",
        SAME: f"Each hⱼ has {many} numbers, and so has every weighted sum of them, of {words} or of {few}.",
        MORE: f"Nothing grows: the context is a weighted sum, and a sum of vectors of {many} numbers has {little}.",
    }
    question = (
        f"The sentence has {words} words. **Another one has {few}.** How many numbers has its context c, what the "
        "decoder takes from the sentence at one step?"
    )
    return asked(question, reasons, right, "")


def about_adjective(figure: Figure, source: list[str], at: int, word: str) -> Prediction:
    """Which English word does the row of an adjective look at most?"""
    (layer,) = figure.header["maps"][0]["layers"]
    row = figure.arrays[f"{layer['prefix']}.weights"].values[0, at]  # (source,)
    right = source[int(row.argmax())]
    reasons = {
        name: f"*{name}* gets {weight:.2f} of the weight."
        + " It goes back for what it had passed over." * (name == right)
        for name, weight in zip(source, row.tolist(), strict=True)
    }
    question = (
        f"“{' '.join(source)}” becomes *la zone économique européenne*. At which English word does the decoder look "
        f"most while it writes **{word}**, the third word?"
    )
    return asked(question, reasons, right, " ".join(source))


def about_shift(measured: Shift) -> Prediction:
    """What happens if each row of the map is noted one step early?"""
    used, early = measured.peak[:, ON_IT].tolist()
    exact = f"{measured.exact:.1%} of the sentences are right to the last word"
    right = ONLY_MAP if early < used else NOTHING
    reasons = {
        WORSE: f"The same vectors are added up with the same weights, only noted elsewhere: {exact}, before and after.",
        ONLY_MAP: f"{exact[0].upper()}{exact[1:]}, before and after. But the largest weight of a row is on the aligned word "
        f"in {early:.0%} instead of {used:.0%}.",
        NOTHING: f"No translation changes, that is true. But the largest weight of a row is on the aligned word in "
        f"{early:.0%} instead of {used:.0%}.",
    }
    question = (
        "Somebody rewrites Bahdanau’s decoder: it looks **at the end of a step**, with the fresh state, and keeps the "
        "context for the next step. The weights are noted when they are computed. What changes?"
    )
    return asked(question, reasons, right, "")
