"""The steps inside a softmax and a mixture, for those who check attention by hand.

The model does not need these numbers: `softmax` computes the same in one call, and more safely.
"""

from torch import Tensor


def softmax_parts(masked: Tensor) -> tuple[Tensor, Tensor]:
    """eˣ of every score and, for every query, their sum Σ: weight = eˣ / Σ.

    masked (…, query, key) → exponentials (…, query, key) and sums (…, query). This is the
    textbook's form. torch first subtracts the largest score of the row, which leaves the quotient
    as it is: above 88, eˣ is too large for float32 and infinite here.
    """
    exponentials = masked.exp()
    return exponentials, exponentials.sum(-1)  # (…, query)


def contribution_lengths(weights: Tensor, value: Tensor) -> Tensor:
    """How long the vector is that each word adds to each query's output: ‖weight · value‖.

    weights (…, query, key), value (…, key, d_v) → (…, query, key). The output is the sum of these
    vectors; a word with a large weight and a short value adds little. (Kobayashi et al. 2020, section 3,
    measure so after W_O.)
    """
    return weights * value.norm(dim=-1).unsqueeze(-2)  # (…, query, key)


def diagonal_share(weights: Tensor, offset: int) -> float:
    """How much of its attention a head gives to the word `offset` places further on, on average.

    weights (query, key); 0 is the word itself, −1 the one before. Queries that have no such key do
    not count.
    """
    diagonal = weights.diagonal(offset)
    return float(diagonal.mean()) if diagonal.numel() else 0.0
