"""Typical words instead of the most probable ones (Meister et al. 2023, “Locally Typical Sampling”)."""

from torch import Tensor

from transformer.decoding.greedy import Choice
from transformer.variants import variant


def entropy(log_p: Tensor) -> Tensor:
    """Return the expected surprise of the next word, H = −Σ p log p; (row, vocabulary) → (row, 1)."""
    surprise = -log_p.masked_fill(log_p.isneginf(), 0.0)  # a word with p = 0 adds nothing
    return (log_p.exp() * surprise).sum(-1, keepdim=True)


@variant("decoding", "typical")
class Typical(Choice):
    """The word whose surprise −log p is closest to the expected surprise, the entropy.

    The paper keeps several such words and samples one of them; this layer takes the closest and samples
    nothing. What to look for: where the model is confident, the same word as without it. Where it is not, the
    most probable word is less surprising than expected, so another word is taken. That is harmless where a
    text can continue in many ways (the task `walk`); where only one continuation is correct (a translation),
    it causes errors.
    """

    def __call__(self, log_p: Tensor) -> Tensor:
        return (log_p + entropy(log_p)).abs().argmin(-1)  # (row, vocabulary) → (row,)
