"""One question for each part of the page; every correct answer is measured."""

from lessons.figures.kit.figure import Figure
from lessons.kit.prediction import Prediction, from_reasons
from lessons.memory import QUESTION, STORY, pairs


def about_first(figure: Figure) -> Prediction:
    """Return the question which fact gets the largest weight in the first hop."""
    facts = STORY.split("\n")
    first, second = (figure.arrays[f"hops.{hop}.weights"].values for hop in (0, 1))
    right = int(first.argmax())
    why = {
        0: "John goes to the garden, but the question does not name him, and the model has not yet identified him.",
        1: "In this fact, Mary takes the apple, not the ball.",
        2: "The only informative word in the question, *ball*, occurs in no other fact.",
        3: "This fact contains the answer, and hop 2 attends to it. But the question does not name John, so the "
        "model must first find out who took the ball.",
        4: "This fact comes last, but it does not mention the ball.",
    }
    reasons = {
        fact: f"This fact has weight {first[n]:.3f} in hop 1 and {second[n]:.3f} in hop 2. {why[n]}"
        for n, fact in enumerate(facts)
    }
    question = (
        f"A two-hop model reads a story and the question “{QUESTION}?” "
        "**Which fact gets the largest weight in hop 1?**"
    )
    return from_reasons(question, reasons, facts[right], "")


def about_half(held_out: dict, guesses: dict[str, float], same: dict[str, float]) -> Prediction:
    """Return the question what a model with one hop has learned of questions that need two facts."""
    score, (took, went) = held_out["accuracy"], held_out["on_needed"][0]
    often, last, named = (
        "which place is named most often",
        "which place is named last",
        "who took the object",
    )
    reasons = {
        named: f"The average weight is {took:.3f} on the fact that names this person, and {went:.2f} on the fact that "
        "contains the answer.",
        often: f"The model’s accuracy is {score:.1%}. A baseline that always picks the most frequent place (in a "
        f"tie, the last one) reaches {guesses['often']:.1%}. In {same['often']:.0%} of the stories, the model and "
        "the baseline give the same answer.",
        last: f"In only {same['last']:.0%} of the stories, the model picks the place named last. A baseline that "
        f"always picks this place reaches {guesses['last']:.1%}, the same as the model.",
    }
    right = often if same["often"] >= same["last"] and took < 0.1 else last if took < 0.1 else named
    question = (
        f"An answer needs two facts, but the model has **one hop**. The model’s accuracy is {score:.0%}; that of a "
        f"random answer (one of six places) is {guesses['any']:.0%}. **What has the model learned?**"
    )
    return from_reasons(question, reasons, right, "")


def about_alone(right: dict[str, float]) -> Prediction:
    """Return the question how often a model that reads only the hypothesis is right."""
    alone, short, long = (right[name] for name in (pairs.ALONE, pairs.NONE, pairs.LONG))
    third, more, most = "in about a third", "in about two thirds", "in nearly all"
    reasons = {
        more: f"In this task, accuracy is {alone:.1%}, because the hypothesis and label were sampled independently. In "
        "SNLI, a data set written by people, a model that read only the hypotheses reached 67% accuracy (Gururangan et "
        "al. 2018). The writers often used “nobody” in contradictions.",
        third: f"The model’s accuracy is {alone:.1%}. The hypothesis was sampled first, then the label, and then a "
        "premise that matches both. So each hypothesis occurs equally often with each of the three labels.",
        most: f"A model that reads both sentences with one state reaches {short:.1%} after 2,000 "
        f"steps and {long:.1%} after 6,000. A model that reads only the hypothesis reaches {alone:.1%}.",
    }
    best = third if alone < 0.45 else more if alone < 0.85 else most
    question = (
        "A premise and a hypothesis are labelled *follows*, *contradicts* or *open*. One model reads **only "
        "the hypothesis**. **In what fraction of the pairs is the model’s label right?**"
    )
    return from_reasons(question, reasons, best, "")
