"""Your exercise: what the answers of two heads cost, and how an answer is read.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both read this file anew each time. Begin with `tag_loss`; its checks come first.
"""

import torch  # noqa: F401
from torch import Tensor
from torch.nn.functional import cross_entropy  # noqa: F401

NOT_ASKED = -100  # a position without a label: [CLS], [SEP] or padding


def tag_loss(scores: Tensor, right: Tensor) -> Tensor:
    """The mean over all words that have a label, of whatever text they are.

    scores (batch, position, label), right (batch, position): a label from 0 on, or NOT_ASKED.
    """
    # cross_entropy(scores, right, ignore_index=…) takes scores (many, labels) and right (many,).
    raise NotImplementedError("tag_loss is still to be written")


def span_loss(scores: Tensor, right: Tensor, inside: Tensor) -> Tensor:
    """Two questions whose answers are positions: where does it start, where does it end? The mean of both.

    scores (batch, position, 2): of the start, of the end. right (batch, 2): the positions of both.
    inside (batch, position): True where an answer may stand; no other position may be considered.
    """
    # masked_fill(…, -torch.inf) takes a position out: softmax gives it 0.
    raise NotImplementedError("span_loss is still to be written")


def best_span(scores: Tensor, inside: Tensor) -> Tensor:
    """The start and the end whose scores have the largest sum; an answer does not end before it starts.

    scores (batch, position, 2), inside (batch, position) → (batch, 2)
    """
    # 1  sums of all pairs: (batch, start, end)
    # 2  -inf for those in which the end stands before the start; torch.ones(n, n, dtype=torch.bool).triu() helps
    # 3  the largest of all. argmax over flatten(1) counts cells row by row: // and % give its row and its column.
    raise NotImplementedError("best_span is still to be written")
