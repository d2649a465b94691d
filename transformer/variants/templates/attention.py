"""Another way to attend. Override the step that you change; `transformer/attention.py` has them all."""

from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


@variant("attention", "NAME")
class Mine(MultiHeadAttention):
    """Scores twice as large: softmax decides more sharply."""

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(2 * scores / d_k**0.5)  # (batch, head, query, key); keep the probe
