"""Your own attention. Override the step that you want to change; all steps are in `transformer/attention.py`."""

from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


@variant("attention", "NAME")
class Mine(MultiHeadAttention):
    """Scores twice as large: the softmax becomes sharper."""

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(2 * scores / d_k**0.5)  # (batch, head, query, key); keep the probe
