"""Prediction questions: one for each part of the page. Every correct answer is measured or counted."""

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.gpt.figures.model_sizes import words as say
from lessons.kit.prediction import Prediction, from_reasons
from transformer.measure.cost import sizes
from transformer.tasks.prompts import TASK_WORDS

LARGEST = "GPT-3"


def about_loss(figure: Figure) -> Prediction:
    """Ask how large the loss is if a model also learns the prompts."""
    of_answers, every, answers = (
        float(figure.arrays[name].values)
        for name in ("answer.mean", "everything.mean", "everything.answers")
    )
    smaller, same, larger = "smaller", "about the same", "many times as large"
    losses = f"On this batch the mean loss is {of_answers:.3f} for the first model and {every:.3f} for the second."
    reasons = {
        smaller: f"{losses} The second model has more words to learn from, but most of them belong to prompts, which cannot be predicted.",
        same: f"{losses} The two losses would be similar if prompts could be predicted as well as answers.",
        larger: f"{losses} Prompts cannot be predicted: for example, “anna” can be followed by “buys” or “sells”. On "
        f"the answers only, the loss of the second model is {answers:.3f}, so it has also learned the tasks. A "
        f"loss says little unless you know which words it counts.",
    }
    ratio = every / of_answers
    right = larger if ratio > 3 else same if ratio > 0.8 else smaller
    question = (
        "Two models were trained on the same sequences. The loss of the first counts **only the answers**; the loss of the second counts **all words**. "
        "How large is the mean **loss per counted word** of the second model, compared with that of the first?"
    )
    return from_reasons(question, reasons, right, "")


def about_prompt(figure: Figure) -> Prediction:
    """Ask what another task token changes in the attention rows of the words before it."""
    before, after = largest_changes(figure)
    none, some, each = "nothing", "some of it", "all of it"
    difference = (
        f"The largest difference between the three maps is {before:.2f} in the rows of the sentence, and "
        f"{after:.2f} in the row of the token."
    )
    reasons = {
        none: f"{difference} A decoder attends only to earlier positions, and the token comes last.",
        some: f"{difference} Some heads would have to attend ahead to the token, but the causal mask hides it.",
        each: f"{difference} In an encoder, everything would change, because each word attends to all others. "
        "A decoder attends only to earlier words.",
    }
    right = none if before < 1e-5 else some
    question = (
        "The same sentence is followed by `<to-fr>`, `<back>` or `<summarize>`. In the attention maps, **what changes in the rows of the "
        "sentence**, above the row of the task token?"
    )
    return from_reasons(question, reasons, right, "")


def largest_changes(figure: Figure) -> tuple[float, float]:
    """Return the largest difference between the three maps in the rows of the sentence, and in the token’s row."""
    names = [name.partition(".")[2] for name in figure.arrays if name.startswith("0.")]
    first = figure.arrays[f"0.{names[0]}"]
    place = next(n for n, word in enumerate(first.labels["row"]) if word["full"] in TASK_WORDS)
    here = np.s_[:, : place + 1, : place + 1]
    maps = [
        np.stack([figure.arrays[f"{kind}.{name}"].values[here] for name in names])
        for kind in range(len(TASK_WORDS))
    ]
    apart = np.max([abs(a - b) for k, a in enumerate(maps) for b in maps[:k]], axis=0)
    return float(apart[:, :, :place].max()), float(apart[:, :, place].max())


def about_first(figure: Figure) -> Prediction:
    """Ask which of three tasks first reaches 50% correct answers."""
    moments = figure.arrays["step"].values
    exact = figure.arrays["answer.exact"].values  # (moment, kind)
    reached = [int(moments[np.argmax(shares >= 0.5)]) for shares in exact.T]
    asks = dict(zip(TASK_WORDS, ("in French", "reversed", "who is named most often"), strict=True))
    names = {kind: f"{kind}: {asked_for}" for kind, asked_for in asks.items()}
    why = (
        "The model has to learn roughly a thousand words, each with its French form. Half of all sequences are "
        "translations.",
        "No word has to be translated, but each word has to be copied from the correct position.",
        "Most words of a summary are always the same. The model has to find only a name and two numbers.",
    )
    reasons = {
        names[kind]: f"Half of the answers are correct after {steps:,} steps. {reason}"
        for kind, reason, steps in zip(TASK_WORDS, why, reached, strict=True)
    }
    right = names[TASK_WORDS[int(np.argmin(reached))]]
    question = (
        "One model learns three tasks in one training run. **On which task does the model first "
        "reach 50% correct held-out answers?**"
    )
    return from_reasons(question, reasons, right, "")


def about_parts() -> Prediction:
    """Ask which part of GPT-3 has the most parameters."""
    config = sizes.PUBLISHED[LARGEST][1]
    counts = sizes.parameters_by_part(config)
    total, small = sum(counts.values()), sizes.parameters_by_part(sizes.PUBLISHED["GPT-2 small"][1])
    why = {
        "words": f"In the smallest GPT-2 the embedding table contains {small['words'] / sum(small.values()):.1%} of "
        f"the parameters, but the table grows with d and a layer grows with d².",
        "attention": "Each layer has four matrices of size d × d, whatever the number of heads.",
        "feed-forward": "Each layer has two matrices of size d × 4d, which have twice as many parameters as "
        "attention.",
    }
    reasons = {
        say.PARTS[
            part
        ]: f"In {LARGEST}, {counts[part] / total:.1%} of the parameters are in this part. {reason}"
        for part, reason in why.items()
    }
    question = (
        f"{LARGEST} has 175 billion parameters. **Which part of the model has most of them?**"
    )
    return from_reasons(question, reasons, say.PARTS[max(counts, key=counts.__getitem__)], "")
