"""Questions to predict, one for each part of the page."""

from collections.abc import Mapping

from lessons.kit.prediction import Prediction, from_reasons

SHARES = {"nearly all": 1.0, "about half": 0.5, "fewer than a third": 0.2}
ORDERS = {"in nearly all": 1.0, "in about half": 0.5, "in hardly any": 0.0}
NONE, LESS, SAME = "exactly 0", "about a tenth as large", "about as large"


def about_mean(
    even: float, long: float, soft: float, fractions_right: Mapping[str, float]
) -> Prediction:
    """Return the question how many captions are right without attention after 300 steps."""
    right = nearest(even)
    later = f"After 1,500 steps, {long:.1%} are right"
    reasons = {
        "nearly all": f"{even:.1%} are right with the mean of the regions, and {soft:.1%} with attention. {later}, so "
        "this captioner learns more slowly.",
        "about half": f"Only {even:.1%} are right, because every word must be right. The captioner correctly names "
        f"{fractions_right['colours']:.0%} of the colour pairs, but only {fractions_right['shapes']:.0%} of the shape pairs. "
        f"{later}.",
        "fewer than a third": f"{even:.1%} are right. The captioner already knows the relation "
        f"({fractions_right['relation']:.0%}) and the colours ({fractions_right['colours']:.0%}), but not the shapes "
        f"({fractions_right['shapes']:.0%} of the pairs). {later}: the mean contains enough information, but learning from it "
        "takes more steps.",
    }
    question = (
        "A captioner with attention was trained for 300 steps. A captioner without attention has the same "
        "convolutions and LSTM, but receives **the mean of all 196 regions** at each word. After 300 steps, **how "
        "many of its captions contain no mistakes?**"
    )
    return from_reasons(question, reasons, right, "")


def about_hands(clean: float, hand: float, fractions_right: Mapping[str, float]) -> Prediction:
    """Return the question how many captions of hand-drawn shapes are right after training on clean drawings."""
    right = nearest(clean)
    colours, shapes = f"{fractions_right['colour']:.0%}", f"{fractions_right['shape']:.0%}"
    parts = (
        f"The captioner names {colours} of the colours and {shapes} of the shapes correctly, and all must be "
        "right."
    )
    reasons = {
        "nearly all": f"{clean:.0%} are right; after training on hand-drawn shapes, {hand:.0%} are right. {parts}",
        "about half": f"{clean:.0%} are right. {fractions_right['shape']:.0%} of the individual shapes are right, but a "
        "caption contains two shapes and two colours.",
        "fewer than a third": f"{clean:.0%} are right. {parts}",
    }
    question = (
        "A captioner was trained on **clean, filled shapes** and describes all of them correctly. Now it sees "
        "hand-drawn shapes: tilted, wobbly outlines with gaps. **How many of its captions contain no mistakes?**"
    )
    return from_reasons(question, reasons, right, "")


def about_gradient(best: Mapping[str, float], soft: Mapping[str, float]) -> Prediction:
    """Return the question how large the gradient of W, U and v is with argmax."""
    share = best["looking"] / soft["looking"]
    right = NONE if share == 0 else LESS if share < 0.5 else SAME
    reasons = {
        NONE: f"The gradient of W, U and v is 0; with soft attention, its norm is {soft['looking']:.2f}. A small "
        "change in a score changes neither the choice nor the loss.",
        LESS: f"The gradient of W, U and v has norm {best['looking']:g}: a small change in a score does not change "
        "the choice.",
        SAME: f"The gradient of W, U and v has norm {best['looking']:g}. Only the other parameters have gradients of "
        f"similar norm: {best['others']:.2f} and {soft['others']:.2f}.",
    }
    question = (
        "A captioner attends **only to the region** with the largest weight. We compute the loss and its gradient. "
        "**How large is the gradient with respect to W, U and v, which produce the scores, compared with that under "
        "soft attention?**"
    )
    return from_reasons(question, reasons, right, "")


def about_order(even: Mapping[str, float], soft: float) -> Prediction:
    """Return the question whether a captioner that gets the mean of all frames knows the order of events."""
    always, half, never = ORDERS
    right = min(ORDERS, key=lambda option: abs(ORDERS[option] - even["ordered"]))
    why = (
        "After the same number of steps, this captioner has learned what happens, but hardly when."
    )
    reasons = {
        always: f"{even['ordered']:.0%} are in the right order. With attention, {soft:.0%} of all captions are right. "
        f"{why}",
        half: f"{even['ordered']:.0%} are in the right order; random guessing would give 50%. {why}",
        never: f"{even['ordered']:.0%} are in the right order. A captioner that is nearly always wrong would have to "
        f"know the order. {why}",
    }
    question = (
        "A second captioner receives **the mean of all 12 frames** at each word and was trained for the same number "
        f"of steps. It names both events in {even['both']:.0%} of the videos with two different events (“moves left”, "
        "“grows”). **In how many of these videos does it name the first event first?**"
    )
    return from_reasons(question, reasons, right, "")


def nearest(share: float) -> str:
    """Return the option that is nearest to a share."""
    return min(SHARES, key=lambda option: abs(SHARES[option] - share))
