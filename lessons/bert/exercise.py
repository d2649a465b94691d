"""Your exercise: prepare the input of BERT, and compute its pretraining loss.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `segments_of`; its checks come first.
"""

import torch  # noqa: F401
from torch import Tensor
from torch.nn.functional import cross_entropy  # noqa: F401

PAD = 0  # padding at the end of short sequences
CHOSEN = 0.15  # the fraction of words that are chosen for the model to predict


def segments_of(tokens: Tensor, separator: int) -> Tensor:
    """Return the segment of each token: 0 or 1.

    tokens (batch, position) → the same shape. 0 up to and including the first `separator`, then 1; padding gets 0.
    """
    # cumsum(-1) of (tokens == separator) counts the separators so far.
    raise NotImplementedError("segments_of is still to be written")


def hide(tokens: Tensor, lot: Tensor, others: Tensor, mask: int) -> tuple[Tensor, Tensor]:
    """Return what the model reads and what it must predict (read, asked). All tensors are (batch, position).

    `lot` contains a random number from 0 to 1 for each position, and `others` a random word. Words are tokens with
    an ID above `mask`; special tokens and PAD have lower IDs and are never chosen.
    """
    # 1  chosen: words whose lot is below CHOSEN
    # 2  read: `mask` for chosen words with a lot below 0.8 · CHOSEN, the other word below 0.9 · CHOSEN,
    #    and the same word for all others
    # 3  asked: the correct word wherever one was chosen, PAD everywhere else
    raise NotImplementedError("hide is still to be written")


def pretraining_loss(words: Tensor, asked: Tensor, pairs: Tensor, label: Tensor) -> Tensor:
    """Return the mean loss over the words to predict plus the mean loss over the pairs.

    Logits: words (batch, position, vocabulary), pairs (batch, 2). Targets: asked (batch, position), PAD where
    there is nothing to predict; label (batch,), 0 if the second sentence comes next, 1 if not.
    """
    # cross_entropy(logits, right, ignore_index=…) takes logits (many, classes) and right (many,).
    raise NotImplementedError("pretraining_loss is still to be written")
