"""Pairs of sentences as tensors, with their known word alignment and referents."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from transformer.objectives.rows import BaseBatch, pad
from transformer.tasks.task import NONE, Example
from transformer.vocabulary import END, PAD, START, Vocabulary


@dataclass(frozen=True)
class Batch(BaseBatch):
    """Examples as padded tensors.

    source (batch, source); target (batch, target): START, the words, END; alignment (batch, target − 1):
    the source position aligned with each word; it, noun, other_noun (batch,): the positions of the pronoun,
    of its noun and of the other noun.
    """

    columns = (("source",), ("target", "alignment"))

    source: Tensor
    target: Tensor
    alignment: Tensor
    it: Tensor
    noun: Tensor
    other_noun: Tensor

    @classmethod
    def from_examples(
        cls, examples: Sequence[Example], source: Vocabulary, target: Vocabulary
    ) -> Self:
        nowhere = (NONE, NONE)
        return cls(
            source=pad([source.encode(e.source) for e in examples], PAD),
            target=pad([[START, *target.encode(e.target), END] for e in examples], PAD),
            alignment=pad([[*e.alignment, NONE] for e in examples], NONE),
            it=torch.tensor([(e.referent or nowhere)[0] for e in examples]),
            noun=torch.tensor([(e.referent or nowhere)[1] for e in examples]),
            other_noun=torch.tensor(
                [NONE if e.distractor is None else e.distractor for e in examples]
            ),
        )

    def nouns(self) -> Tensor:
        """Return at each *it* the position of its noun, and −1 everywhere else: (batch, source)."""
        positions = torch.full_like(self.source, NONE)
        rows = torch.nonzero(self.it >= 0).squeeze(-1)
        positions[rows, self.it[rows]] = self.noun[rows]
        return positions
