"""Attention patterns: for each word that attends, the words that it should attend to.

`right` is bool, (batch, row, column), like the weights of a head. A word without a target in a pattern, such as
the first word, which has no previous word, is a row of False and does not count.
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
    """Many sentences as one map sees them: the tokens that attend, and the tokens that are attended to."""

    examples: Sequence[Example]
    rows: Tensor  # (batch, row)
    columns: Tensor  # (batch, column)

    def real(self, right: Tensor) -> Tensor:
        """Remove padding from rows and columns: (batch, row, column)."""
        return right & (self.rows != PAD)[:, :, None] & (self.columns != PAD)[:, None, :]

    def pairs(self, pairs_of: Callable[[Example], Sequence[tuple[int, int]]]) -> Tensor:
        """Return True at the (row, column) pairs of each example: (batch, row, column)."""
        right = torch.zeros(*self.rows.shape, self.columns.shape[1], dtype=torch.bool)
        for number, example in enumerate(self.examples):
            for row, column in pairs_of(example):
                right[number, row, column] = True
        return right


# ---- any words -------------------------------------------------------------------------------------
def at_distance(sentences: Sentences, distance: int) -> Tensor:
    """Mark the word `distance` positions to the right; −1 is the previous word. The first row is left out,
    because under a causal mask it can attend only to itself."""
    rows, columns = (torch.arange(side.shape[1]) for side in (sentences.rows, sentences.columns))
    there = columns - rows[:, None] == distance  # (row, column)
    there[0] = False
    return sentences.real(there.expand(len(sentences.rows), -1, -1))


def at_first(sentences: Sentences) -> Tensor:
    right = torch.zeros(*sentences.rows.shape, sentences.columns.shape[1], dtype=torch.bool)
    right[:, 1:, 0] = True
    return sentences.real(right)


def after_copies(tokens: Tensor) -> Tensor:
    """tokens (batch, position) → bool (batch, position, position): True at the token after an earlier copy of
    the token that attends. Attending there is called induction."""
    same = tokens[:, :, None] == tokens[:, None, :]  # (batch, row, column)
    earlier = same.tril(-1)  # copies before the row
    return earlier.roll(1, dims=-1)  # the token after each of them


# ---- words whose relation the task knows -----------------------------------------------------------
def pronoun_noun(example: Example) -> list[tuple[int, int]]:
    """Return (it, the noun that it refers to)."""
    return [example.referent] if example.referent else []


def adjective_noun(example: Example) -> list[tuple[int, int]]:
    """Return (adjective, its noun): the next noun in “a small old cat”, and for an adjective said of *it*, the
    noun that *it* refers to. Other adjectives are left out."""
    sort = _sorts()
    kinds = [sort[word].part if word in sort else "" for word in example.source]
    pairs = []
    for position, kind in enumerate(kinds):
        if kind != ADJECTIVE:
            continue
        after = position + 1
        while after < len(kinds) and kinds[after] == ADJECTIVE:
            after += 1
        if after < len(kinds) and kinds[after] == NOUN:
            pairs.append((position, after))
        elif example.referent and position > example.referent[0]:
            pairs.append((position, example.referent[1]))
    return pairs


def noun_adjective(example: Example) -> list[tuple[int, int]]:
    return [(noun, adjective) for adjective, noun in adjective_noun(example)]


def aligned(example: Example) -> list[tuple[int, int]]:
    """Return (position of the word that is written next, the aligned source word)."""
    return [(row, column) for row, column in enumerate(example.alignment) if column >= 0]


@cache
def _sorts() -> dict:
    return sorts("source")


def patterns(sentences: Sentences, rows: str, columns: str, task: Task) -> dict[str, Tensor]:
    """Return every pattern that applies to a map from these rows to these columns, by name."""
    if rows != columns:
        return (
            {"aligned word": sentences.real(sentences.pairs(aligned))} if rows == "target" else {}
        )
    targets = {
        "previous word": at_distance(sentences, -1),
        "next word": at_distance(sentences, 1),
        "same word": at_distance(sentences, 0),
        "first word": at_first(sentences),
        "after an earlier copy": sentences.real(after_copies(sentences.rows)),
    }
    if rows == "source":
        targets["pronoun → noun"] = sentences.pairs(pronoun_noun)
        if isinstance(task, EnglishFrench):
            targets["adjective → noun"] = sentences.pairs(adjective_noun)
            targets["noun → adjective"] = sentences.pairs(noun_adjective)
    return targets


# ---- where a pattern does not apply ----------------------------------------------------------------
def controls(sentences: Sentences, targets: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the controls of patterns that apply only to some words: the same positions at words to which the
    pattern does not apply. A head that attends there as well does so for another reason than its name suggests."""
    baselines = {}
    for name, right in targets.items():
        if name == "after an earlier copy":
            baselines[name] = without_a_copy(sentences, right)
        elif name == "pronoun → noun":
            baselines[name] = sentences.pairs(pronoun_other_noun)
        elif name in ("adjective → noun", "noun → adjective"):
            places = right.any(1, keepdim=True).expand_as(right)
            baselines[name] = sentences.real(places & ~right.any(-1, keepdim=True))
    return baselines


def without_a_copy(sentences: Sentences, right: Tensor) -> Tensor:
    """For rows without an earlier copy, mark the position at which `right` is most often True."""
    tokens = sentences.rows  # (batch, row)
    repeated = (tokens[:, :, None] == tokens[:, None, :]).tril(-1).any(-1)  # (batch, row)
    same_words = torch.isin(tokens, tokens[right.any(-1)].unique())
    place = int(right.sum((0, 1)).argmax())
    places = torch.zeros_like(right)
    places[:, place + 1 :, place] = (same_words & ~repeated)[:, place + 1 :]
    return sentences.real(places)


def pronoun_other_noun(example: Example) -> list[tuple[int, int]]:
    """Return (it, the other noun, to which it does not refer)."""
    if example.referent is None or example.distractor is None:
        return []
    return [(example.referent[0], example.distractor)]
