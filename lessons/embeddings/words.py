"""Sentences of the embeddings page that hold numbers: each comes from a table, a figure or a trace."""

from collections.abc import Sequence

import numpy as np

from lessons.embeddings import TRANSLATOR
from lessons.embeddings.prediction import GENDER, MEANING, NEAR, likeness
from lessons.figures.kit.figure import Figure
from transformer.measure.words.word_vectors import Lengths, Lookup, Scores
from transformer.weights import Trained

OUTSIDE = (
    "**A model from outside** cuts a text into pieces; each has a row. Type some words: of a large table, what is near them is drawn. "
    "What is near: other forms of the word, words of its kind, the same word with a capital? Where a model has learned little, anything may be."
)


def notice(part: str, trained: Trained, figure: Figure | None) -> str:
    """What to look for in the open part (markdown)."""
    return {"map": _map, "film": _film, "pairs": _pairs, "sum": _sum, "scores": _scores}[part](
        trained, figure
    )


def _map(trained: Trained, figure: Figure) -> str:
    shares = figure.arrays["share"].values
    kept, count = figure.header["kept"], figure.arrays["near"].values.shape[1]
    baseline = count / (len(figure.header["points"]) - 1)
    rest = (
        f"**The picture shows {shares[:2].sum():.0%}** of the variance in two dimensions, "
        f"{shares.sum():.0%} in three. Of the {count} nearest words in all "
        f"{figure.header['d']} dimensions, {kept[0]:.1%} are among the nearest in 2-D, {kept[1]:.1%} in 3-D (by chance {baseline:.1%})."
    )
    if "folder" in trained.card:
        return f"{rest}\n\n{OUTSIDE}"
    if trained.task.name != "english_french":
        return (
            f"{rest}\n\n**These symbols are only names**: the model must tell them apart to write the "
            "right one, and that is all that their rows have to do."
        )
    counted = likeness(
        trained.model.source_embedding.table.weight.detach(), trained.source_vocabulary.words
    )
    gender, meaning = counted[GENDER], counted[MEANING]
    learned = (
        "**Nobody told it what a noun is**, or the past, or a gender. In the English table feminine "
        f"nouns (▲) lie apart from masculine ones (■): {gender.near:.0%} of the {NEAR} words nearest to a noun have "
        f"its French gender (any two nouns: {gender.baseline:.0%}), {meaning.near:.0%} are of its kind "
        f"({meaning.baseline:.0%}). Near means: of the same use in translating."
    )
    return f"{learned}\n\n{rest}"


def _film(trained: Trained, figure: Figure) -> str:
    shares, steps = figure.arrays["share"].values.sum(1), figure.header["steps"]
    near = figure.arrays["near"].values.astype(int)  # (frame, word, neighbour)
    part = np.array([point["part"] for point in figure.header["points"]])
    alike = (part[near] == part[:, None]).mean((1, 2))  # (frame,)
    return (
        f"**At step 0 every row is a draw of chance**: these axes show {shares[0]:.1%} of its variance, "
        f"at the end {shares[-1]:.1%}. Choose a word and watch its neighbours: over all words, "
        f"{alike[0]:.0%} of them are of the same part of speech at step 0, {alike[-1]:.0%} at the end.\n\n"
        f"**Aligned:** all {len(steps)} frames are seen along the axes of the last one. Axes of its own for "
        "each frame would turn and flip from frame to frame, and the marks with them, though no word moved."
    )


def _pairs(trained: Trained, figure: Figure) -> str:
    score = figure.header["score"]
    return (
        f"**{score['hits']} of {score['count']} pairs come out right.** For each pair the direction is the mean "
        "difference of all *other* pairs: a pair never helps itself.\n\n"
        f"**But compare.** {score['baseline']} come out right with no direction at all, because a word’s other "
        f"form is often its nearest neighbour anyway. And in {score['stays']} of {score['count']} the very nearest is the "
        "masculine itself, which the game forbids (Linzen 2016). A famous “king − man + woman” is read "
        "with the same care."
    )


