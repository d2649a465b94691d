"""Another way to choose the next word. No weight changes: a trained model writes with it at once."""

from torch import Tensor

from transformer.decoding.greedy import Choice
from transformer.variants import variant


@variant("decoding", "NAME")
class Mine(Choice):
    """A draw: each token as often as the model finds it probable (in the same order each time)."""

    def __call__(self, log_p: Tensor) -> Tensor:
        return log_p.exp().multinomial(1)[:, 0]  # (row, vocabulary) → (row,)
