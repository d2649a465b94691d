"""SwiGLU (Shazeer 2020, section 2): one half of the hidden units gates the other, as in LLaMA."""

from torch import Tensor, nn

from transformer.layers import FeedForward
from transformer.variants import variant


@variant("feed_forward", "swiglu")
class SwiGLU(FeedForward):
    """swish(x W₁) ⊙ x W₂, and back to d_model; swish(x) = x · sigmoid(x).

    The third matrix makes the layer half as large again. For the parameter count of the standard layer, use
    two thirds of d_ff. What to look for: hidden units of both signs, where ReLU has none below 0.
    """

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0):
        super().__init__(d_model, d_ff, dropout)
        self.gate = nn.Linear(d_model, d_ff)
        nn.init.xavier_uniform_(self.gate.weight)
        nn.init.zeros_(self.gate.bias)

    def forward(self, x: Tensor) -> Tensor:
        opened = nn.functional.silu(self.gate(x))  # (batch, position, d_ff)
        hidden = self.hidden(opened * self.expand(x))  # (batch, position, d_ff)
        return self.output(self.contract(self.dropout(hidden)))  # (batch, position, d_model)
