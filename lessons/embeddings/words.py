"""Sentences of the page “Embeddings” with numbers from a table, a figure or a trace."""

from collections.abc import Sequence

import numpy as np

from lessons.embeddings import TRANSLATOR
from lessons.embeddings.measure.word_vectors import Lengths, Lookup, Scores
from lessons.embeddings.prediction import GENDER, NEAR, kind_within_gender, likeness
from lessons.figures.kit.figure import Figure
from transformer.measure.controls import Table
from transformer.weights import Trained

OUTSIDE = (
    "**An external model** splits a text into tokens, each with one row. Type some words: if the table is large, "
    "the figure shows only their neighbours. Are the neighbours other forms of the word, words of the same kind, "
    "or capitalized forms? If a model has learned little, any word can be near."
)


def notice(part: str, trained: Trained, figure: Figure | None) -> str:
    """Return what to look for in the open part (markdown)."""
    return {"map": _map, "film": _film, "pairs": _pairs, "sum": _sum, "scores": _scores}[part](
        trained, figure
    )


def _map(trained: Trained, figure: Figure) -> str:
    shares = figure.arrays["share"].values
    kept, count = figure.header["kept"], figure.arrays["near"].values.shape[1]
    baseline = count / (len(figure.header["points"]) - 1)
    rest = (
        f"**The figure shows {shares[:2].sum():.0%}** of the variance in two dimensions and {shares.sum():.0%} in "
        f"three. Of the {count} nearest words in all {figure.header['d']} dimensions, {kept[0]:.1%} are among the "
        f"nearest in 2-D and {kept[1]:.1%} in 3-D (by chance, {baseline:.1%})."
    )
    if "folder" in trained.card:
        return f"{rest}\n\n{OUTSIDE}"
    if trained.task.name != "english_french":
        return (
            f"{rest}\n\n**These symbols are only names.** The model must distinguish the symbols to write the correct "
            f"one; their rows serve no other purpose."
        )
    table_and_words = (
        trained.model.source_embedding.table.weight.detach(),
        trained.source_vocabulary.words,
    )
    gender, kind = likeness(*table_and_words)[GENDER], kind_within_gender(*table_and_words)
    learned = (
        "**Gender matters most; within a gender, the kind matters.** The model was never told what a noun or a "
        f"gender is. In the English table, feminine nouns (▲) lie apart from masculine nouns (■): {gender.near:.0%} "
        f"of the {NEAR} nouns nearest to a noun have its French gender (any two nouns: {gender.baseline:.0%}). Of "
        f"these nouns, {kind.near:.0%} are also of the same kind, such as animals or buildings (any two nouns of "
        f"one gender: {kind.baseline:.0%}), because each kind has its own verbs. Words with similar rows are used "
        "in similar ways in translation."
    )
    return f"{learned}\n\n{rest}"


def _film(trained: Trained, figure: Figure) -> str:
    shares, steps = figure.arrays["share"].values.sum(1), figure.header["steps"]
    near = figure.arrays["near"].values.astype(int)  # (frame, word, neighbour)
    part = np.array([point["part"] for point in figure.header["points"]])
    alike = (part[near] == part[:, None]).mean((1, 2))  # (frame,)
    return (
        f"**At step 0 every row is random**: the two axes show {shares[0]:.1%} of the variance at first and "
        f"{shares[-1]:.1%} at the end. Choose a word and watch its neighbours. On average "
        f"{alike[0]:.0%} of the neighbours have the word’s part of speech at step 0, and {alike[-1]:.0%} at the "
        f"end.\n\n"
        f"**All {len(steps)} frames use the axes of the last frame.** With its own axes, each frame would rotate and "
        f"flip, and the marks would move although no word moved."
    )


def _pairs(trained: Trained, figure: Figure) -> str:
    score = figure.header["score"]
    return (
        f"**{score['hits']} of {score['count']} pairs are answered correctly.** The direction for a pair is the mean "
        f"difference of all *other* pairs, so no pair contributes to its own direction.\n\n"
        f"**Compare this score with the baseline.** {score['baseline']} pairs are answered correctly without any "
        f"direction, because a word’s other form is often its nearest neighbour anyway. In {score['stays']} of "
        f"{score['count']} pairs, the nearest word is the masculine form itself, which the test forbids (Linzen "
        "2016). Read the famous “king − man + woman” with the same care."
    )


