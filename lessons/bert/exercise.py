"""Your exercise: what BERT does to sentences before it reads them, and what its answers cost.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both read this file anew each time. Begin with `segments_of`; its checks come first.
"""

import torch  # noqa: F401
from torch import Tensor
from torch.nn.functional import cross_entropy  # noqa: F401

PAD = 0  # fills up the end of short rows
CHOSEN = 0.15  # of all words have to be guessed


def segments_of(tokens: Tensor, separator: int) -> Tensor:
    """In which sentence each token stands: 0 or 1.

    tokens (batch, position) → the same shape. 0 up to the first `separator`, and with it; then 1. 0 for padding.
    """
    # cumsum(-1) of (tokens == separator) counts how many there have been.
    raise NotImplementedError("segments_of is still to be written")


def hide(tokens: Tensor, lot: Tensor, others: Tensor, mask: int) -> tuple[Tensor, Tensor]:
    """What the model reads, and what it has to say there. All (batch, position).

    `lot` has a number from 0 to 1 for each position, `others` a word drawn for each. Words are the tokens
    with a number above `mask`; the marks and PAD have lower ones and are never chosen.
    """
    # 1  chosen: words whose lot is below CHOSEN
    # 2  of these, lots below 0.8 · CHOSEN: the model reads `mask`; below 0.9 · CHOSEN: it reads the other word;
    #    the rest it reads as they are
    # 3  asked: the right word wherever one was chosen, PAD everywhere else
    raise NotImplementedError("hide is still to be written")


def pretraining_loss(words: Tensor, asked: Tensor, pairs: Tensor, label: Tensor) -> Tensor:
    """Two means added: over the words that are asked for, and over the pairs.

    words (batch, position, vocabulary), asked (batch, position), PAD where nothing is asked; pairs (batch, 2),
    label (batch,): 0 where the second sentence comes next, 1 where it does not. Scores, not probabilities.
    """
    # cross_entropy(scores, right, ignore_index=…) takes scores (many, classes) and right (many,).
    raise NotImplementedError("pretraining_loss is still to be written")
