"""The student's functions on trial: a feed-forward layer, an encoder layer, and LayerNorm in parts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from lessons.kit.exercise import Functions, returned
from lessons.kit.layer import numbers
from transformer.measure.encoder_layer import encoder_layer, feed_forward
from transformer.measure.residual_stream import through_norm
from transformer.variants.norm import layer_norm

# All sizes differ, so that no axis can be taken for another.
BATCH, WORDS, D_MODEL, D_FF, SPLIT = 2, 5, 6, 9, 3
EPS, LARGE_EPS = 1e-5, 1.0  # the usual ε hardly shows; the large one does

W_1, b_1 = numbers(D_MODEL, D_FF, start=10), numbers(D_FF, start=80)
W_2, b_2 = numbers(D_FF, D_MODEL, start=110), numbers(D_MODEL, start=180)
GAMMA, BETA = 1 + numbers(D_MODEL, start=300) / 2, numbers(D_MODEL, start=400)
MIX = numbers(WORDS, WORDS, start=600)


def vectors(start: int = 700) -> Tensor:
    """(batch, position, d_model)"""
    return 2 * numbers(BATCH, WORDS, D_MODEL, start=start) + 0.5


def parts_of_x(start: int = 900) -> Tensor:
    """(part, batch, position, d_model): no two parts have the same mean or size."""
    size = torch.tensor([1.0, 3.0, 0.5])[:, None, None, None]
    return size * (numbers(SPLIT, BATCH, WORDS, D_MODEL, start=start) + 0.3 * size)


def one_attention(x: Tensor) -> Tensor:
    """Something that looks at other words."""
    return torch.tanh(MIX @ x)  # (batch, position, d_model)


def one_feed_forward(x: Tensor) -> Tensor:
    """Something that works on each word."""
    return feed_forward(x, W_1, b_1, W_2, b_2)  # (batch, position, d_model)


def norm_one(x: Tensor) -> Tensor:
    """The first of two LayerNorms, which differ in γ and β."""
    return layer_norm(x, GAMMA, BETA)


def norm_two(x: Tensor) -> Tensor:
    """The second one."""
    return layer_norm(x, 1.5 - GAMMA, BETA.flip(0))


class Student(Functions):
    """Someone's `feed_forward`, `encoder_layer` and `through_norm`; also as one thing that has all three."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {
        "feed_forward": feed_forward,
        "encoder_layer": encoder_layer,
        "through_norm": through_norm,
    }
    trained = tuple(real)

    def forward(self, x: Tensor, bias: Tensor = b_1, last: Tensor = b_2) -> Tensor:
        """The student's feed-forward of x; `Failed` where it is no tensor of that shape."""
        got = self.call("feed_forward", x, W_1, bias, W_2, last)
        return self._tensor("feed_forward", got, x.shape)

    def layer(
        self,
        x: Tensor,
        pre: bool,
        attention: Callable = one_attention,
        forward: Callable = one_feed_forward,
        norms: tuple[Callable, Callable] = (norm_one, norm_two),
    ) -> Tensor:
        """The student's encoder layer; `Failed` where it is no tensor of that shape."""
        got = self.call("encoder_layer", x, attention, forward, *norms, pre)
        return self._tensor("encoder_layer", got, x.shape)

    def split(self, parts: Tensor, eps: float = EPS, beta: Tensor = BETA) -> Tensor:
        """The student's parts of LayerNorm; `Failed` where it is no tensor of that shape."""
        got = self.call("through_norm", parts, GAMMA, beta, eps)
        return self._tensor("through_norm", got, (len(parts) + 1, *parts.shape[1:]))

    def _tensor(self, name: str, got: Any, shape: tuple[int, ...]) -> Tensor:
        if not isinstance(got, Tensor):
            raise self.failed(name, f"{name} {returned(got)}", f"a tensor {tuple(shape)}")
        if got.shape != torch.Size(shape):
            raise self.failed(name, f"shape {tuple(got.shape)}", f"{tuple(shape)}")
        return got
