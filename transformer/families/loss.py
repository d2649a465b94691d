"""What training makes small: cross-entropy, with some probability spread over all words."""

import math

from torch import Tensor

from transformer.vocabulary import PAD


def cross_entropy(logits: Tensor, target: Tensor, smoothing: float = 0.0, pad: int = PAD) -> Tensor:
    """Mean of −Σ q log p over all tokens that are not padding (Vaswani et al. 2017, section 5.4).

    logits (batch, target, vocabulary), target (batch, target). q gives the right word 1 − smoothing
    and spreads `smoothing` evenly over the whole vocabulary (Szegedy et al. 2016, section 7).
    """
    log_p = logits.log_softmax(dim=-1)  # (batch, target, vocabulary)
    right = log_p.gather(-1, target.unsqueeze(-1)).squeeze(-1)  # (batch, target)
    loss = -(1 - smoothing) * right - smoothing * log_p.mean(-1)  # (batch, target)
    real = target != pad
    return (loss * real).sum() / real.sum()


def smoothing_floor(vocabulary: int, smoothing: float) -> float:
    """The smallest loss that label smoothing permits, in nats: the entropy of q.

    Even a model that is always right cannot go below it; one that does has seen the answers.
    """
    if smoothing == 0:
        return 0.0
    wrong = smoothing / vocabulary
    right = 1 - smoothing + wrong
    return -right * math.log(right) - (vocabulary - 1) * wrong * math.log(wrong)


ENOUGH = (
    0.9  # weight at which a guided head is left in peace, so that its softmax does not saturate
)


def guidance(weights: Tensor, known: Tensor) -> Tensor:
    """How far one head is from looking where it should: mean of −log(weight) over known cells.

    weights (batch, query, key) of one head; known (batch, query) holds the key that each query
    should look at, −1 where nothing is known. A small multiple of this is added to the loss of a
    guided head (Garg et al. 2019); beyond `ENOUGH` nothing pulls any more.
    """
    real = known >= 0
    if not real.any():
        return weights.new_zeros(())
    chosen = weights.gather(-1, known.clamp_min(0).unsqueeze(-1)).squeeze(-1)  # (batch, query)
    return -chosen[real].clamp(1e-9, ENOUGH).log().mean()
