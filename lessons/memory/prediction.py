"""Predict first: one question a part of the page. Every right answer is measured, none written down."""

from lessons.figures.kit.figure import Figure
from lessons.kit.prediction import Prediction, asked
from lessons.memory import QUESTION, STORY, pairs


def about_first(figure: Figure) -> Prediction:
    """At which fact does the first hop look most?"""
    facts = STORY.split("\n")
    first, second = (figure.arrays[f"hops.{hop}.weights"].values for hop in (0, 1))
    right = int(first.argmax())
    why = {
        0: "John was there once. But the question does not name John, and nothing has yet told the model about him.",
        1: "Something is taken there, but it is the apple.",
        2: "The question has one word that matters, the ball, and this is the only fact about it.",
        3: "There the answer stands, and that is where the second hop looks. But the question does not name John: "
        "to come here, the model must first have found out who took the ball.",
        4: "It was told last. But nothing in it has to do with the ball.",
    }
    reasons = {
        fact: f"{why[n]} Its weight is {first[n]:.3f} in hop 1, and {second[n]:.3f} in hop 2."
        for n, fact in enumerate(facts)
    }
    question = f"“{QUESTION}?” **At which fact does the first hop look most?**"
    return asked(question, reasons, facts[right], "")


def about_half(held_out: dict, guesses: dict[str, float], same: dict[str, float]) -> Prediction:
    """What has a model with one hop learned of questions that need two facts?"""
    score, (took, went) = held_out["accuracy"], held_out["on_needed"][0]
    often, last, named = (
        "which place is named most often",
        "which place is named last",
        "who took the thing",
    )
    reasons = {
        named: f"Then it would look at the fact that says so. It puts {took:.3f} of its weight there, on average, and "
        f"{went:.2f} on the fact that has the answer.",
        often: f"Who always says the place that is named most often, and of several the last one, is right in "
        f"{guesses['often']:.1%} of the stories. The model is right in {score:.1%}, and in {same['often']:.0%} of the stories "
        "its answer is that very place.",
        last: f"Whoever always says the place that is named last is right in {guesses['last']:.1%} of the stories, as often as the model. "
        f"But the model’s answer is that place in {same['last']:.0%} of the stories only.",
    }
    right = often if same["often"] >= same["last"] and took < 0.1 else last if took < 0.1 else named
    question = (
        f"Two facts are needed, and the model has **one hop**. It is right in {score:.0%} of the stories, where one answer of "
        f"six by lot would be right in {guesses['any']:.0%}. **What has it learned?**"
    )
    return asked(question, reasons, right, "")


def about_alone(right: dict[str, float]) -> Prediction:
    """How often is a model right that reads the hypothesis and never the premise?"""
    alone, both, two = (right[name] for name in (pairs.ALONE, pairs.NONE, pairs.TWO))
    third, more, most = "in about one of three", "in about two of three", "in nearly all"
    reasons = {
        more: f"In a collection that people wrote this can happen: in one of them, SNLI, a model that saw the hypotheses alone was "
        f"right in 67% (Gururangan et al. 2018), for people wrote “nobody” where they meant a contradiction. Here nothing "
        f"of that kind can be learned: the hypothesis was drawn first, and the label by lot. It is right in {alone:.1%}.",
        third: f"It is right in {alone:.1%}. The hypothesis was drawn first, then the label by lot, and only then a premise to "
        "fit. So each hypothesis goes with all three labels equally often, and by itself it tells nothing.",
        most: f"Not even a model that reads both sentences is, if it keeps the premise in one state: with four clauses it is "
        f"right in {both:.1%}, with two in {two:.1%}. One that reads the hypothesis alone is right in {alone:.1%}.",
    }
    best = third if alone < 0.45 else more if alone < 0.85 else most
    question = (
        "Premise and hypothesis make one of three labels: it follows, it contradicts, it stays open. One model reads **only "
        "the hypothesis**. **How often is it right?**"
    )
    return asked(question, reasons, best, "")
