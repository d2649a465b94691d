"""Prediction questions: how does the accuracy change? Every correct answer is measured."""

from lessons.ablations import trained
from lessons.ablations.figures.ablation.words import difference, part_name, probability_in_words
from lessons.ablations.measure.ablations import Measured
from lessons.ablations.measure.comparison import changed_outputs, verdict
from lessons.ablations.words import CHOICES, reason
from lessons.kit.prediction import Prediction, from_reasons
from transformer.measure.statistics import compare

OPTIONS = ("better", "same", "worse", "broken")
QUESTIONS = {
    "off": "How does the trained model with **{part} switched off** compare with the whole model, in exact match on {count:,} held-out inputs?",
    "without": "How does a model **trained without {part}** ({made}, same recipe) compare with the whole model, in exact match on {count:,} held-out inputs?",
    "again": "How does a second model with the same recipe, **trained with a different seed**, compare with the whole model, in exact match on {count:,} held-out inputs?",
}


def about(
    column: str,
    removal: str,
    whole: Measured,
    other: Measured,
    model: str = "reverse",
    made: str = "one run",
) -> Prediction:
    """Return the question about one column, with its answers. `made`: seed and steps of the model trained without the part."""
    right = verdict(whole, other)
    question = QUESTIONS["again" if removal == "nothing" and column == "without" else column]
    against = _against(whole, other, right)
    reasons = {o: f"**{CHOICES[right].capitalize()}**: {text}" for o, text in against.items()}
    because = reason(model, column, removal, right)
    if column == "without":
        because = f"{because} {trained.about_seeds(model, removal)}".strip()
    reasons[right] = _measured(whole, other, right, because)
    return from_reasons(
        question.format(part=part_name(removal), made=made, count=len(whole.right)),
        reasons,
        right,
        column,
    )


def _against(whole: Measured, other: Measured, right: str) -> dict[str, str]:
    """Return the counts that speak against each answer."""
    paired, count = compare(whole.right, other.right), len(whole.right)
    before, after = (sum(m.right) / count for m in (whole, other))
    lost, won = paired.only_first, paired.only_second
    chance = (
        "equally good models would differ by this much with a probability of "
        f"{probability_in_words(paired.p_value)}"
    )
    counts = f"only the whole model is right on {lost} inputs, and only this model on {won}"
    against = {
        "better": f"{counts}.",
        "same": f"{counts}, and {chance}. So the difference is significant.",
        "worse": f"{counts}.",
        "broken": f"this model gets {after:.1%} right, and *broken* means less than half of {before:.1%}.",
    }
    if right == "same":
        against["better"] = f"{counts}; {chance}."
        against["worse"] = f"{counts}, which could be chance: {chance}."
    if right == "broken":
        against["worse"] = f"{after:.1%} is less than half of {before:.1%}."
    return against


def _measured(whole: Measured, other: Measured, right: str, why: str) -> str:
    paired, count = compare(whole.right, other.right), len(whole.right)
    before, after = (sum(m.right) / count for m in (whole, other))
    shares = f"The whole model gets {before:.1%} right, and this model gets {after:.1%}."
    if not changed_outputs(whole, other):
        seen = f"{shares} Not one of the {count:,} outputs changed."
    else:
        seen = (
            f"{shares} Only the whole model is right on {paired.only_first} inputs, and only this model on "
            f"{paired.only_second}. "
            f"Equally good models would differ by this much with a probability of "
            f"{probability_in_words(paired.p_value)}. "
            f"{difference(whole.right, other.right)}"
        )
    return f"**{CHOICES[right].capitalize()}**: {seen} {why}".strip()
