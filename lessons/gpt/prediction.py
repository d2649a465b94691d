"""Predict first: one question a part of the page. Every right answer is measured or counted, none written down."""

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.figures.model_sizes import words as say
from lessons.kit.prediction import Prediction, asked
from transformer.measure.cost import sizes
from transformer.tasks.prompts import KINDS

LARGEST = "GPT-3"


def about_loss(figure: Figure) -> Prediction:
    """How large is the loss of a model that learns the prompts, too?"""
    known, every, answers = (
        float(figure.arrays[name].values)
        for name in ("answer.mean", "everything.mean", "everything.answers")
    )
    smaller, same, larger = "smaller", "about the same", "many times as large"
    said = f"The one has {known:.3f} on this batch, the other {every:.3f}."
    reasons = {
        smaller: f"It has more to learn from, but most of it is the prompt, and nobody can know how that goes on. {said}",
        same: f"It would be, if a prompt could be guessed as an answer can. {said}",
        larger: f"{said} A prompt is free: after “anna” may stand “buys” or “sells”. On the answers alone this model has "
        f"{answers:.3f}, so it has learned the tasks all the same. A loss says little if you do not know what it counts.",
    }
    ratio = every / known
    right = larger if ratio > 3 else same if ratio > 0.8 else smaller
    question = (
        "One model learned **only the answers**; another, with the same rows, learned **all of each row**. Both are through. "
        "Next to the first one’s, the second one’s **loss** is …"
    )
    return asked(question, reasons, right, "")


def about_prompt(figure: Figure) -> Prediction:
    """Another task token: what changes in the rows of the words before it?"""
    before, after = changes(figure)
    none, some, each = "nothing", "some of it", "all of it"
    said = f"The largest difference between the three in these rows is {before:.2f}, in the row of the token it is {after:.2f}."
    reasons = {
        none: f"A decoder looks back only, and the token stands last. {said}",
        some: f"Some heads would have to look ahead to the token; the causal mask hides it. {said}",
        each: f"So it would be in an encoder, where each word looks at all others. A decoder looks back only. {said}",
    }
    right = none if before < 1e-5 else some
    question = (
        "The same sentence, and after it `<to-fr>`, `<back>` or `<summarize>`. **What changes in the maps in the rows of the "
        "sentence**, above the token’s row?"
    )
    return asked(question, reasons, right, "")


def changes(figure: Figure) -> tuple[float, float]:
    """The largest difference between the maps with each task token: in the rows of the sentence, and in the token's row."""
    names = [name.partition(".")[2] for name in figure.arrays if name.startswith("0.")]
    first = figure.arrays[f"0.{names[0]}"]
    place = next(n for n, one in enumerate(first.labels["row"]) if one["full"] in KINDS)
    here = np.s_[:, : place + 1, : place + 1]
    maps = [
        np.stack([figure.arrays[f"{kind}.{name}"].values[here] for name in names])
        for kind in range(len(KINDS))
    ]
    apart = np.max([abs(a - b) for k, a in enumerate(maps) for b in maps[:k]], axis=0)
    return float(apart[:, :, :place].max()), float(apart[:, :, place].max())


def about_first(figure: Figure) -> Prediction:
    """Which of three tasks is the first of which half is right?"""
    moments = figure.arrays["step"].values
    exact = figure.arrays["answer.exact"].values  # (moment, kind)
    reached = [int(moments[np.argmax(one >= 0.5)]) for one in exact.T]
    asks = dict(zip(KINDS, ("in French", "turned round", "who is named most often"), strict=True))
    names = {kind: f"{kind}: {asked_for}" for kind, asked_for in asks.items()}
    why = (
        "About a thousand words have to be learned, each with its rendering, and half of all rows are for that.",
        "No word has to be understood, but each has to be copied from the right place, to the last one.",
        "Of its words most are always the same; what has to be found out is a name and two numbers.",
    )
    reasons = {
        names[kind]: f"{said} Half of the answers are right after {steps:,} steps."
        for kind, said, steps in zip(KINDS, why, reached, strict=True)
    }
    right = names[KINDS[int(np.argmin(reached))]]
    question = "One training, three tasks. **Which has half of its answers right first?**"
    return asked(question, reasons, right, "")


def about_parts() -> Prediction:
    """Where are the numbers of GPT-3?"""
    config = sizes.PUBLISHED[LARGEST][1]
    found = sizes.counted(config)
    total, small = sum(found.values()), sizes.counted(sizes.PUBLISHED["GPT-2 small"][1])
    why = {
        "words": f"In the smallest GPT-2 they are {small['words'] / sum(small.values()):.1%}: the table grows with d, a layer with d².",
        "attention": "Four matrices of d × d in each layer, whatever the number of heads.",
        "feed-forward": "Two matrices of d × 4d in each layer, twice as much as attention has.",
    }
    reasons = {
        say.PARTS[part]: f"{said} In {LARGEST}: {found[part] / total:.1%}."
        for part, said in why.items()
    }
    question = f"{LARGEST} has 175 billion numbers. **In which part are most of them?**"
    return asked(question, reasons, say.PARTS[max(found, key=found.__getitem__)], "")
