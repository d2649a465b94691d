"""The training loss: cross-entropy with label smoothing."""

import math

from torch import Tensor

from transformer.vocabulary import PAD


def cross_entropy(logits: Tensor, target: Tensor, smoothing: float = 0.0, pad: int = PAD) -> Tensor:
    """Mean of −Σ q log p over all tokens that are not padding (Vaswani et al. 2017, section 5.4).

    logits (batch, target, vocabulary), target (batch, target). q gives the correct word 1 − smoothing
    and spreads `smoothing` evenly over the whole vocabulary (Szegedy et al. 2016, section 7). `pad`
    may be a number outside the vocabulary, such as torch's −100. If all tokens are padding, the loss is 0.
    """
    if target.shape != logits.shape[:-1]:
        raise ValueError(
            f"`target` has shape {tuple(target.shape)} and `logits` has {tuple(logits.shape)}, but `target` needs one "
            "correct word per row of `logits`, so it must have the shape of `logits` without the last axis."
        )
    if not 0 <= smoothing <= 1:
        raise ValueError(f"smoothing is {smoothing}, but it must be between 0 and 1.")
    real = target != pad
    word = target.where(real, 0)  # any word: the loss at padding is ignored
    log_p = logits.log_softmax(dim=-1)  # (batch, target, vocabulary)
    loss = -log_p.gather(-1, word.unsqueeze(-1)).squeeze(-1)  # (batch, target)
    if smoothing:  # 0 · log 0, for an impossible word, is NaN
        loss = (1 - smoothing) * loss - smoothing * log_p.mean(-1)
    return loss.where(real, 0).sum() / real.sum().clamp_min(1)


def smoothing_floor(vocabulary: int, smoothing: float) -> float:
    """The smallest loss that label smoothing permits, in nats: the entropy of q.

    Even a perfect model cannot go below it; a lower loss means that the model has seen the answers.
    """
    if smoothing == 0:
        return 0.0
    wrong = smoothing / vocabulary
    right = 1 - smoothing + wrong
    return -right * math.log(right) - (vocabulary - 1) * wrong * math.log(wrong)


# Weight at which a guided head is no longer pushed, so that its softmax does not saturate
ENOUGH = 0.9


def supervision_loss(weights: Tensor, targets: Tensor) -> Tensor:
    """Return the auxiliary loss of a guided head, the mean of −log(weight) over known alignments.

    weights (batch, query, key) of one head; targets (batch, query) holds the key to which each query
    should attend, −1 if it is unknown. A small multiple is added to the loss of a guided head (Garg et
    al. 2019); beyond `ENOUGH` there is no gradient.
    """
    real = targets >= 0
    if not real.any():
        return weights.new_zeros(())
    chosen = weights.gather(-1, targets.clamp_min(0).unsqueeze(-1)).squeeze(-1)  # (batch, query)
    return -chosen[real].clamp(1e-9, ENOUGH).log().mean()
