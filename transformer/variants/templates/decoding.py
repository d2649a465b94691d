"""Your own choice of the next word. No parameter changes, so a trained model can use it at once."""

from torch import Tensor

from transformer.decoding.greedy import Choice
from transformer.variants import variant


@variant("decoding", "NAME")
class Mine(Choice):
    """Sampling: each token with the model's probability (always the same samples)."""

    def __call__(self, log_p: Tensor) -> Tensor:
        return log_p.exp().multinomial(1)[:, 0]  # (row, vocabulary) → (row,)
