"""Typical words in the place of the most probable ones (Meister et al. 2023, “Locally Typical Sampling”)."""

from torch import Tensor

from transformer.decoding.greedy import Choice
from transformer.variants import variant


def entropy(log_p: Tensor) -> Tensor:
    """How surprising the next word will be on average, H = −Σ p log p; (row, vocabulary) → (row, 1)."""
    surprise = -log_p.masked_fill(log_p.isneginf(), 0.0)  # a word with p = 0 adds nothing
    return (log_p.exp() * surprise).sum(-1, keepdim=True)


@variant("decoding", "typical")
class Typical(Choice):
    """The word whose surprise −log p is closest to what is to be expected, the entropy.

    The paper keeps several such words and draws one of them; this takes the closest, so it draws nothing.
    What to look for: where the model is sure, the same word as without it. Where it is not, the most
    probable word is no surprise at all, and another one is taken. No harm is done where a text may go on
    in many ways (the task `walk`); where only one is right (a translation), it makes mistakes.
    """

    def __call__(self, log_p: Tensor) -> Tensor:
        return (log_p + entropy(log_p)).abs().argmin(-1)  # (row, vocabulary) → (row,)
