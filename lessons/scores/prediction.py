"""Predict first: one question a part of the page. Every right answer is computed, none written down."""

import math
from collections.abc import Mapping, Sequence

from lessons.kit.prediction import Prediction, asked
from lessons.models.shipped import SENTENCE
from transformer.measure.attention.root_d import Draw
from transformer.measure.attention.touch import Seen

SAME, AGREES, MEANS, OTHER = (
    "the same sentence: qu’il était trop fatigué",
    "qu’elle était trop fatiguée: she, and still tired",
    "qu’elle était trop large: she, and wide",
    "something that is no sentence any more",
)
CHOICES = (
    "animal",
    "street",
    "it",
    "did",
    "tired",
)  # words of the sentence that the question offers
FIRST, MEAN, SUM, ZERO = (
    "jack’s number alone",
    "the mean of all numbers",
    "the sum of all numbers",
    "nearly 0",
)
ALIKE, GROWS, LESS, GONE = (
    "about as large as for d_k = 1",
    "far larger: it explodes",
    "smaller, by a factor of 10 or so",
    "almost nothing: smaller than a billionth of it",
)


def about_moving(now: str, after: str, weight: float) -> Prediction:
    """What the model writes when the query of *it* lies on the key of *street*: it writes `now`, and then
    `after`, where the weight on *street* is `weight`."""
    ends = {AGREES: "elle était trop fatiguée", MEANS: "elle était trop large"}
    right = (
        SAME if after == now else next((o for o, end in ends.items() if after.endswith(end)), OTHER)
    )
    measured = f"Measured: the weight on *street* is {weight:.3f}, and the model writes “{after}”."
    why = {
        SAME: "The head would have to be of no use for that choice, or others would have to make up for it.",
        AGREES: "*rue* is feminine, and *elle* and *fatiguée* agree with it. That somebody is tired stands elsewhere, in "
        "*tired*, which nobody has touched.",
        MEANS: "*wide* does not stand in the sentence. One query of one head does not say what the last word means.",
        OTHER: "One row of one head is a small part of what is computed; all the rest is as it was.",
    }
    question = (
        f"“{SENTENCE}”: in this head *it* looks at *animal*. You drag its query to where the key of *street* lies. "
        "**What will the model write?**"
    )
    return asked(
        question, {option: f"{text} {measured}" for option, text in why.items()}, right, ""
    )


def about_brightest(words: Sequence[str], row: Seen) -> Prediction:
    """The word on which the whole answer depends most, when one row gives nearly everything to *animal*."""
    effect = dict(zip(words, row.effects.tolist(), strict=True))
    weight = dict(zip(words, row.weights.tolist(), strict=True))
    most = min(effect, key=effect.get)
    offered = tuple(dict.fromkeys((*CHOICES, most)))
    brightest = max(weight, key=weight.get)
    reasons = {
        word: f"This row gives *{word}* a weight of {weight[word]:.3f}; without it log p of the answer changes by "
        f"{effect[word]:.2f}".replace("-", "−")
        + (
            ", more than without any other word. Other rows and heads look at it."
            if word == most
            else f", without *{most}* by {effect[most]:.2f}.".replace("-", "−")
        )
        for word in offered
    }
    question = (
        f"“{SENTENCE}”: the row of *it* gives {weight[brightest]:.3f} of its weight to *{brightest}*. Now hide one word from "
        "all heads and layers. **Without which word** does the model’s own translation become least probable?"
    )
    return asked(question, reasons, most, SENTENCE)


def about_heat(answers: Mapping[float, float], entries: Mapping[str, float]) -> Prediction:
    """What a soft lookup in `entries` answers at a very high temperature; `answers` by temperature."""
    coldest, hottest = min(answers), max(answers)
    cold, hot = answers[coldest], answers[hottest]
    mean, total = sum(entries.values()) / len(entries), sum(entries.values())
    values = {FIRST: next(iter(entries.values())), MEAN: mean, SUM: total, ZERO: 0.0}
    right = min(values, key=lambda option: abs(values[option] - hot))
    measured = f"Measured: {hot:.1f} at temperature {hottest:g}; the mean is {mean:.1f}."
    reasons = {
        FIRST: f"That is what a very low temperature gives, {cold:.1f}: there the best key takes everything. {measured}",
        MEAN: f"Divided by a large number, all scores are nearly 0, and equal scores get equal shares. {measured}",
        SUM: f"Each value counts by its share, and the shares add up to 1 at any temperature; the sum would be {total:g}. {measured}",
        ZERO: f"The scores come close to 0, but not their shares: a softmax makes shares that add up to 1. {measured}",
    }
    question = (
        "A dictionary of three telephone numbers is asked **softly** for *jacky*, who is not in it. What comes out when the "
        "**temperature is very high**?"
    )
    return asked(question, reasons, right, "")


def about_gradient(draws: Sequence[Draw]) -> Prediction:
    """What is left of the gradient of an undivided row, at the largest d_k."""
    first, last = (math.log10(draw.plain.gradient) for draw in (draws[0], draws[-1]))
    change = last - first
    right = GROWS if change > 1 else ALIKE if change > -0.5 else LESS if change > -3 else GONE
    size, largest = draws[-1].d_k, draws[-1].plain.largest
    measured = f"Measured at d_k = {size}: 10 to the power of {last:.0f}; at d_k = 1 it is 10 to the power of {first:.0f}.".replace(
        "-", "−"
    )
    reasons = {
        ALIKE: f"That is so when the scores are divided by √d_k. {measured}",
        GROWS: f"The scores grow, but what passes back goes through the softmax: weight · (1 − weight) is never above 1/4. {measured}",
        LESS: f"It goes on shrinking, and faster: large scores stand in an exponent. {measured}",
        GONE: f"The largest weight is {largest:.2f} on average, the others nearly 0. There a small change of a score changes nothing. {measured}",
    }
    question = (
        f"Queries and keys of {size} numbers each, with variance 1, and **nobody divides** their products. How much does a "
        "weight change when its own score changes a little? That is its gradient. **How large is it** (the median of all weights)?"
    )
    return asked(question, reasons, right, "")
