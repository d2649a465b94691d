"""GELU in the place of ReLU (Hendrycks and Gimpel 2016, section 2): BERT and GPT have it."""

from torch import Tensor, nn

from transformer.layers import FeedForward
from transformer.variants import variant


@variant("feed_forward", "gelu")
class GELU(FeedForward):
    """x · Φ(x), Φ being how probable it is that a standard normal number is smaller than x.

    What to look for: units that are slightly negative, down to −0.17, where ReLU would have left an exact 0.
    """

    def activate(self, x: Tensor) -> Tensor:
        return nn.functional.gelu(x)  # (batch, position, d_ff)


@variant("feed_forward", "gelu_tanh")
class TanhGELU(FeedForward):
    """The same with tanh in the place of Φ (section 2): GPT-2 has it. It differs by less than 0.0005."""

    def activate(self, x: Tensor) -> Tensor:
        return nn.functional.gelu(x, approximate="tanh")  # (batch, position, d_ff)


@variant("feed_forward", "silu")
class SiLU(FeedForward):
    """x · σ(x) (section 4; Ramachandran et al. 2017 call it Swish): the translators of Marian have it."""

    def activate(self, x: Tensor) -> Tensor:
        return nn.functional.silu(x)  # (batch, position, d_ff)
