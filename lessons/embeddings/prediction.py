"""Predict first: a question whose right answer is counted in the trained table, never written down."""

from dataclasses import dataclass

from torch import Tensor

from lessons.kit.prediction import Prediction
from transformer.measure.projection import nearest, neighbours
from transformer.tasks.english_french.lexicon import noun

WORD = "guitar"
NEAR = 5  # neighbours of each noun that are looked at
CLEAR = 0.2  # by how much a likeness must exceed what any two nouns have in common

MEANING, SPELLING = "things like it: piano, violin", "words that begin alike: garden, green"
GENDER, NONE = "words that are feminine in French: door, letter", "no words in particular"

WHY = {
    MEANING: "A large model that reads much text would group them. This one only translates: it must "
    "know which French word to write, and that a guitar is a thing is of little use for that.",
    SPELLING: "The model never sees a letter. A word is a number, and the number is only the name of a "
    "row.",
    GENDER: "To translate *the guitar*, the model must choose between *le* and *la*, and between *petit* "
    "and *petite*. Words that ask for the same choices come to lie in the same direction.",
    NONE: "So it is before training, when the rows are drawn by chance.",
}


@dataclass(frozen=True)
class Likeness:
    """How often a near noun is like the noun asked, and how often any other noun would be."""

    near: float
    chance: float


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


def about_neighbours(trained) -> Prediction:
    """Which words lie nearest to *guitar* in the trained English table?"""
    words = trained.source_vocabulary.words
    table = trained.model.source_embedding.table.weight.detach()
    counted = likeness(table, words)
    excess = {option: found.near - found.chance for option, found in counted.items()}
    best = max(excess, key=excess.get)
    right = best if excess[best] >= CLEAR else NONE
    five = nearest(table, words.index(WORD), NEAR)
    measured = (
        f"Measured: nearest to *{WORD}* are {', '.join(words[row] for row, _ in five)}. Count the nouns "
        f"among the {NEAR} nearest words of every noun: {counted[GENDER].near:.0%} have the same French "
        f"gender (any two nouns: {counted[GENDER].chance:.0%}), {counted[MEANING].near:.0%} are the same "
        f"kind of thing ({counted[MEANING].chance:.0%}), {counted[SPELLING].near:.0%} begin with the "
        f"same letter ({counted[SPELLING].chance:.0%})."
    )
    options = (MEANING, SPELLING, GENDER, NONE)
    replies = {
        option: f"{'Yes.' if option == right else 'No.'} {WHY[option]} {measured}"
        for option in options
    }
    question = (
        f"A model learned to translate English into French, and nothing else. Which words lie nearest "
        f"to *{WORD}* in its **English** table?"
    )
    return Prediction(question, options, right, replies, WORD)
