"""One question for each part of the page. Every right answer is computed."""

from collections.abc import Mapping, Sequence

from lessons.kit.prediction import Prediction, from_reasons
from lessons.models.shipped import SENTENCE
from lessons.scores.measure.root_d import Draw
from transformer.measure.attention.touch import Seen

SAME, AGREES, MEANS, OTHER = (
    "the same sentence: qu’il était trop fatigué",
    "qu’elle était trop fatiguée: *she* is still tired",
    "qu’elle était trop large: *she* is wide",
    "something that is not a sentence",
)
CHOICES = (
    "animal",
    "street",
    "it",
    "did",
    "tired",
)  # the words that the question offers
FIRST, MEAN, SUM, ZERO = (
    "only Jack’s number",
    "the mean of all numbers",
    "the sum of all numbers",
    "nearly 0",
)
GONE, ALIKE, LARGER, EXPLODES = (
    "less than a tenth",
    "as large, within a factor of 2",
    "2 to 30 times as large",
    "more than 1,000 times as large",
)


def about_moving(now: str, after: str, weight: float) -> Prediction:
    """Return the question what the model writes when the query of *it* lies on the key of *street*.

    The model writes `now` before the move and `after` after it, with `weight` on *street*.
    """
    ends = {AGREES: "elle était trop fatiguée", MEANS: "elle était trop large"}
    right = (
        SAME if after == now else next((o for o, end in ends.items() if after.endswith(end)), OTHER)
    )
    measured = f"With a weight of {weight:.3f} on *street*, the model writes “{after}”."
    why = {
        SAME: "The sentence stays the same only if the pronoun does not depend on this head, or if other heads "
        "compensate.",
        AGREES: "*rue* is feminine, and *elle* and *fatiguée* agree with it. The meaning comes from *tired*, "
        "which did not change.",
        MEANS: "*wide* is not in the sentence. One query of one head does not determine the meaning of the last word.",
        OTHER: "One row of one head is a small part of the computation; everything else is unchanged.",
    }
    question = (
        f"“{SENTENCE}”: in this head *it* attends to *animal*. You drag the query of *it* onto the key of *street*. "
        "**What will the model write?**"
    )
    return from_reasons(
        question, {option: f"{measured} {text}" for option, text in why.items()}, right, ""
    )


def about_brightest(words: Sequence[str], row: Seen) -> Prediction:
    """Return the question on which word the whole answer depends most when one row gives nearly all weight to *animal*."""
    effect = dict(zip(words, row.effects.tolist(), strict=True))
    weight = dict(zip(words, row.weights.tolist(), strict=True))
    most = min(effect, key=effect.get)
    offered = tuple(dict.fromkeys((*CHOICES, most)))
    brightest = max(weight, key=weight.get)
    reasons = {
        word: f"Without *{word}*, log p of the answer changes by {effect[word]:.2f}".replace(
            "-", "−"
        )
        + (
            ", the largest change for any word, because other rows and heads attend to it. "
            if word == most
            else f"; without *{most}* it changes by {effect[most]:.2f}. ".replace("-", "−")
        )
        + f"This row gives *{word}* a weight of {weight[word]:.3f}."
        for word in offered
    }
    question = (
        f"“{SENTENCE}”: the row of *it* gives {weight[brightest]:.3f} of its weight to *{brightest}*. Now remove one "
        "word in all heads and layers. **Which word’s removal** makes the model’s own translation least probable?"
    )
    return from_reasons(question, reasons, most, SENTENCE)


def about_heat(answers: Mapping[float, float], entries: Mapping[str, float]) -> Prediction:
    """Return the question what a soft lookup in `entries` returns at a very high temperature; `answers` by temperature."""
    coldest, hottest = min(answers), max(answers)
    cold, hot = answers[coldest], answers[hottest]
    mean, total = sum(entries.values()) / len(entries), sum(entries.values())
    values = {FIRST: next(iter(entries.values())), MEAN: mean, SUM: total, ZERO: 0.0}
    right = min(values, key=lambda option: abs(values[option] - hot))
    measured = f"The lookup returns {hot:.1f} at temperature {hottest:g}; the mean is {mean:.1f}."
    reasons = {
        FIRST: f"{measured} A very low temperature yields {cold:.1f}, because the best key then gets all the weight.",
        MEAN: f"{measured} A large divisor brings all scores close to 0, and equal scores get equal weights.",
        SUM: f"{measured} The sum would be {total:g}, but the weights of the values add up to 1 at any temperature.",
        ZERO: f"{measured} The scores come close to 0, but their weights do not: a softmax produces weights that add up to 1.",
    }
    question = (
        "A **soft lookup** searches a dictionary of three telephone numbers for *jacky*, which is not in it. What does it "
        "return when the **temperature is very high**?"
    )
    return from_reasons(question, reasons, right, "")


def about_gradient(draws: Sequence[Draw]) -> Prediction:
    """Return the question how large the gradient at the query is without the division, compared with the scaled scores."""
    draw = draws[-1]
    ratio = draw.plain.query / draw.divided.query
    right = GONE if ratio < 0.1 else ALIKE if ratio < 2 else LARGER if ratio < 30 else EXPLODES
    measured = f"The gradient at the query has norm {draw.plain.query:.2f} without the division and {draw.divided.query:.2f} with it."
    reasons = {
        GONE: f"{measured} The gradient of the median weight does vanish: most of the 64 weights are nearly 0. "
        "The few large weights still pass a gradient back.",
        ALIKE: f"{measured} Less gradient passes through the softmax, but the gradient is no longer divided by √d_k.",
        LARGER: f"{measured} Without the division, less gradient passes through the softmax, by a factor of "
        f"{draw.divided.jacobian / draw.plain.jacobian:.1f}. But the division multiplies the gradient by "
        f"1/√{draw.d_k} on its way to the query.",
        EXPLODES: f"{measured} The gradient passes through the softmax, where ∂ weight / ∂ own score = weight · (1 − weight) "
        "is at most 1/4.",
    }
    question = (
        f"Queries and keys have {draw.d_k} random components with variance 1. The output of a row receives a random "
        "gradient. **How large is the gradient at the query without the division by √d_k, relative to its size with "
        "the division?**"
    )
    return from_reasons(question, reasons, right, "")