def _sum(trained: Trained, figure: Figure | None) -> str:
    d = trained.model.config.d_model
    return (
        f"**√d_model = √{d} = {d**0.5:.4g}.** The table starts with numbers of about 1/√d_model, so a fresh "
        "row is about 1 long: good for scores. A position, a pattern of sines and cosines that a later lesson takes "
        f"apart, is √(d_model/2) = {(d / 2) ** 0.5:.2f} long, at every place. The factor makes words as large as places. "
        "Vaswani et al. (2017, section 3.4) multiply by it and do not say why; this is what it does."
    )


def _scores(trained: Trained, figure: Figure | None) -> str:
    embedding = trained.model.target_embedding.table.weight
    saved = embedding.numel()
    return (
        "**Tied: one table, two uses.** To read a word the decoder looks up its row; to write one it "
        "asks how well its vector fits each row, by a dot product. No second matrix is learned, which "
        f"saves {saved:,} numbers here (Press & Wolf 2017). Words that must be scored alike get rows that are alike: "
        "that is one reason why neighbours are words of the same use.\n\nThe factor √d_model is left out on this way."
    )


def unrecorded(trained: Trained) -> list[str]:
    """Why another model's training is shown."""
    return [
        f"No frames were kept while {trained.name} was trained, so this is {TRANSLATOR}.",
        f"With a film in its recipe they are made by: python -m transformer.training {trained.card['task']}",
    ]


def without_gender(trained: Trained) -> list[str]:
    """Why another model's words are asked about."""
    return [
        f"The words of {trained.task.title} have no gender, so this is {TRANSLATOR}, which writes French."
    ]


def about_table(figure: Figure) -> list[str]:
    """The table in short facts."""
    shares = figure.arrays["share"].values
    return [
        f"{len(figure.header['points'])} words × {figure.header['d']} numbers",
        f"2-D shows {shares[:2].sum():.1%} of the variance, 3-D {shares.sum():.1%}",
    ]


def about_lookup(found: Lookup) -> str:
    """What the product was, and how far from the row."""
    words, size = found.size
    return (
        f"{words - 1} products in each column are with 0. The largest difference between the product and the row, over "
        f"all {size} numbers, is {found.difference:g}."
    )


def about_lengths(untrained: Sequence[Lengths], trained: Sequence[Lengths]) -> str:
    """Words against positions, before and after training (markdown)."""

    def mean(values):
        values = list(values)
        return sum(values) / len(values)

    place = mean(one.position for one in untrained)
    fresh, scaled = mean(o.plain for o in untrained), mean(o.token for o in untrained)
    grown = mean(o.token for o in trained)
    return (
        f"Mean length before training: word {fresh:.2f}, position {place:.2f}, so the place is {place / fresh:.1f} "
        f"times as long as the word. With √d_model the word is {scaled:.2f} long. After training "
        f"{grown:.2f}: the model has made its words longer still."
        if grown > scaled
        else f"Mean length before training: word {fresh:.2f}, position {place:.2f}; with √d_model {scaled:.2f}, "
        f"after training {grown:.2f}."
    )


def about_scores(found: Scores, place: int) -> str:
    """Which word wins, and how exact the sum is."""
    best, second = found.candidates[:2]
    largest = max(one.difference for one in found.candidates)
    return (
        f"At place {place + 1} “{best.word}” wins with {best.logit:.2f}, before “{second.word}” with "
        f"{second.logit:.2f}. A *logit* is a word’s score before the softmax. Those that the model computed and the dot products by hand differ by at most {largest:.1g}, because "
        "sums of 32-bit numbers depend on their order."
    )


def terms(found: Scores) -> str:
    """What the products are of."""
    return f"Number by number for “{found.candidates[0].word}”: the decoder’s last vector · the row = products"
