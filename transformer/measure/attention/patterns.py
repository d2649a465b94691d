"""Ways in which a head may look: of each word that looks, the words that it would look at.

`right` is bool, (batch, row, column), like the weights of a head. A word that has nowhere to look in a
pattern, as the first word has no previous one, is a row of False and does not count.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor

from transformer.tasks import Example, Task
from transformer.tasks.english_french import EnglishFrench
from transformer.tasks.english_french.parts_of_speech import ADJECTIVE, NOUN, sorts
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class Sentences:
    """Many sentences as one map sees them: the tokens that look, and those that are looked at."""

    examples: Sequence[Example]
    rows: Tensor  # (batch, row)
    columns: Tensor  # (batch, column)

    def real(self, right: Tensor) -> Tensor:
        """Without padding, neither as a row nor as a column: (batch, row, column)."""
        return right & (self.rows != PAD)[:, :, None] & (self.columns != PAD)[:, None, :]

    def pairs(self, pairs_of: Callable[[Example], Sequence[tuple[int, int]]]) -> Tensor:
        """True at the (row, column) pairs of each example: (batch, row, column)."""
        right = torch.zeros(*self.rows.shape, self.columns.shape[1], dtype=torch.bool)
        for number, example in enumerate(self.examples):
            for row, column in pairs_of(example):
                right[number, row, column] = True
        return right


# ---- of any words ----------------------------------------------------------------------------------
def at_distance(sentences: Sentences, distance: int) -> Tensor:
    """The word so many places further on; −1 is the previous one. The first row is left out: under a
    causal mask it can only look at itself."""
    rows, columns = (torch.arange(side.shape[1]) for side in (sentences.rows, sentences.columns))
    there = columns - rows[:, None] == distance  # (row, column)
    there[0] = False
    return sentences.real(there.expand(len(sentences.rows), -1, -1))


def at_first(sentences: Sentences) -> Tensor:
    right = torch.zeros(*sentences.rows.shape, sentences.columns.shape[1], dtype=torch.bool)
    right[:, 1:, 0] = True
    return sentences.real(right)


def after_copies(tokens: Tensor) -> Tensor:
    """tokens (batch, position) → bool (batch, position, position): True at what came next when the token
    that looks stood there before. Looking there is called induction."""
    same = tokens[:, :, None] == tokens[:, None, :]  # (batch, row, column)
    earlier = same.tril(-1)  # copies before the row
    return earlier.roll(1, dims=-1)  # and the token after each of them


# ---- of words whose relation the task knows --------------------------------------------------------
def pronoun_noun(example: Example) -> list[tuple[int, int]]:
    """(it, the noun that it stands for)"""
    return [example.referent] if example.referent else []


def adjective_noun(example: Example) -> list[tuple[int, int]]:
    """(adjective, its noun): the next noun of "a small old cat"; and where *it* is said to be so, the
    noun that *it* stands for. Other adjectives are left out."""
    sort = _sorts()
    kinds = [sort[word].part if word in sort else "" for word in example.source]
    found = []
    for position, kind in enumerate(kinds):
        if kind != ADJECTIVE:
            continue
        after = position + 1
        while after < len(kinds) and kinds[after] == ADJECTIVE:
            after += 1
        if after < len(kinds) and kinds[after] == NOUN:
            found.append((position, after))
        elif example.referent and position > example.referent[0]:
            found.append((position, example.referent[1]))
    return found


def noun_adjective(example: Example) -> list[tuple[int, int]]:
    return [(noun, adjective) for adjective, noun in adjective_noun(example)]


def aligned(example: Example) -> list[tuple[int, int]]:
    """(position of the word that is written next, the source word that it renders)"""
    return [(row, column) for row, column in enumerate(example.alignment) if column >= 0]


@cache
def _sorts() -> dict:
    return sorts("source")


def patterns(sentences: Sentences, rows: str, columns: str, task: Task) -> dict[str, Tensor]:
    """Every pattern that can be asked of a map from these rows to these columns, by its name."""
    if rows != columns:
        return (
            {"aligned word": sentences.real(sentences.pairs(aligned))} if rows == "target" else {}
        )
    found = {
        "previous word": at_distance(sentences, -1),
        "next word": at_distance(sentences, 1),
        "same word": at_distance(sentences, 0),
        "first word": at_first(sentences),
        "after an earlier copy": sentences.real(after_copies(sentences.rows)),
    }
    if rows == "source":
        found["pronoun → noun"] = sentences.pairs(pronoun_noun)
        if isinstance(task, EnglishFrench):
            found["adjective → noun"] = sentences.pairs(adjective_noun)
            found["noun → adjective"] = sentences.pairs(noun_adjective)
    return found
