"""The questions of the page, with measured answers."""

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from lessons.finetuning import COUNT
from lessons.finetuning.figures.few_labels.words import WAYS
from lessons.kit.prediction import Prediction, from_reasons

CLOSE = 0.05


def about_size(sizes: Mapping[str, int]) -> Prediction:
    """Ask how large a head is, compared with the body."""
    share = sizes["head"] / sizes["body"]
    first, second, third = "about a thousandth", "about a tenth", "about as many as the body has"
    counts = f"The head has {sizes['head']:,} parameters, {share:.1%} of the {sizes['body']:,} in the body."
    reasons = {
        first: f"{counts} The head consists of two vectors and two biases, for the start and the end of an answer.",
        second: f"{counts} A tenth would be about the size of one layer, but a single linear map is enough after the "
        f"body has done the work.",
        third: f"{counts} A large head would help little: the idea is to learn the large part once, from text "
        f"without labels.",
    }
    right = first if share < 0.01 else second if share < 0.3 else third
    question = "A pretrained BERT gets a new head that finds answers in a text. The head gives each position a start logit and an end logit. **How many parameters does the head have, compared with the body?**"
    return from_reasons(question, reasons, right, "")


def about_labels(measurements: Mapping[str, Any]) -> Prediction:
    """Ask which way to train is best for pairs, with few labels."""
    at = list(measurements["labels"]).index(COUNT)
    means = {
        way: fmean(scores[at]) for way, scores in measurements["tasks"]["pair"]["scores"].items()
    }
    options = {
        "frozen": "only the head, on a frozen body",
        "tuned": "head and body together from the start: fine-tuning",
        "scratch": "everything from scratch, only for this task",
    }
    shares = ", ".join(f"{WAYS[way]} {means[way]:.1%}" for way in options)
    why = {
        "frozen": "The body has learned whether a sentence comes next, which is nearly the same task. Its frozen "
        "features already suit this task.",
        "tuned": "The gradients of the untrained head change the body at random. If only the head is trained at "
        f"first, {means['head_first']:.1%} of the answers are correct.",
        "scratch": "From scratch, the model has to learn from a few labels what a king is, and that “he” can refer "
        "to him.",
    }
    reasons = {
        options[
            way
        ]: f"With {COUNT} labels, these shares of the pairs are judged correctly: {shares}. {why[way]}"
        for way in options
    }
    best = max(options, key=lambda way: means[way])
    question = (
        "A model decides whether two sentences fit together, or whether the person or the place is wrong. There are "
        f"only **{COUNT} labelled pairs**. **What should be trained for the highest accuracy on new pairs?**"
    )
    return from_reasons(question, reasons, options[best], "")


def about_forgetting(measurements: Mapping[str, Any]) -> Prediction:
    """Ask how many masked words the body still predicts after fine-tuning for spans."""
    before, after = measurements["remembers"], measurements["tasks"]["span"]["remembers"]
    first, second, third = "as many as before", "fewer, but more than half as many", "hardly any"
    change = f"The body predicted {before:.1%} of masked words correctly before fine-tuning and {after:.1%} afterwards."
    reasons = {
        first: f"{change} The body has changed, but the old head was trained on the outputs of the old body.",
        second: f"{change} The new loss does not require this ability, so it fades, but most of it remains.",
        third: f"{change} The outputs of the body have changed, but not so much that the old head fails.",
    }
    share = after / before
    right = first if share > 1 - CLOSE else second if share > 0.5 else third
    question = f"The body predicts {before:.1%} of masked words correctly. It is fine-tuned for spans, with {measurements['labels'][-1]} labels. Then its old head for masked words is attached again. **How many masked words does it predict correctly now?**"
    return from_reasons(question, reasons, right, "")
