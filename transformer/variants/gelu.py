"""GELU in place of ReLU (Hendrycks and Gimpel 2016, section 2), as in BERT and GPT."""

from torch import Tensor, nn

from transformer.layers import FeedForward
from transformer.variants import variant


@variant("feed_forward", "gelu")
class GELU(FeedForward):
    """x · Φ(x), where Φ(x) is the probability that a standard normal variable is smaller than x.

    What to look for: units that are slightly negative, down to −0.17, where ReLU would give an exact 0.
    """

    def activate(self, x: Tensor) -> Tensor:
        return nn.functional.gelu(x)  # (batch, position, d_ff)


@variant("feed_forward", "gelu_tanh")
class TanhGELU(FeedForward):
    """GELU with a tanh approximation of Φ (section 2), as in GPT-2. It differs by less than 0.0005."""

    def activate(self, x: Tensor) -> Tensor:
        return nn.functional.gelu(x, approximate="tanh")  # (batch, position, d_ff)


@variant("feed_forward", "silu")
class SiLU(FeedForward):
    """x · σ(x) (section 4; Ramachandran et al. 2017 call it Swish), as in Marian's translation models."""

    def activate(self, x: Tensor) -> Tensor:
        return nn.functional.silu(x)  # (batch, position, d_ff)
