"""A text as one vector of length 1: near vectors, near meanings, if the encoder was trained for it."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from transformer.vocabulary import PAD, UNKNOWN, Vocabulary

MOST = 64  # known words of a text that are read: attention looks from each at each


def known(words: Sequence[str], vocabulary: Vocabulary) -> list[int]:
    """The numbers of the first words that the encoder has ever seen; the others are left out."""
    return [number for number in vocabulary.encode(words) if number != UNKNOWN][:MOST]


@torch.no_grad()
def vectors(model: nn.Module, texts: Sequence[Sequence[str]], vocabulary: Vocabulary) -> Tensor:
    """Each text → (text, d_model), of length 1; all 0 where no word of it is known."""
    read = [known(words, vocabulary) for words in texts]
    rows = [torch.tensor(row or [PAD]) for row in read]
    found = model(pad_sequence(rows, batch_first=True, padding_value=PAD))  # (text, d_model)
    return found.masked_fill(~torch.tensor([bool(row) for row in read])[:, None], 0.0)
