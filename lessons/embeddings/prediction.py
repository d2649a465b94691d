"""One question for each part of the page. Every correct answer is computed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lessons.embeddings.measure.agreement import Agreement
from lessons.embeddings.measure.word_vectors import Lengths
from lessons.kit.prediction import Prediction, from_reasons
from transformer.measure.words.projection import nearest, neighbours
from transformer.tasks.english_french.lexicon import noun
from transformer.weights import Trained
from transformer.weights.film import EmbeddingRecording

WORD = "guitar"
NEAR = 5  # neighbours counted for each noun
LISTED = 8  # nearest words that the page lists next to the recording
CLEAR = 0.2  # by how much a likeness must exceed that of any two nouns

MEANING, SPELLING = (
    "words of the same kind: piano, violin",
    "words with the same first letter: garden, green",
)
GENDER, NONE = "words that are feminine in French: door, letter", "no particular words"

HALF = 0.5
FEW, SOME, MOST = "for hardly any", "for about half", "for nearly all"
ROW, ALIKE, PLACE = "the row of the word", "they are about equally long", "the positional encoding"

WHY = {
    MEANING: "The French gender matters most, and the kind of noun comes second.",
    SPELLING: "The model never sees a letter. For the model a word is only the index of a row.",
    GENDER: "To translate *the guitar*, the model must choose between *le* and *la*, and between *petit* "
    "and *petite*. Words that require the same choices get similar vectors.",
    NONE: "The neighbours are arbitrary only before training, when the rows are random.",
}

LIKE = {
    MEANING: "are of the same kind",
    SPELLING: "begin with the same letter",
    GENDER: "have the same French gender",
}


RELATIONS: dict[str, Callable] = {  # a kind of likeness → whether two nouns have it
    MEANING: lambda a, b: a.kind == b.kind,
    SPELLING: lambda a, b: a.english[0] == b.english[0],
    GENDER: lambda a, b: a.gender == b.gender,
}


@dataclass(frozen=True)
class Likeness:
    """How often a near noun is like the given noun, and how often any noun would be."""

    near: float
    baseline: float


def noun_pairs(table: Tensor, words: list[str]) -> tuple[list, list]:
    """Pair every noun with the nouns among its nearest words, and with all others; English table (word, d_model)."""
    nouns = {word: noun[word] for word in words if word in noun}
    rows = [words.index(word) for word in nouns]
    near_rows, _ = neighbours(table, NEAR, rows)  # (noun, neighbour)
    near = [
        (nouns[words[row]], nouns[words[other]])
        for row, others in zip(rows, near_rows.tolist(), strict=True)
        for other in others
        if words[other] in nouns
    ]
    return near, [(a, b) for a in nouns.values() for b in nouns.values() if a is not b]


def likeness(table: Tensor, words: list[str]) -> dict[str, Likeness]:
    """Compare every noun with the nouns among its nearest words."""
    near, any_two = noun_pairs(table, words)
    return {
        option: Likeness(fraction(test, near), fraction(test, any_two))
        for option, test in RELATIONS.items()
    }


def kind_within_gender(table: Tensor, words: list[str]) -> Likeness:
    """Among near nouns of the same gender, count those of the same kind; the baseline takes any two nouns."""
    near, any_two = (
        [pair for pair in pairs if RELATIONS[GENDER](*pair)] for pairs in noun_pairs(table, words)
    )
    return Likeness(fraction(RELATIONS[MEANING], near), fraction(RELATIONS[MEANING], any_two))


def fraction(test: Callable, pairs: list) -> float:
    """Return the fraction of pairs that pass the test."""
    return sum(test(a, b) for a, b in pairs) / max(1, len(pairs))


def about_neighbours(trained: Trained) -> Prediction:
    """Ask which words are nearest to *guitar* in the trained English table."""
    words = trained.source_vocabulary.words
    table = trained.model.source_embedding.table.weight.detach()
    counted = likeness(table, words)
    excess = {option: counts.near - counts.baseline for option, counts in counted.items()}
    best = max(excess, key=excess.get)
    right = best if excess[best] >= CLEAR else NONE
    kind = kind_within_gender(table, words)
    five = nearest(table, words.index(WORD), NEAR)
    listed = ", ".join(f"{words[row]} {cosine:.2f}" for row, cosine in five)
    alike = {
        option: f"Among the {NEAR} words nearest to each noun, {counts.near:.0%} of the nouns "
        f"{LIKE[option]} (any two nouns: {counts.baseline:.0%})."
        for option, counts in counted.items()
    }
    alike[MEANING] += (
        f" Within one gender the kind matters: {kind.near:.0%} of the near nouns of the same gender are of the "
        f"same kind (any two nouns of one gender: {kind.baseline:.0%})."
    )
    alike[NONE] = f"The words nearest to *{WORD}* are {listed} (cosines)."
    reasons = {
        option: f"{WHY[option]} {alike[option]}" for option in (MEANING, SPELLING, GENDER, NONE)
    }
    if right != NONE:
        reasons[right] += f" {alike[NONE]}"
    question = (
        f"A model learned only to translate English into French. Which words are nearest "
        f"to *{WORD}* in its **English** embedding matrix?"
    )
    return from_reasons(question, reasons, right, WORD)


def about_settling(film: EmbeddingRecording) -> Prediction:
    """Ask at which step most of the nearest words are those of the end."""
    near = torch.stack([neighbours(table, LISTED)[0] for table in film.source])
    kept = (near[..., None] == near[-1][:, None]).any(-1).float().mean((1, 2)).tolist()  # (frame,)
    steps = film.steps
    first, last = next(n for n, share in enumerate(kept) if share > HALF), len(steps) - 1
    shown = sorted({first // 3, 2 * first // 3, first, (first + last + 1) // 2})
    already = f"at step {steps[first]} it is already {kept[first]:.0%}"
    reasons = {
        f"step {steps[n]}": f"At step {steps[n]} the overlap is {kept[n]:.0%}, "
        + ("not yet half." if n < first else f"but {already}.")
        for n in shown
    }
    reasons[f"step {steps[first]}"] = (
        f"At step {steps[first - 1]} the overlap is {kept[first - 1]:.0%}; at step {steps[first]} it is "
        f"{kept[first]:.0%}. "
        "The neighbours settle late; some keep changing until the end."
    )
    question = (
        f"The rows begin as random numbers and are trained for {steps[-1]} steps. Compare the {LISTED} nearest words "
        f"of each word with those at the end of training. **At which of these steps** are **more than half** of the "
        f"neighbours the same for the first time, on average?"
    )
    return from_reasons(question, reasons, f"step {steps[first]}", f"film:{first + 1}")


def about_direction(agreement: Agreement) -> Prediction:
    """Ask how often one direction leads from a masculine form to its feminine."""
    hits, alone, count = agreement.hits, agreement.baseline, len(agreement.answers)
    right = FEW if hits < count / 4 else SOME if hits < 3 * count / 4 else MOST
    reasons = {
        FEW: f"The direction gives the correct word for {hits} of {count} pairs. Random words would solve "
        f"{100 * agreement.random_baseline:.1f}% of the pairs.",
        SOME: f"{alone} of {count} pairs are correct without any direction, because the feminine form is nearest "
        f"anyway. With the direction, {hits} are correct.",
        MOST: f"{hits} of {count} pairs are correct. But {alone} pairs are correct without any direction.",
    }
    question = (
        "Add the mean difference “feminine − masculine” of all other pairs to a masculine form, such as *petit*. **For "
        "how many of the pairs** is the feminine form, such as *petite*, then the nearest word?"
    )
    return from_reasons(question, reasons, right, "")


def about_lengths(untrained: Sequence[Lengths]) -> Prediction:
    """Ask which vector is longer before training: the row, or the positional encoding."""
    word, place = (
        sum(getattr(lengths, name) for lengths in untrained) / len(untrained)
        for name in ("plain", "position")
    )
    right = ALIKE if 2 / 3 < place / word < 3 / 2 else PLACE if place > word else ROW
    measured = f"the row has norm {word:.2f} on average, and the positional encoding {place:.2f}"
    why = f"{measured[0].upper()}{measured[1:]}. The factor √d_model makes both about equally long at the start."
    against = {
        ROW: f"An untrained row has components of about 1/√d_model, so {measured}.",
        ALIKE: f"One vector is {max(place / word, word / place):.1f} times as long as the other: {measured}.",
        PLACE: f"The sines and cosines can reach 1, but {measured}.",
    }
    question = (
        "Before training and without any factor, **which vector is longer**: a word’s row in the embedding matrix, or "
        "the positional encoding that is added to it?"
    )
    return from_reasons(question, against | {right: why}, right, "")
