"""The questions of the page, with measured answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.bert import VERB
from lessons.figures.kit.figure import Figure
from lessons.kit.prediction import Prediction, from_reasons

LEARNED = 0.9  # a kind of word counts as learned at this accuracy


def about_sum(figure: Figure) -> Prediction:
    """Ask which embeddings differ between the first and the last “the”."""
    parts = figure.arrays["parts"]
    the = [n for n, token in enumerate(parts.labels["token"]) if token["full"] == "the"]
    apart = [not np.allclose(part[the[0]], part[the[-1]]) for part in parts.values[:3]]
    options = {
        "all three": (True, True, True),
        "position and segment": (False, True, True),
        "only the position": (False, True, False),
    }
    right = next(option for option, which in options.items() if list(which) == apart)
    reasons = {
        "all three": "Only two of the three differ: both occurrences share the token embedding, the row of “the” in "
        "the token table.",
        "position and segment": f"Both occurrences use the same row of the token table. Their positions are "
        f"{the[0]} and {the[-1]}, and they are in "
        "different sentences.",
        "only the position": "The segment differs as well: the first “the” comes before the first [SEP], and the "
        "last one comes after it. Each sentence "
        "has its own segment embedding.",
    }
    question = (
        "For each token, BERT adds three embeddings: token, position, and segment. “the” occurs in both sentences. "
        "Compare the **first** "
        "“the” with the **last** one. **Which of their three embeddings differ?**"
    )
    return from_reasons(question, reasons, right, "")


@dataclass(frozen=True)
class Verbs:
    """Probabilities of the masked verb: those of the causal model, and the best possible ones (`best`)."""

    chances: Mapping[str, float]
    fits: int  # held-out pairs in which its most probable verb is one of the two verbs of the place
    pairs: int
    best: Mapping[str, float]


def about_hidden(figure: Figure, verbs: Verbs) -> Prediction:
    """Ask which verb the causal model ranks first."""
    here = sorted(verbs.best, key=lambda verb: -verbs.best[verb])[:2]
    at = [word["full"] for word in figure.arrays["both.right"].labels["word"]].index(VERB)
    both = figure.arrays["both.right"].values[at]
    share, chance = verbs.fits / verbs.pairs, len(here) / len(verbs.chances)
    first, second, third = (
        "“reads”, as confidently as the other model",
        "“reads” or “cleans”, this grammar’s two verbs for the library",
        "any of the five verbs, because all are equally probable",
    )
    named = ", ".join(f"{verb} {p:.1%}" for verb, p in verbs.chances.items())
    measured = (
        f"The causal model assigns these probabilities: {named}. The two verbs for “library” together receive "
        f"{sum(verbs.chances[verb] for verb in here):.1%}; the "
        f"best possible guess assigns them {sum(verbs.best[verb] for verb in here):.1%}. In {verbs.fits} of "
        f"{verbs.pairs} held-out pairs, the "
        f"top-ranked verb is one of the two verbs for the place; guessing among five verbs would reach "
        f"{chance:.0%}."
    )
    reasons = {
        first: f"“letter” determines the verb and comes after the gap. The bidirectional model gives “reads” a "
        f"probability of {both:.1%}. {measured}",
        second: f"“library” comes before the gap, and in this grammar each place has two verbs. “letter” "
        f"determines which of the two is correct. {measured}",
        third: f"“library” comes before the gap, so a causal model can use this word. {measured}",
    }
    right = (
        first if verbs.chances[VERB] > LEARNED else second if share > (1 + chance) / 2 else third
    )
    question = (
        "“the young queen is in the library. today she **▢** the new letter”. A bidirectional model predicts the "
        "masked word. A causal model looks **only backwards**. **Which verb does the causal model rank first?**"
    )
    return from_reasons(question, reasons, right, "")


def first_learned(moments: Sequence[Mapping[str, Any]], kind: str) -> Mapping[str, Any]:
    """Return the first moment from which this kind of word stays learned."""
    first = moments[-1]
    for moment in reversed(moments):
        if moment["agree"][kind] < LEARNED:
            break
        first = moment
    return first


def about_order(moments: Sequence[Mapping[str, Any]]) -> Prediction:
    """Ask which kind of word is learned last."""
    names = {
        "is, are": "“is” or “are”: the queen ▢ in the library",
        "the verb": "the verb: she ▢ the new letter",
        "he, she": "“he” or “she”: the queen is in the library. ▢ reads …",
    }
    why = {
        "is, are": "The choice of “is” or “are” depends on the noun directly before it.",
        "the verb": "The verb depends on its object, and each verb has three possible objects.",
        "he, she": "The choice of “he” or “she” depends on a noun in the other sentence. The model has to learn "
        "each noun separately: nothing about the word “uncle” shows that it is male.",
    }
    when = {kind: first_learned(moments, kind) for kind in names}
    reasons = {
        names[
            kind
        ]: f"The model predicts this kind correctly in nine out of ten pairs from step {moment['step']} "
        f"({moment['seconds']:.0f} s) on. {why[kind]}"
        for kind, moment in when.items()
    }
    right = names[max(when, key=lambda kind: when[kind]["step"])]
    question = (
        "A model learns to predict masked words of three kinds. **Which kind is the last to reach an accuracy of "
        "90%?**"
    )
    return from_reasons(question, reasons, right, "")


def about_tables(near: float, far: float, waves: float) -> Prediction:
    """Ask whether learned embeddings of neighbouring positions are similar. `near`, `far`, `waves`: the mean cosines of neighbours,
    of positions five apart, and of neighbours in the sinusoids."""
    yes, no, same = (
        "yes, as with sinusoids",
        "no, hardly more similar than those of other positions",
        "all positions have similar embeddings",
    )
    measured = (
        f"The mean cosine is {near:.2f} for neighbours and {far:.2f} for positions five apart. With sinusoids, "
        f"it is {waves:.2f} for neighbours."
    )
    reasons = {
        yes: f"{measured} Sinusoids guarantee similar neighbours; a learned table takes whatever "
        f"form its task needs.",
        no: f"{measured} In these short sentences each position has its own role, and the loss does not require similar "
        "neighbours.",
        same: f"{measured} If all embeddings were similar, the model could not tell positions apart, but these "
        f"sentences require it to do so.",
    }
    right = yes if near > 0.6 and near > far + 0.2 else same if near > 0.6 else no
    question = (
        "This BERT has learned an embedding for each of its 16 positions. With sinusoids, the vectors of neighbouring "
        "positions are similar. **Are the learned embeddings of neighbouring positions similar?**"
    )
    return from_reasons(question, reasons, right, "")
