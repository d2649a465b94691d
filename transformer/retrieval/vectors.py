"""A text as one vector of length 1: texts with similar meaning are close, if the encoder was trained for it."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from transformer.vocabulary import PAD, UNKNOWN, Vocabulary

MOST = 64  # most known words of a text that are read: attention is quadratic


def known_ids(words: Sequence[str], vocabulary: Vocabulary) -> list[int]:
    """Return the ids of the first words that the encoder knows; other words are skipped."""
    return [number for number in vocabulary.encode(words) if number != UNKNOWN][:MOST]


@torch.no_grad()
def vectors(model: nn.Module, texts: Sequence[Sequence[str]], vocabulary: Vocabulary) -> Tensor:
    """Each text → a vector of length 1, (text, d_model); zeros if none of its words is known."""
    read = [known_ids(words, vocabulary) for words in texts]
    rows = [torch.tensor(row or [PAD]) for row in read]
    encoded = model(pad_sequence(rows, batch_first=True, padding_value=PAD))  # (text, d_model)
    return encoded.masked_fill(~torch.tensor([bool(row) for row in read])[:, None], 0.0)
