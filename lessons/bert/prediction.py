"""Predict first: one question a part of the page. Every right answer is measured, none written down."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lessons.bert import VERB
from lessons.figures.kit.figure import Figure
from lessons.kit.prediction import Prediction, asked

LEARNED = 0.9  # right in so many pairs: from there on it counts as learned


def about_sum(figure: Figure) -> Prediction:
    """Which vectors differ between the first and the last “the”?"""
    parts = figure.arrays["parts"]
    the = [n for n, one in enumerate(parts.labels["token"]) if one["full"] == "the"]
    apart = [not np.allclose(part[the[0]], part[the[-1]]) for part in parts.values[:3]]
    options = {
        "all three": (True, True, True),
        "position and segment": (False, True, True),
        "only the position": (False, True, False),
    }
    right = next(option for option, which in options.items() if list(which) == apart)
    reasons = {
        "all three": "The token’s own vector is a row of a table with one row for each word. It is the same word, so it is the same row.",
        "position and segment": f"Both times it is the same row of the table of words. But they stand at positions {the[0]} and "
        f"{the[-1]}, and in different sentences.",
        "only the position": "The first one stands before the first [SEP], the last one after it: they are in different sentences, and each "
        "sentence has a vector.",
    }
    question = "“the” stands in both sentences. Compare the **first** one and the **last** one. **Which of their three vectors differ**?"
    return asked(question, reasons, right, "")


def about_hidden(figure: Figure, chances: Mapping[str, float]) -> Prediction:
    """The verb is hidden: what does the model say that looks only back? `chances` of the five verbs, by that model."""
    sure, two = chances[VERB], chances[VERB] + chances["cleans"]
    at = [one["full"] for one in figure.arrays["both.right"].labels["word"]].index(VERB)
    both = figure.arrays["both.right"].values[at]
    named = ", ".join(f"{verb} {chance:.1%}" for verb, chance in chances.items())
    first, second, third = (
        "“reads”, as surely as the other",
        "“reads” or “cleans”: what one does in a library",
        "any of five verbs",
    )
    told = f"It says: {named}. The one that looks both ways gives “reads” {both:.1%}."
    reasons = {
        first: f"“reads” hangs on “letter”, and that stands behind the gap. {told}",
        second: f"Both are done in this library, and a model could know it from the sentence before. This one has hardly learned it. {told}",
        third: f"What is read, played or eaten stands behind the gap, where it cannot look; that it is “reads” and not “read” it knows from “she”. {told}",
    }
    right = first if sure > 0.9 else second if two > 0.9 else third
    question = "“today she **▢** the new letter”. A model that looks both ways knows the word. Another one may look **only back**. **What does it say?**"
    return asked(question, reasons, right, "")


def learned(moments: Sequence[Mapping[str, Any]], kind: str) -> Mapping[str, Any]:
    """The first moment from which on this kind of word is nearly always guessed."""
    found = moments[-1]
    for one in reversed(moments):
        if one["agree"][kind] < LEARNED:
            break
        found = one
    return found


def about_order(moments: Sequence[Mapping[str, Any]]) -> Prediction:
    """What is learned last?"""
    names = {
        "is, are": "“is” or “are”: the queen ▢ in the library",
        "the verb": "the verb: she ▢ the new letter",
        "he, she": "“he” or “she”: the queen is in the library. ▢ reads …",
    }
    why = {
        "is, are": "It hangs on the noun right before it.",
        "the verb": "It hangs on a word of its own sentence, the thing, and there are three things for each verb.",
        "he, she": "What it hangs on stands in another sentence, and each noun has to be learned by itself: nothing about “uncle” looks male.",
    }
    when = {kind: learned(moments, kind) for kind in names}
    reasons = {
        names[
            kind
        ]: f"{why[kind]} Right in nine of ten pairs from step {one['step']} on, after {one['seconds']:.0f} s."
        for kind, one in when.items()
    }
    right = names[max(when, key=lambda kind: when[kind]["step"])]
    question = "A model learns to guess hidden words. **What does it learn last?**"
    return asked(question, reasons, right, "")


def about_tables(near: float, far: float, waves: float) -> Prediction:
    """Are learned vectors of neighbouring positions alike? The mean cosines: of neighbours, of positions five apart, and of
    neighbours in the sinusoids."""
    yes, no, same = "yes, as in the sinusoids", "no, hardly more than others", "they are all alike"
    told = f"The cosine of two neighbours is {near:.2f} on average, of positions five apart {far:.2f}; with sinusoids neighbours have {waves:.2f}."
    reasons = {
        yes: f"A formula guarantees it; a table that is learned becomes what its task needs. {told}",
        no: f"In these short sentences each place has a role of its own. Nothing asked for neighbours that are alike. {told}",
        same: f"Then the model could not tell places apart, and these sentences need that. {told}",
    }
    right = yes if near > 0.6 and near > far + 0.2 else same if near > 0.6 else no
    question = "This BERT has learned a vector for each of its 16 positions. With sinusoids the vectors of neighbours are alike. **Are they here?**"
    return asked(question, reasons, right, "")
