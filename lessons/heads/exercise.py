"""Your exercise: what a head writes, how well it follows a pattern, and where an induction head looks.

Write the three functions, save this file, and run `check()` in the notebook or look at the exercise box
in the app. Both read this file anew each time.
"""

import torch  # noqa: F401
from torch import Tensor


def contributions(head_output: Tensor, W_O: Tensor) -> Tensor:
    """What each head writes: (batch, head, query, d_model).

    head_output (batch, head, query, d_v) is what each head has mixed. W_O (d_model, head · d_v) is the
    weight of an nn.Linear, so it is the W_O of the formula transposed: one row for each number of the output,
    and columns in the order of the heads side by side. Summed over the heads, your answer must be the
    attention's output without its bias.
    """
    # 1  Cut the columns of W_O into blocks of d_v, one a head.
    # 2  Multiply each head with its own block only.
    raise NotImplementedError("contributions is still to be written")


def score(weights: Tensor, right: Tensor) -> Tensor:
    """How well each head follows a pattern: (head,).

    weights (batch, head, row, column) are attention weights. right (batch, row, column) is bool, True
    where the pattern says that this row looks; a row may have several such columns, or none.
    """
    # 1  For each row, the weight on all of its right columns together.
    # 2  The mean over all rows, of all sentences, that have a right column. The others do not count.
    raise NotImplementedError("score is still to be written")


def after_copies(tokens: Tensor) -> Tensor:
    """Where an induction head looks: bool, (batch, position, position).

    tokens (batch, position), whole numbers. True at row i and column j when the token before j is the
    same as the token at i, and stands earlier than i: j is what came next, last time.
    """
    # 1  same[b, i, k]: is the token at i the same as the token at k?
    # 2  Keep only those k that stand before i.
    # 3  What is looked at is one place after each such k.
    raise NotImplementedError("after_copies is still to be written")
