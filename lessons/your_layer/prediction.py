"""Prediction questions: one per part of the page. Every correct answer is measured."""

from collections.abc import Sequence

from lessons.kit.prediction import Prediction, from_reasons
from lessons.your_layer.measure.fair_trainings import Score
from lessons.your_layer.measure.two_layers import StepComparison, first_difference
from transformer.contracts import CheckResult
from transformer.measure.statistics import compare, interval_of_difference

NONE, ONE, MORE = "none", "one", "two or more"
PAIRS = ("reverse", "reverse_without_head")
YES, UNKNOWN, EQUAL = (
    "yes, it has more correct answers",
    "no difference seen: either could be better",
    "no, they are equally good",
)
FIRST = ("query", "scores", "weights")


def about_checks(name: str, results: Sequence[CheckResult]) -> Prediction:
    """Return the question how many contract checks of this layer fail."""
    red = [check.name for check in results if check.state == "red"]
    green = sum(check.state == "green" for check in results)
    right = NONE if not red else ONE if len(red) == 1 else MORE
    seen = f"{len(red)} of {len(results)} checks fail" + (
        f" ({', '.join(red)})" if red else f", {green} pass"
    )
    reasons = {
        NONE: f"{seen}. The layer runs, leaks nothing, and passes gradients to all its parameters, so it satisfies its "
        "contract. Only training runs, under “Compare layers”, can show whether the layer is good.",
        ONE: f"{seen}. A row of weights sums to 1 whatever the scores are, because the softmax divides by the sum, with or without √d_k.",
        MORE: f"{seen}. The scores grow, and the softmax becomes sharper, but no check measures "
        "how sharp it is.",
    }
    question = (
        f"The layer *{name}* leaves out the division by √d_k. {len(results)} contract checks test, for example, "
        "whether a layer runs, sees no later word, and passes gradients to all its parameters. **How many checks does "
        "this layer fail?**"
    )
    return from_reasons(question, reasons, right, "")


def about_better(standard: Score, other: Score) -> Prediction:
    """Return the question whether a few more correct answers make a model better."""
    test_result = compare(standard.right, other.right)
    sentences, more = len(standard.right), sum(standard.right) - sum(other.right)
    right = YES if test_result.differ else UNKNOWN
    low, high = (100 * end for end in interval_of_difference(standard.right, other.right))
    between = f"{low:+.1f} and {high:+.1f} percentage points".replace("-", "−")
    seen = next(n for n in range(1, sentences) if compare([True] * n, [False] * n).differ)
    disagree = test_result.only_first + test_result.only_second
    reasons = {
        YES: f"The models disagree on {disagree} of {sentences} strings. Equally good models would differ by at least "
        f"this much with a probability of {test_result.p_value:.2g}. A difference is called significant if this "
        "probability is below 0.05.",
        UNKNOWN: f"McNemar’s test uses only the {disagree} strings on which the models disagree: p = "
        f"{test_result.p_value:.2g}. The 95% interval for the difference lies between {between}, so either model could be "
        "better.",
        EQUAL: "“No difference seen” does not mean that the models are equally good: the difference could lie between "
        f"{between}. With {sentences} strings, this test detects no difference unless one model is correct on at least "
        f"{seen} strings that the other gets wrong.",
    }
    question = (
        "Two models learned to reverse strings with the same recipe; one was trained without its first head. Of "
        f"{sentences} held-out strings, the standard model reverses **{sum(standard.right)}** correctly and the other "
        f"model **{sum(other.right)}**, {more} fewer. **Is the standard model better?**"
    )
    return from_reasons(question, reasons, right, "")


def about_first_difference(name: str, comparisons: Sequence[StepComparison]) -> Prediction:
    """Return the question at which step two layers first differ."""
    apart = {comparison.name: comparison.difference or 0.0 for comparison in comparisons}
    right = comparisons[first_difference(comparisons)].name
    shown = dict.fromkeys((*FIRST, right))
    why = {
        "query": f"The queries differ by up to {apart['query']:.2g}, because they are rotated by an angle that grows "
        "with the position, before any score is computed.",
        "scores": f"The scores differ by up to {apart['scores']:.2g}, but they are computed as usual. The "
        f"queries, which come earlier, already differ by {apart['query']:.2g}.",
        "weights": f"The weights differ by up to {apart['weights']:.2g}, but the code that computes them is "
        "inherited. Look for the first step that differs, not for the largest difference.",
    }
    reasons = {
        step: why.get(step, f"The step *{step}* differs by {apart[step]:.2g}.") for step in shown
    }
    question = (
        f"In the layer *{name}*, attention depends on how far apart two words are. This layer replaces the standard "
        "layer in a trained model, with the same parameters and the same sentence. **Which is the first step whose "
        "values differ from those of the standard layer?**"
    )
    return from_reasons(question, reasons, right, "")
