"""Your exercise: the contribution of a head, its match with a pattern, and the targets of an induction head.

Write the three functions, save this file, and run `check()` in the notebook or look at the exercise box
in the app. Both re-read this file every time.
"""

import torch  # noqa: F401
from torch import Tensor


def contributions(head_output: Tensor, W_O: Tensor) -> Tensor:
    """Compute the contribution of each head: (batch, head, query, d_model).

    head_output (batch, head, query, d_v) contains each head’s weighted means of the values. W_O (d_model, head · d_v) is
    the weight of an nn.Linear, so it is the W_O of the formula transposed: one row per output dimension, and columns
    in the order of the concatenated heads. Summed over the heads, your result must equal the attention output without
    its bias.
    """
    # 1  Cut the columns of W_O into blocks of d_v, one per head.
    # 2  Multiply each head by its own block only.
    raise NotImplementedError("contributions is still to be written")


def score(weights: Tensor, right: Tensor) -> Tensor:
    """Measure how well each head follows a pattern: (head,).

    weights (batch, head, row, column) are attention weights. right (batch, row, column) is bool, True where the
    pattern says that this row attends; a row can have several such columns, or none.
    """
    # 1  For each row, add up the weights on its right columns.
    # 2  Take the mean over the rows of all sentences that have a right column. Ignore the others.
    raise NotImplementedError("score is still to be written")


def after_copies(tokens: Tensor) -> Tensor:
    """Mark where an induction head attends: bool, (batch, position, position).

    tokens (batch, position) are integers. True at row i and column j if the token before j is the same as the token
    at i and comes earlier than i. So j is the token that followed that copy.
    """
    # 1  same[b, i, k]: is the token at i the same as the token at k?
    # 2  Keep only those k that come before i.
    # 3  Mark the position after each such k.
    raise NotImplementedError("after_copies is still to be written")
