"""A layer under test: built small, with a fixed seed, and called as its kind requires."""

from dataclasses import replace
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.config import TransformerConfig
from transformer.contracts.result import NotApplicable, Violation
from transformer.model import Transformer
from transformer.probe import probes
from transformer.registry import find
from transformer.vocabulary import SPECIALS

BATCH, LENGTH, KEYS = 3, 5, 7  # sizes that differ, so that swapped axes are noticed
D_MODEL, HEADS, D_FF, MAX_LENGTH = 16, 2, 24, 32
WORDS = 12  # of each vocabulary of the small model, special tokens included


class NoModel(Exception):
    """A model with this layer does not run, so no more can be measured."""


M = TypeVar("M", bound=nn.Module)


class LayerUnderTest:
    """One layer, shared by all checks. All random numbers come from `seed`."""

    def __init__(self, kind: str, name: str, seed: int = 0):
        self.kind, self.name, self.seed = kind, name, seed
        self.layer = find(kind, name)
        self.runs_alone, self.fails_in_model = False, False  # set by the check `runs`

    def excused(self, check: str) -> None:
        """Raise `NotApplicable` if the layer itself declares that it does not keep this contract."""
        if reason := getattr(self.layer, "no_promise", {}).get(check):
            raise NotApplicable(reason)

    @property
    def attends(self) -> bool:
        """Whether words attend to words. A mask is a step of attention and is tested in the standard one."""
        return self.kind in ("attention", "mask")

    @property
    def self_only(self) -> bool:
        """Whether it compares positions of one text, so it is used only in self-attention."""
        return self.kind == "mask" or bool(getattr(self.layer, "self_only", False))

    def build(self, dropout: float = 0.0, seed: int = 0, layer: type | None = None) -> nn.Module:
        """Build a layer in evaluation mode."""
        torch.manual_seed(self.seed + seed)
        made = self._make(layer or self.layer, dropout)
        if not isinstance(made, nn.Module):
            name = type(made).__name__
            raise Violation(
                f"{name} is not a PyTorch layer", likely=f"write class {name}(nn.Module)"
            )
        return moved_from_start(made).eval()

    def _make(self, layer: type, dropout: float) -> nn.Module:
        if self.kind == "attention":
            return layer(D_MODEL, HEADS, dropout)
        if self.kind == "mask":
            return type(layer.__name__, (layer, MultiHeadAttention), {})(D_MODEL, HEADS, dropout)
        if self.kind == "feed_forward":
            return layer(D_MODEL, D_FF, dropout)
        if self.kind == "norm":
            return layer(D_MODEL)
        if self.kind == "position":
            return layer(D_MODEL, MAX_LENGTH)
        return layer(D_MODEL, "pre", dropout, find("norm", "standard"))

    def model(self, dropout: float = 0.0, seed: int = 0, **settings: Any) -> Transformer:
        """A small encoder–decoder model with the layer, in evaluation mode. Raises `NoModel` if it is
        known not to run."""
        if self.fails_in_model:
            raise NoModel
        torch.manual_seed(self.seed + seed)
        sizes: dict[str, Any] = {
            "d_model": D_MODEL,
            "d_ff": D_FF,
            "self_heads": HEADS,
            "cross_heads": HEADS,
        }
        sizes |= {"encoder_layers": 1, "decoder_layers": 1, self.kind: self.name}
        config = TransformerConfig(WORDS, WORDS, **sizes, dropout=dropout, max_length=MAX_LENGTH)
        return moved_from_start(Transformer(replace(config, **settings))).eval()

    def call(self, layer: nn.Module, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """x (batch, position, d_model) → the same shape; calls the layer as a model would."""
        if self.attends:
            return layer(x, x, mask)
        if self.kind == "position":
            return x + self.positions(layer, x.shape[1])
        return layer(x, sublayer) if self.kind == "residual" else layer(x)

    def positions(self, layer: nn.Module, length: int, start: int = 0) -> Tensor:
        """(length, d_model); raises `Violation` for another shape, which could not be added to the words."""
        vectors = layer(length, start)
        if tuple(vectors.shape) != (length, D_MODEL):
            saw = " × ".join(map(str, vectors.shape))
            raise Violation(
                f"for {length} positions, it returned {saw}; the shape must be {length} × {D_MODEL}"
            )
        return vectors

    def x(self, *shape: int) -> Tensor:
        """Random word vectors, (batch, position, d_model)."""
        batch, length = shape or (BATCH, LENGTH)
        generator = torch.Generator().manual_seed(self.seed + 17 * batch + length)
        return torch.randn(batch, length, D_MODEL, generator=generator)

    def tokens(self, batch: int = BATCH, length: int = LENGTH, start: int = 0) -> Tensor:
        """Ids of ordinary words, (batch, position); rows of up to eight contain none twice."""
        position = torch.arange(length)[None] + 2 * torch.arange(batch)[:, None] + start
        return len(SPECIALS) + position % (WORDS - len(SPECIALS))

    def probe(self, layer: nn.Module, name: str) -> str:
        """The name of a probe; raises `NotApplicable` if the layer has no such probe."""
        if name not in probes(layer):
            raise NotApplicable(
                f"the layer has no probe called {name}, so its values are not visible: write "
                f'self.{name} = Probe("batch head query key") in __init__, and pass the values through it'
            )
        return name


def sublayer(y: Tensor) -> Tensor:
    """The sub-layer inside a residual connection here: position-wise, without parameters."""
    return 0.5 * y.roll(1, -1)  # (batch, position, d_model)


@torch.no_grad()
def moved_from_start(module: M) -> M:
    """Change all parameters a little: the zeros and ones of a fresh layer would hide mistakes."""
    for parameter in module.parameters():
        parameter.add_(0.1 * torch.randn_like(parameter))
    return module
