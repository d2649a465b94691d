"""Predict first: what becomes of the model? The right answer is measured, none is written down."""

from lessons.ablations.words import why
from lessons.figures.ablation.words import part_name, probability_in_words
from lessons.kit.prediction import Prediction, asked
from transformer.measure.statistics import compare
from transformer.measure.training.ablations import Measured
from transformer.measure.training.comparison import changed, verdict

OPTIONS = ("better", "same", "worse", "broken")
QUESTIONS = {
    "off": "The trained model, **{part} switched off**, is …",
    "without": "A model **trained without {part}** from the start is …",
    "again": "The same recipe, **trained once more with another seed**, gives a model that is …",
}


def about(
    column: str, removal: str, whole: Measured, other: Measured, model: str = "reverse"
) -> Prediction:
    """What to ask about one column, and the answers."""
    right = verdict(whole, other)
    question = QUESTIONS["again" if removal == "nothing" else column]
    against = _against(whole, other, right)
    reasons = {o: f"**{right.capitalize()}**: {found}" for o, found in against.items()}
    reasons[right] = _measured(whole, other, right, why(model, column, removal, right))
    return asked(question.format(part=part_name(removal)), reasons, right, column)


def _against(whole: Measured, other: Measured, right: str) -> dict[str, str]:
    """What speaks against each answer, in the sentences that were counted."""
    paired, count = compare(whole.right, other.right), len(whole.right)
    before, after = (sum(m.right) / count for m in (whole, other))
    lost, won = paired.only_first, paired.only_second
    verdict = f"a fair coin would divide them so unevenly with a probability of {probability_in_words(paired.p_value)}"
    against = {
        "better": f"it wins {won} sentences and loses {lost}.",
        "same": f"it loses {lost} sentences and wins {won}, and {verdict}: that is not chance.",
        "worse": f"it loses {lost} sentences and wins {won}.",
        "broken": f"broken begins below half of {before:.1%}, and this one gets {after:.1%} right.",
    }
    if right == "same":
        against["better"] = f"it wins {won} sentences and loses {lost}; {verdict}."
        against["worse"] = (
            f"it loses {lost} sentences and wins {won}, which may be chance: {verdict}."
        )
    if right == "broken":
        against["worse"] = f"more than worse, {after:.1%} is not even half of {before:.1%}."
    return against


def _measured(whole: Measured, other: Measured, right: str, why: str) -> str:
    paired, count = compare(whole.right, other.right), len(whole.right)
    shares = f"{sum(whole.right) / count:.1%} whole, {sum(other.right) / count:.1%} here."
    if not changed(whole, other):
        found = f"{shares} Not one of the {count:,} outputs changed."
    else:
        found = (
            f"{shares} On {paired.only_first} sentences only the whole one is right, on "
            f"{paired.only_second} only this one; a fair coin divides them so unevenly with a probability "
            f"of {probability_in_words(paired.p_value)}."
        )
    return f"**{right.capitalize()}**: {found} {why}".strip()
