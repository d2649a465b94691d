"""Predict first: one question a part of the page. Every right answer is measured, none written down."""

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from lessons.figures.few_labels.words import WAYS
from lessons.kit.prediction import Prediction, asked

COUNT = 12  # labelled texts, of the question
CLOSE = 0.05


def about_size(sizes: Mapping[str, int]) -> Prediction:
    """How much is new for a task?"""
    share = sizes["head"] / sizes["body"]
    first, second, third = "about a thousandth", "about a tenth", "about as much as the body"
    told = f"The body has {sizes['body']:,} parameters, this head {sizes['head']:,}: {share:.1%}."
    reasons = {
        first: f"Two vectors and two numbers: what marks a first word of an answer, and what marks a last one. All else was learned before. {told}",
        second: f"That would be a layer or so. One linear step is enough where the body has done the work. {told}",
        third: f"Then little would be gained. The idea is to learn the large part once, from text without labels. {told}",
    }
    right = first if share < 0.01 else second if share < 0.3 else third
    question = "A trained BERT is to find answers in a text. It gets a new head for that, which says of each position whether the answer starts or ends there. **How large is that head, beside the body?**"
    return asked(question, reasons, right, "")


def about_labels(found: Mapping[str, Any]) -> Prediction:
    """Which way is best for pairs, with few labels?"""
    at = list(found["labels"]).index(COUNT)
    means = {way: fmean(one[at]) for way, one in found["tasks"]["pair"]["scores"].items()}
    told = ", ".join(f"{WAYS[way]} {mean:.1%}" for way, mean in means.items())
    options = {
        "frozen": "the head alone, on a frozen body",
        "tuned": "head and body together: fine-tuning",
        "scratch": "all from scratch, for just this task",
    }
    why = {
        "frozen": "The body has learned whether a sentence comes next, which is nearly the same question. Its features fit as they are.",
        "tuned": "More can be changed than so few labels can tell, so it fits these texts and not the next ones.",
        "scratch": "It has to learn from a handful of labels what a king is, and what “he” has to do with him.",
    }
    reasons = {options[way]: f"{why[way]} Right with {COUNT} labels: {told}." for way in options}
    best = max(means, key=lambda way: means[way])
    question = f"Two sentences: do they fit, is it the wrong person, or the wrong place? There are only **{COUNT} labelled pairs**. **What should be trained?**"
    return asked(question, reasons, options[best], "")


def about_forgetting(found: Mapping[str, Any]) -> Prediction:
    """What is left of hidden words after fine-tuning for spans?"""
    before, after = found["remembers"], found["tasks"]["span"]["remembers"]
    first, second, third = "as many as before", "fewer", "hardly any"
    told = f"It guessed {before:.1%} before, and {after:.1%} after."
    reasons = {
        first: f"The body is another one now, and the old head was made for the old one. {told}",
        second: f"What nobody asks for any more drifts away, step by step; most of it is still there. {told}",
        third: f"The old head meets features that it was never trained on. {told}",
    }
    share = after / before
    right = first if share > 1 - CLOSE else second if share > 0.4 else third
    question = f"The body guesses {before:.1%} of hidden words. It is fine-tuned for spans, with {found['labels'][-1]} labels. Then its old head for hidden words is put back. **How many does it guess now?**"
    return asked(question, reasons, right, "")
