"""What training makes small: cross-entropy, with some probability spread over all words."""

import math

from torch import Tensor

from transformer.vocabulary import PAD


def cross_entropy(logits: Tensor, target: Tensor, smoothing: float = 0.0, pad: int = PAD) -> Tensor:
    """Mean of −Σ q log p over all tokens that are not padding (Vaswani et al. 2017, section 5.4).

    logits (batch, target, vocabulary), target (batch, target). q gives the right word 1 − smoothing
    and spreads `smoothing` evenly over the whole vocabulary (Szegedy et al. 2016, section 7). `pad`
    may be a number outside the vocabulary, as torch's −100. Nothing but padding gives 0.
    """
    if target.shape != logits.shape[:-1]:
        raise ValueError(
            f"target has the shape {tuple(target.shape)}, logits {tuple(logits.shape)}: a target is "
            "the right word for each row of logits, so its shape is theirs without the last axis"
        )
    if not 0 <= smoothing <= 1:
        raise ValueError(f"smoothing is {smoothing}; it is a share, 0 to 1")
    real = target != pad
    word = target.where(real, 0)  # any word: what is said of padding does not count
    log_p = logits.log_softmax(dim=-1)  # (batch, target, vocabulary)
    loss = -log_p.gather(-1, word.unsqueeze(-1)).squeeze(-1)  # (batch, target)
    if smoothing:  # 0 · log 0, of a word that may not be said, is no number
        loss = (1 - smoothing) * loss - smoothing * log_p.mean(-1)
    return loss.where(real, 0).sum() / real.sum().clamp_min(1)


def smoothing_floor(vocabulary: int, smoothing: float) -> float:
    """The smallest loss that label smoothing permits, in nats: the entropy of q.

    Even a model that is always right cannot go below it; one that does has seen the answers.
    """
    if smoothing == 0:
        return 0.0
    wrong = smoothing / vocabulary
    right = 1 - smoothing + wrong
    return -right * math.log(right) - (vocabulary - 1) * wrong * math.log(wrong)


# Weight at which a guided head is left in peace, so that its softmax does not saturate
ENOUGH = 0.9


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
