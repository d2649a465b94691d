"""The same words in another order, with and without positional encoding: does the encoder notice?"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.decoding import greedy
from transformer.measure.answer import must_have
from transformer.probe import record, replace
from transformer.weights import Trained

POSITIONS, OUTPUT = "source_embedding.positions", "encoder.output"


@dataclass(frozen=True)
class Encoded:
    """The encoder's output for the words in one order, and the decoder's output for it."""

    output: Tensor  # (position, d_model)
    translation: str


@torch.no_grad()
def encoded(
    trained: Trained, ids: Sequence[int], order: Sequence[int], positions: bool = True
) -> Encoded:
    """Encode the words `ids` in this order (order[k] is the word at position k) with the model's own encoder.
    Without `positions`, only the positional encodings are set to zero."""
    must_have(trained.model, POSITIONS, OUTPUT)
    source = torch.tensor([[ids[k] for k in order]])  # (1, word)
    zeros = {} if positions else {POSITIONS: torch.zeros_like}
    with replace(trained.model, zeros), record(trained.model, OUTPUT) as trace:
        tokens = greedy(trained.model, source)[0].tolist()
    return Encoded(
        trace.one(OUTPUT)[0], trained.task.join(trained.target_vocabulary.decode(tokens))
    )


@dataclass(frozen=True)
class Reordered:
    """A sentence as typed, and its words in another order."""

    before: Encoded
    after: Encoded
    change: Tensor  # (word,) the largest change in the vector of each word

    @property
    def largest(self) -> float:
        return float(self.change.max())


def reordered(
    trained: Trained, ids: Sequence[int], order: Sequence[int], positions: bool = True
) -> Reordered:
    """Return both passes of `encoded`, and how far the vector of each word has moved."""
    before, after = (
        encoded(trained, ids, places, positions) for places in (range(len(ids)), order)
    )
    back = torch.empty_like(after.output)
    back[list(order)] = after.output  # each word's vector at its position in the original
    return Reordered(before, after, (back - before.output).abs().amax(-1))