def _sum(trained: Trained, figure: Figure | None) -> str:
    d = trained.model.config.d_model
    return (
        f"**√d_model = √{d} = {d**0.5:.4g}.** The table starts with components of about 1/√d_model, so an untrained "
        "row has a norm of about 1, which is good for logits. A positional encoding (sines and cosines) has norm "
        f"√(d_model/2) = {(d / 2) ** 0.5:.2f} at every position. The factor makes rows about as long as "
        "positional encodings *at the start* of training. Vaswani et al. (2017, section 3.4) multiply by this "
        "factor but give no reason. The control below shows that training does not need the factor here."
    )


def _scores(trained: Trained, figure: Figure | None) -> str:
    embedding = trained.model.target_embedding.table.weight
    saved = embedding.numel()
    return (
        "**Weight tying: one table, two uses.** To read a word, the decoder looks up its row. To predict a word, "
        "it computes the dot product of its vector with each row. No second matrix is learned, which saves "
        f"{saved:,} parameters here (Press & Wolf 2017). Tying is not the reason why words used in the same way are "
        "neighbours, because the untied English table has such neighbours too.\n\nThe logits are computed without "
        "the factor √d_model."
    )


def about_control(control: Table) -> str:
    """Report the training runs without the factor (markdown)."""

    def shown(arm: str) -> str:
        return " and ".join(
            f"{' / '.join(f'{score:.1%}' for score in control.scores_of(arm, steps))} after {steps:,} steps"
            for steps in control.arms()[arm]
        )

    return (
        "Is the factor needed? These models were **trained without the factor**, but otherwise with the same recipe. "
        f"Held-out sequences reversed: {shown('reverse, without the factor')} (with the factor {shown('reverse')}). "
        "Held-out English sentences translated exactly: "
        f"{shown('English → French, without the factor')}. "
        "**Trained without the factor, these models perform just as well**, because layer normalization and a linear "
        "map can use small differences between vectors."
    )


def unrecorded(trained: Trained) -> list[str]:
    """Say why the page shows the recording of another model."""
    return [
        f"The training of {trained.name} was not recorded, so the figure shows {TRANSLATOR}.",
        f"To record it, add a recording to its recipe and run: python -m transformer.training {trained.card['task']}",
    ]


def without_gender(trained: Trained) -> list[str]:
    """Say why the question is about another model."""
    return [
        f"The words of {trained.task.title} have no gender, so the figure shows {TRANSLATOR}, which outputs French."
    ]


def about_table(figure: Figure) -> list[str]:
    """Describe the table in short facts."""
    shares = figure.arrays["share"].values
    return [
        f"{len(figure.header['points'])} words × {figure.header['d']} dimensions",
        f"2-D shows {shares[:2].sum():.1%} of the variance, 3-D {shares.sum():.1%}",
    ]


def about_lookup(looked_up: Lookup) -> str:
    """Describe the product and its difference from the row."""
    words, size = looked_up.size
    return (
        f"In each column, {words - 1} products are multiplications by 0. Over all {size} numbers, the largest "
        f"difference between the product and the row is {looked_up.difference:g}."
    )


def about_lengths(untrained: Sequence[Lengths], trained: Sequence[Lengths]) -> str:
    """Compare rows with positional encodings, before and after training (markdown)."""

    def mean(values):
        values = list(values)
        return sum(values) / len(values)

    place = mean(lengths.position for lengths in untrained)
    fresh, scaled = mean(o.plain for o in untrained), mean(o.token for o in untrained)
    grown = mean(o.token for o in trained)
    return (
        f"Before training, a row has norm {fresh:.2f} on average; a positional encoding is {place / fresh:.1f} "
        f"times as long ({place:.2f}). Multiplied by √d_model, the row has norm {scaled:.2f}. After training, the "
        f"norm is {grown:.2f}: training has made the rows even longer."
        if grown > scaled
        else f"Before training, a row has norm {fresh:.2f} on average, and a positional encoding has norm "
        f"{place:.2f}. Multiplied by √d_model, the row has norm {scaled:.2f}, and after training {grown:.2f}."
    )


def about_scores(scores: Scores, place: int) -> str:
    """Say which word wins, and how exact the sum is."""
    best, second = scores.candidates[:2]
    largest = max(candidate.difference for candidate in scores.candidates)
    return (
        f"At position {place + 1}, “{best.word}” has the largest logit, {best.logit:.2f}, followed by “{second.word}” "
        f"with {second.logit:.2f}. A *logit* is a word’s output score before the softmax. The model’s logits and the "
        f"dot products computed by hand differ by at most {largest:.1g}, because sums of 32-bit numbers depend on "
        "their order."
    )


def terms(scores: Scores) -> str:
    """Describe the factors of the products."""
    return f"Component by component for “{scores.candidates[0].word}”: the decoder’s last vector · the row = products"
