"""Texts of the page on fine-tuning (markdown), with measured numbers."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from lessons.finetuning.figures.few_labels.words import HEADS, WAYS
from lessons.kit.tables import table
from transformer.tasks.discourses import MASK, SEP

ONE_SENTENCE = "You entered {count} sentences; this head reads one. Remove {spare}."
TWO_SENTENCES = "This text has {count} sentence{s}; this head reads two, with a full stop between them. Type, for example: the king is in the hall. he plays the piano"
QUESTION = (
    "{lacks} This head reads a question with one gap, a full stop, and a text that contains the answer. "
    "Type, for example: she reads the ___. today she reads the new letter"
)
NO_ANSWER = (
    "The question contains “{word}”, but the text does not, so there is no answer. A span head always points "
    "to some position, so ask about something in the text."
)
NOTICE = {
    "heads": (
        "**Only the head differs.** Choose a different head: the same pretrained body was fine-tuned separately "
        "for each head. A head for a whole text reads "
        "[CLS], which has attended to all words. A head for a span or for tags reads every position.\n\n"
        "**A start logit and an end logit** for each position determine the answer. Among all pairs whose end "
        "does not come before their start, the answer is the pair with the largest sum.\n\n"
        "**The same word can have different tags.** In *today she reads the old letter*, “old” describes what is "
        "read. In *the old king is in the hall*, “old” describes the person who is there. The head reads "
        "only one position, but the body has mixed the context into its vector.\n\n"
        "**Why does the question contain a gap instead of “what”?** The body knows 58 words, and “what” is not among "
        "them."
    ),
    "labels": (
        "**Two sentences: a frozen body is better with few labels.** In pretraining, the body learned to predict "
        "whether a sentence comes next, which is nearly the same task. With {few} labels, the frozen body reaches an accuracy "
        "of "
        "{frozen:.1%}, and fine-tuning reaches {tuned:.1%}.\n\n"
        "**The untrained head does the harm.** If the head is first trained on the frozen body, and then trained "
        "together with it, the same {few} labels give an accuracy of {head_first:.1%}. So changing the body "
        "is harmless; the gradients of a random head are harmful (Kumar et al. 2022).\n\n"
        "**One sentence: fine-tuning is better even with few labels.** Pretraining had no gender labels, "
        "but the body had to choose between “he” and “she”.\n\n"
        "**A span: frozen features fail.** Pretraining never required finding one sentence in another. With frozen features, the answers are no better than a constant answer, even with {most} labels.\n\n"
        "**Tags: from two dozen labels on, all four methods have similar accuracies.** The most frequent tag of each "
        "word is already correct for {word:.1%} of the words. Only the other words need context."
    ),
    "moved": (
        "**The top layer changes most.** Each layer changes more than the one below it. The **pooler**, the layer "
        "that turns [CLS] into the vector for a head, changes only if the head reads [CLS]. No part moves far from "
        "its pretrained parameters.\n\n"
        "**The body forgets some of its first task**: it predicts fewer masked words correctly than before, especially "
        "after training for spans or tags. On a larger scale this effect is called **catastrophic forgetting**. If you "
        "need both tasks, keep a copy of the body.\n\n"
        "**One body for many tasks** is the advantage of frozen features: for four heads, the body is stored and computed once."
    ),
}
CONTROL = (
    "With {labels} labelled pairs, why is fine-tuning worse than a frozen body? "
    "All rows use the same {draws} random draws as the curves. A frozen body reaches an accuracy of {frozen:.1%}."
)
CONTROL_HEADS = ("method", "learning rate", "steps with the body", "mean", "each draw")
CONTROLLED = (
    "Fine-tuning from the start reaches at most {tuned:.1%}, whatever the learning rate and the number of steps. "
    "If the head is trained first, the body also changes, but every row reaches at least {head_first:.1%}."
)
TRAIN = "This training run uses texts from none of the draws above."
NOW = "**{head}, {way}, {labels} labels:** {right} on {tests} texts, after {seconds:.1f} s of CPU time."


def problem_for_head(head: str, words: Sequence[str]) -> str:
    """Return the error if a head cannot read these words; "" if it can."""
    count = words.count(SEP) + 1
    if head in ("sentence", "tags"):
        return ONE_SENTENCE.format(count=count, spare=count - 1) if count > 1 else ""
    if head == "pair":
        return "" if count == 2 else TWO_SENTENCES.format(count=count, s="s" * (count != 1))  # fmt: skip
    question, text = (words[: words.index(SEP)], words[words.index(SEP) + 1 :]) if SEP in words else (words, ())  # fmt: skip
    lacks = ""
    if not text:
        lacks = "The text is missing."
    elif MASK not in question:
        lacks = "The gap (___) is missing."
    if not lacks and question.count(MASK) > 1:
        lacks = f"The question has {question.count(MASK)} gaps."
    if not lacks and count > 2:
        lacks = f"There are {count - 1} texts."
    if lacks:
        return QUESTION.format(lacks=lacks)
    missing = [word for word in question if word != MASK and word not in text]
    return NO_ANSWER.format(word=missing[0]) if missing else ""


def about_training(
    head: str, way: str, labels: int, score: float, tests: int, seconds: float
) -> str:
    """Return the accuracy of a training run on the page."""
    return NOW.format(head=HEADS[head], way=WAYS[way], labels=labels, right=f"{score:.1%} right", tests=tests, seconds=seconds)  # fmt: skip


def control_row(run: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a row of the control table."""
    scores = run["scores"]
    each = " · ".join(f"{score:.0%}" for score in scores)
    return (
        WAYS[run["way"]],
        f"{run['rate']:g}",
        str(run["steps"]),
        f"{fmean(scores):.1%}",
        each,
    )


def about_control(measurements: Mapping[str, Any], labels: int) -> tuple[str, str, str]:
    """Return the question of the control, its table (HTML), and the conclusion."""
    means: dict[str, list[float]] = {}
    for row in measurements["control"]:
        means.setdefault(row["way"], []).append(fmean(row["scores"]))
    frozen = mean_accuracy(measurements, "frozen", labels)
    asks = CONTROL.format(labels=labels, draws=len(measurements["seeds"]), frozen=frozen)
    follows = CONTROLLED.format(tuned=max(means["tuned"]), head_first=min(means["head_first"]))
    return (
        asks,
        table("finetuning-control", CONTROL_HEADS, map(control_row, measurements["control"])),
        follows,
    )


def mean_accuracy(measurements: Mapping[str, Any], way: str, labels: int) -> float:
    """Return the mean accuracy for pairs with one way to train."""
    at = list(measurements["labels"]).index(labels)
    return fmean(measurements["tasks"]["pair"]["scores"][way][at])
