"""The steps inside a softmax and a weighted sum, for checking attention by hand.

The model does not need these functions: `softmax` computes the same in one call and is numerically safer.
"""

from torch import Tensor


def softmax_parts(masked: Tensor) -> tuple[Tensor, Tensor]:
    """Return eˣ of every score and its sum Σ for every query: weight = eˣ / Σ.

    masked (…, query, key) → exponentials (…, query, key) and sums (…, query). This is the textbook form. torch
    first subtracts the largest score of the row, which does not change the quotient: above 88, eˣ overflows
    float32 and becomes infinite here.
    """
    exponentials = masked.exp()
    return exponentials, exponentials.sum(-1)  # (…, query)


def contribution_lengths(weights: Tensor, value: Tensor) -> Tensor:
    """Return the length of the vector that each word adds to each query's output: ‖weight · value‖.

    weights (…, query, key), value (…, key, d_v) → (…, query, key). The output is the sum of these vectors; a
    word with a large weight and a short value contributes little. (Kobayashi et al. 2020, section 3, measure
    the length after W_O.)
    """
    return weights * value.norm(dim=-1).unsqueeze(-2)  # (…, query, key)


def diagonal_share(weights: Tensor, offset: int) -> float:
    """Return the mean weight that a head gives to the word `offset` positions to the right.

    weights (query, key); 0 is the word itself, −1 the word before it. Queries without such a key do not count.
    """
    diagonal = weights.diagonal(offset)
    return float(diagonal.mean()) if diagonal.numel() else 0.0
