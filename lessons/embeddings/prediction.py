"""Predict first: one question a part of the page. Every right answer is counted, none written down."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lessons.kit.prediction import Prediction, asked
from transformer.measure.words.agreement import Agreement
from transformer.measure.words.projection import nearest, neighbours
from transformer.measure.words.word_vectors import Lengths
from transformer.tasks.english_french.lexicon import noun
from transformer.weights import Trained
from transformer.weights.film import Film

WORD = "guitar"
NEAR = 5  # neighbours of each noun that are looked at
LISTED = 8  # nearest words that the page lists beside its film
CLEAR = 0.2  # by how much a likeness must exceed what any two nouns have in common

MEANING, SPELLING = "things like it: piano, violin", "words that begin alike: garden, green"
GENDER, NONE = "words that are feminine in French: door, letter", "no words in particular"

HALF = 0.5
FEW, SOME, MOST = "for hardly any", "for about half", "for nearly all"
ROW, ALIKE, PLACE = "the row of the word", "they are about equally long", "the position"

WHY = {
    MEANING: "A large model that reads much text would group them. This one only translates: it must "
    "know which French word to write, and that a guitar is a thing is of little use for that.",
    SPELLING: "The model never sees a letter. A word is a number, and the number is only the name of a "
    "row.",
    GENDER: "To translate *the guitar*, the model must choose between *le* and *la*, and between *petit* "
    "and *petite*. Words that ask for the same choices come to lie in the same direction.",
    NONE: "So it is before training, when the rows are drawn by chance.",
}

LIKE = {
    MEANING: "are the same kind of thing",
    SPELLING: "begin with the same letter",
    GENDER: "have the same French gender",
}


@dataclass(frozen=True)
class Likeness:
    """How often a near noun is like the noun asked, and how often any other noun would be."""

    near: float
    baseline: float


def likeness(table: Tensor, words: list[str]) -> dict[str, Likeness]:
    """Counted over the nouns among the nearest words of every noun; English table (word, d_model)."""
    known = {word: noun[word] for word in words if word in noun}
    rows = [words.index(word) for word in known]
    found, _ = neighbours(table, NEAR, rows)  # (noun, neighbour)
    alike = {
        MEANING: lambda a, b: a.kind == b.kind,
        SPELLING: lambda a, b: a.english[0] == b.english[0],
        GENDER: lambda a, b: a.gender == b.gender,
    }
    near = [
        (known[words[row]], known[words[other]])
        for row, others in zip(rows, found.tolist(), strict=True)
        for other in others
        if words[other] in known
    ]
    any_two = [(a, b) for a in known.values() for b in known.values() if a is not b]
    return {
        option: Likeness(
            sum(test(a, b) for a, b in near) / max(1, len(near)),
            sum(test(a, b) for a, b in any_two) / len(any_two),
        )
        for option, test in alike.items()
    }


def about_neighbours(trained: Trained) -> Prediction:
    """Which words lie nearest to *guitar* in the trained English table?"""
    words = trained.source_vocabulary.words
    table = trained.model.source_embedding.table.weight.detach()
    counted = likeness(table, words)
    excess = {option: found.near - found.baseline for option, found in counted.items()}
    best = max(excess, key=excess.get)
    right = best if excess[best] >= CLEAR else NONE
    five = nearest(table, words.index(WORD), NEAR)
    listed = ", ".join(f"{words[row]} {cosine:.2f}" for row, cosine in five)
    alike = {
        option: f"Among the {NEAR} nearest words of every noun {found.near:.0%} of the nouns "
        f"{LIKE[option]}; of any two nouns {found.baseline:.0%}."
        for option, found in counted.items()
    }
    alike[NONE] = f"Measured: nearest to *{WORD}* are {listed} (cosines)."
    told = {
        option: f"{WHY[option]} {alike[option]}" for option in (MEANING, SPELLING, GENDER, NONE)
    }
    if right != NONE:
        told[right] += f" {alike[NONE]}"
    question = (
        f"A model learned to translate English into French, and nothing else. Which words lie nearest "
        f"to *{WORD}* in its **English** table?"
    )
    return asked(question, told, right, WORD)


def about_settling(film: Film) -> Prediction:
    """When more than half of all words' nearest words are those of the end."""
    near = torch.stack([neighbours(table, LISTED)[0] for table in film.source])
    kept = (near[..., None] == near[-1][:, None]).any(-1).float().mean((1, 2)).tolist()  # (frame,)
    steps = film.steps
    first, last = next(n for n, share in enumerate(kept) if share > HALF), len(steps) - 1
    shown = sorted({first // 3, 2 * first // 3, first, (first + last + 1) // 2})
    already = f"more than half already at step {steps[first]}, {kept[first]:.0%}"
    reasons = {
        f"step {steps[n]}": f"At step {steps[n]} it is {kept[n]:.0%}, "
        + ("not yet half." if n < first else f"and {already}.")
        for n in shown
    }
    reasons[f"step {steps[first]}"] = (
        f"At step {steps[first - 1]} it is {kept[first - 1]:.0%}, at step {steps[first]} {kept[first]:.0%}. "
        "Neighbours sort themselves late, and go on moving to the end."
    )
    question = (
        f"The rows begin as random numbers and train for {steps[-1]} steps. **At which of these steps** "
        "are, for the first time, **more than half** of all words’ nearest words those of the end?"
    )
    return asked(question, reasons, f"step {steps[first]}", f"film:{first + 1}")


def about_direction(found: Agreement) -> Prediction:
    """How often one direction leads from a masculine form to its feminine."""
    hits, alone, count = found.hits, found.baseline, len(found.answers)
    right = FEW if hits < count / 4 else SOME if hits < 3 * count / 4 else MOST
    reasons = {
        FEW: f"Drawing a word would be right in {100 * found.random_baseline:.1f}%. The direction is right for {hits} of {count}.",
        SOME: f"So many, {alone} of {count}, come out with no direction at all: the feminine is the nearest "
        f"word anyway. With it {hits} do.",
        MOST: f"{hits} of {count}. But {alone} come out with no direction at all.",
    }
    question = (
        "Take the mean difference “feminine − masculine” of all other pairs and add it to a masculine "
        "form, *petit*. **For how many of the pairs** is the feminine form, *petite*, then the nearest word?"
    )
    return asked(question, reasons, right, "")


def about_lengths(untrained: Sequence[Lengths]) -> Prediction:
    """Word or position: which vector is longer before training, without the factor √d_model?"""
    word, place = (
        sum(getattr(one, name) for one in untrained) / len(untrained)
        for name in ("plain", "position")
    )
    right = ALIKE if 2 / 3 < place / word < 3 / 2 else PLACE if place > word else ROW
    measured = f"the row is {word:.2f} long on average, the position {place:.2f}"
    why = (
        f"{measured[0].upper()}{measured[1:]}: that is why the row is multiplied by √d_model first."
    )
    against = {
        ROW: f"A fresh row has numbers of about 1/√d_model, so {measured}.",
        ALIKE: f"One is {max(place / word, word / place):.1f} times as long as the other: {measured}.",
        PLACE: f"Its sines and cosines reach 1, but {measured}.",
    }
    question = (
        "Before training, and without any factor: **which is longer**, the row of a word in the table, or "
        "the position that is added to it?"
    )
    return asked(question, against | {right: why}, right, "")
