"""Your exercise: compute the losses of two heads, and find the best span.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `tag_loss`; its checks come first.
"""

import torch  # noqa: F401
from torch import Tensor
from torch.nn.functional import cross_entropy  # noqa: F401

NOT_ASKED = -100  # a position without a label: [CLS], [SEP] or padding


def tag_loss(scores: Tensor, right: Tensor) -> Tensor:
    """Return the mean loss over all words that have a label, in all texts together.

    scores (batch, position, label): logits. right (batch, position): a label, starting from 0, or NOT_ASKED.
    """
    # cross_entropy(scores, right, ignore_index=…) takes scores (many, labels) and right (many,).
    raise NotImplementedError("tag_loss is still to be written")


def span_loss(scores: Tensor, right: Tensor, inside: Tensor) -> Tensor:
    """Return the mean of two losses: one for the start position and one for the end position.

    scores (batch, position, 2): start and end logits. right (batch, 2): both positions.
    inside (batch, position): True where an answer can be; ignore all other positions.
    """
    # masked_fill(…, -torch.inf) removes a position: softmax assigns it probability 0.
    raise NotImplementedError("span_loss is still to be written")


def best_span(scores: Tensor, inside: Tensor) -> Tensor:
    """Return the start and the end with the largest sum of logits; the end must not precede the start.

    scores (batch, position, 2), inside (batch, position) → (batch, 2)
    """
    # 1  sums of all pairs: (batch, start, end)
    # 2  -inf for pairs with the end before the start; torch.ones(n, n, dtype=torch.bool).triu() helps
    # 3  the largest sum. argmax over flatten(1) counts cells row by row: // and % give its row and its column.
    raise NotImplementedError("best_span is still to be written")
