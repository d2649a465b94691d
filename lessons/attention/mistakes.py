"""The usual mistakes in multi-head attention, planted into the real layer one at a time.

`recognise.py` compares a student's output with theirs and so can name a mistake; the tests make sure
that each one is caught. A mistake changes exactly one step of `MultiHeadAttention`.
"""

import math

import torch
from torch import Tensor

from lessons.kit.mistakes import Mistake
from transformer.attention import MultiHeadAttention
from transformer.probe import replace


class Wrong(MultiHeadAttention):
    """The real layer, taken apart into steps that a mistake can override. Itself it makes none.

    The softmax is the plain one, as most people write it: a row without any allowed key gives NaN.
    """

    sentence = ""

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor | None = None, cache=None) -> Tensor:
        """As `MultiHeadAttention.forward`."""
        self.x, mask, kept = x, self.allowed(mask), {}

        def keep(name, value):
            kept[name] = value
            return value

        steps = {
            "scaled": self.rescaled,
            "masked": lambda masked: keep("masked", self.hidden(masked, mask)),
            "weights": lambda weights: self.normalised(kept["masked"], mask),
            "head_output": lambda mixed: keep("mixed", mixed),
            "output": lambda output: self.projected(output, kept["mixed"]),
        }
        with replace(self, steps):
            return super().forward(x, memory, self.used(mask), cache)

    def allowed(self, mask):
        return mask

    def used(self, mask):
        return mask

    def rescaled(self, scaled: Tensor) -> Tensor:
        return scaled

    def hidden(self, masked: Tensor, mask) -> Tensor:
        return masked

    def normalised(self, masked: Tensor, mask) -> Tensor:
        return masked.softmax(dim=-1)

    def projected(self, output: Tensor, mixed: Tensor) -> Tensor:
        return output

    @property
    def d_k(self) -> int:
        return self.W_Q.out_features // self.heads


class NoScaling(Wrong):
    sentence = "the scores were not divided; divide them by √d_k before the softmax"

    def rescaled(self, scaled):
        return scaled * math.sqrt(self.d_k)


class ScaledByDk(Wrong):
    sentence = "the scores were divided by d_k; divide by its square root, √d_k"

    def rescaled(self, scaled):
        return scaled / math.sqrt(self.d_k)


class ScaledByModel(Wrong):
    sentence = (
        "the scores were divided by √d_model; each head has only d_k numbers, so divide by √d_k"
    )

    def rescaled(self, scaled):
        return scaled / math.sqrt(self.heads)


class SoftmaxOverQueries(Wrong):
    sentence = "softmax ran over the query axis; the key axis is the last one (dim=-1)"

    def normalised(self, masked, mask):
        return masked.softmax(dim=-2)


class MaskIgnored(Wrong):
    sentence = "the mask was never used; put −inf into the scores wherever it is False"

    def allowed(self, mask):
        return None


class MaskInverted(Wrong):
    sentence = "the mask is upside down: True means may look, so hide where it is False (~mask)"

    def allowed(self, mask):
        return None if mask is None else ~mask


class MaskTransposed(Wrong):
    sentence = "the mask is transposed: its rows are queries and its columns are keys"

    def allowed(self, mask):
        return None if mask is None else mask.transpose(-2, -1)


class DiagonalMasked(Wrong):
    sentence = "the diagonal is hidden too; a word may look at itself"

    def allowed(self, mask):
        return None if mask is None else mask & ~torch.eye(*mask.shape[-2:], dtype=torch.bool)


class OneFutureWord(Wrong):
    sentence = "each word also sees the next one; the mask is shifted by one place"

    def allowed(self, mask):
        if mask is None:
            return None
        return mask | torch.ones(mask.shape[-2:], dtype=torch.bool).triu(1).tril(1)


class MaskMultiplied(Wrong):
    sentence = (
        "the scores were multiplied by the mask; a score of 0 still gets weight e⁰, "
        "only −inf gets none"
    )

    def hidden(self, masked, mask):
        return masked if mask is None else masked.masked_fill(~mask, 0.0)


class MaskAfterSoftmax(Wrong):
    sentence = "the mask came after the softmax, so the rows lost weight; hide before the softmax"

    def used(self, mask):
        return None

    def normalised(self, masked, mask):
        weights = masked.softmax(dim=-1)
        return weights if mask is None else weights * mask


class SplitWithoutTranspose(Wrong):
    sentence = (
        "the heads were cut with one view or reshape, which mixes words; "
        "cut d_model into (head, d_k) first, then transpose(1, 2)"
    )

    def split(self, x):
        return x.reshape(len(x), self.heads, -1, self.d_k)


class MergedWithoutTranspose(Wrong):
    sentence = (
        "the heads were merged without transposing back, which mixes words; "
        "transpose(1, 2) first, then flatten"
    )

    def merge(self, x):
        return x.reshape(len(x), x.shape[2], -1)


class ValuesFromKeys(Wrong):
    sentence = "the values came out of W_K; they have a projection of their own, W_V"

    def keys_and_values(self, memory, cache=None):
        projected = self.split(self.W_K(memory))
        return self.key(projected), self.value(projected)


class KeysFromQueries(Wrong):
    sentence = "the keys were made from x; keys, like values, come from memory"

    def keys_and_values(self, memory, cache=None):
        key, value = self.split(self.W_K(self.x)), self.split(self.W_V(memory))
        return self.key(key), self.value(value)


class NoOutputProjection(Wrong):
    sentence = "W_O is missing; it mixes what the heads found, after they are put side by side"

    def projected(self, output, mixed):
        return self.merge(mixed)


class DropoutInEvaluation(Wrong):
    sentence = (
        "dropout is on although the layer is in evaluation; use self.dropout, "
        "or pass training=self.training"
    )

    def train(self, mode=True):
        super().train(mode)
        self.dropout.train()
        return self


class MemoryIgnored(Wrong):
    sentence = "memory was never used: keys and values both came from x"

    def keys_and_values(self, memory, cache=None):
        return super().keys_and_values(self.x, cache)


# The seventeen of the lesson, in the order in which attention is computed, and one that only
# cross-attention shows.
_ALL = (
    NoScaling,
    ScaledByDk,
    ScaledByModel,
    SoftmaxOverQueries,
    MaskIgnored,
    MaskInverted,
    MaskTransposed,
    DiagonalMasked,
    OneFutureWord,
    MaskMultiplied,
    MaskAfterSoftmax,
    SplitWithoutTranspose,
    MergedWithoutTranspose,
    ValuesFromKeys,
    KeysFromQueries,
    NoOutputProjection,
    DropoutInEvaluation,
    MemoryIgnored,
)
MISTAKES = {
    one.__name__: Mistake(one.__name__, one.sentence, lambda one=one: (one,)) for one in _ALL
}
