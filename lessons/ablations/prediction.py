"""Predict first: what becomes of the model? The right answer is measured, none is written down."""

from lessons.ablations.words import why
from lessons.figures.ablation.words import chance_in_words
from lessons.kit.prediction import Prediction
from transformer.measure.ablations import Measured
from transformer.measure.comparison import changed, verdict
from transformer.measure.statistics import compare

OPTIONS = ("better", "same", "worse", "broken")
QUESTIONS = {
    "off": "It is **switched off in the trained model**. Then the model is …",
    "without": "A model is **trained without it** from the start. It is …",
}


def about(
    column: str, removal: str, whole: Measured, other: Measured, model: str = "reverse"
) -> Prediction:
    """What to ask about one column, and the answers."""
    right = verdict(whole, other)
    measured = (
        f"**{right.capitalize()}**: {_measured(whole, other)} {why(model, column, removal, right)}"
    )
    replies = {o: f"{'Yes.' if o == right else 'No.'} {measured}".strip() for o in OPTIONS}
    return Prediction(QUESTIONS[column], OPTIONS, right, replies, column)


def _measured(whole: Measured, other: Measured) -> str:
    paired, count = compare(whole.right, other.right), len(whole.right)
    shares = f"{sum(whole.right) / count:.1%} whole, {sum(other.right) / count:.1%} here."
    if not changed(whole, other):
        return f"{shares} Not one of the {count:,} outputs changed."
    return (
        f"{shares} On {paired.only_first} sentences only the whole one is right, on "
        f"{paired.only_second} only this one; a fair coin divides them so unevenly with a probability "
        f"of {chance_in_words(paired.chance)}."
    )
