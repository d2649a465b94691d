"""Predict first: one question a part of the page. Every right answer is measured, none written down."""

from collections.abc import Mapping

from lessons.kit.prediction import Prediction, asked

SHARES = {"nearly all": 1.0, "about half": 0.5, "fewer than a third": 0.2}
ORDERS = {"in nearly all": 1.0, "in about half": 0.5, "in hardly any": 0.0}
NONE, LESS, SAME = "exactly 0", "about a tenth as large", "about as large"


def about_mean(even: float, soft: float) -> Prediction:
    """A captioner that takes the mean of the map: how many captions are right?"""
    right = nearest(even)
    reasons = {
        "nearly all": f"With attention it is {soft:.1%}; with the mean {even:.1%}. The mean says that there is something red and "
        "something square, and hardly whether these are one thing, or which is above.",
        "about half": f"The mean does better than chance, and yet only {even:.1%} are right: all of its words must be.",
        "fewer than a third": f"{even:.1%}. In the mean of 196 places there is something red and something square, but hardly "
        "whether the red thing is the square, and which of the two is above.",
    }
    question = (
        "A captioner without attention has the same convolutions and the same LSTM, but at each word it gets **the mean of all "
        "196 places**. It was trained as long. How many of its captions are right to the last word?"
    )
    return asked(question, reasons, right, "")


def about_hands(clean: float, hand: float, named: Mapping[str, float]) -> Prediction:
    """Trained on clean drawings, asked about drawings by hand: how many captions are right?"""
    right = nearest(clean)
    parts = f"It names {named['colour']:.0%} of the colours and {named['shape']:.0%} of the shapes, and all must be right."
    reasons = {
        "nearly all": f"So it is with clean drawings, and after training on drawings by hand, {hand:.0%}. But as it is: {clean:.0%}. {parts}",
        "about half": f"So it is with the shapes, one by one: {named['shape']:.0%} are right. But a caption has two, and two colours: {clean:.0%} have all.",
        "fewer than a third": f"{clean:.0%} are right. {parts}",
    }
    question = (
        "A captioner was trained on **clean, filled shapes** and gets all of them right. Now it sees shapes as a hand draws "
        "them: outlines with a gap, tilted, wobbly. How many captions are right?"
    )
    return asked(question, reasons, right, "")


def about_gradient(best: Mapping[str, float], soft: Mapping[str, float]) -> Prediction:
    """Only the best place is looked at: how large is the gradient of where to look?"""
    share = best["looking"] / soft["looking"]
    right = NONE if share == 0 else LESS if share < 0.5 else SAME
    reasons = {
        NONE: "To move a score a little does not move the choice, so it does not move the loss. No way leads back from the loss "
        f"to W, U and v: 0, where the soft captioner has {soft['looking']:.2f}.",
        LESS: f"It is not small, it is {best['looking']:g}: a choice moves not at all when a score moves a little.",
        SAME: f"So it is for all other weights: {best['others']:.2f} against {soft['others']:.2f}. But those that say where to "
        f"look get {best['looking']:g}.",
    }
    question = (
        "A captioner looks at **one place alone**, the one with the largest weight. We compute the loss and go back through it. "
        "How large is the gradient of W, U and v, which make the scores, compared with soft attention?"
    )
    return asked(question, reasons, right, "")


def about_order(even: Mapping[str, float], soft: float) -> Prediction:
    """A captioner gets the mean of all frames: does it know what came first?"""
    always, half, never = ORDERS
    right = min(ORDERS, key=lambda option: abs(ORDERS[option] - even["ordered"]))
    why = "A mean is the same in whatever order the frames come: it holds what happens, and hardly when."
    reasons = {
        always: f"So it is with attention, which gets {soft:.0%} of all captions right. Here it is {even['ordered']:.0%}. {why}",
        half: f"{even['ordered']:.0%}; a coin would have 50%. {why}",
        never: f"To be wrong nearly always, it would have to know the order. It is {even['ordered']:.0%}. {why}",
    }
    question = (
        "A second captioner gets **the mean of all 12 frames** at each word, and was trained as long. Where two different things "
        f"happen (“moves left”, “grows”), it names both in {even['both']:.0%} of the films. In how many of these does it name "
        "**the first one first**?"
    )
    return asked(question, reasons, right, "")


def nearest(share: float) -> str:
    """The option that is nearest to a share."""
    return min(SHARES, key=lambda option: abs(SHARES[option] - share))
