"""Use an attention class from a course or another project as it is: `forward` is enough.

    class Attention(nn.Module):          # your class, unchanged, in transformer/variants/my_course.py
        def __init__(self, d_model, heads, dropout): …
        def forward(self, q, k, v, mask=None): …

    adapt("course", Attention)

Afterwards `--set attention=course` trains with it. For another constructor, pass a function:
`adapt("course", lambda d_model, heads, dropout: Attention(Config(n_embd=d_model, n_head=heads)))`.
The mask convention is found by trying (`conventions.py`), the attention weights by watching the softmax
(`watching.py`). The layer has no cache, so decoding reads all earlier words again.
"""

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

import torch
from torch import Tensor, nn

from transformer.cache import KeyValueCache
from transformer.masks import causal
from transformer.probe import Probe, record
from transformer.registry import variant
from transformer.variants import conventions
from transformer.variants.conventions import Convert, Interface, taken
from transformer.variants.watching import Watch, watched, weights_in

CACHE = "an adapted layer has no cache: decoding reads all earlier words again, which is slower"
HIDES = "the layer hides later words itself, even if the mask allows them"
LENGTHS = "forward takes the number of allowed keys, so only the first keys can be allowed"
NO_WEIGHTS = (
    "The attention weights of {name} were not found, so no map can be drawn: return (output, weights) from forward, "
    'or write self.weights = Probe("batch head query key") in __init__ and pass the weights through it.'
)


class Adapted(nn.Module):
    """An attention class from elsewhere, `self.layer`, with the interface of this package."""

    build: ClassVar[Callable[..., nn.Module]]
    takes: ClassVar[Interface]
    self_only: ClassVar[bool]
    no_promise: ClassVar[dict[str, str]]

    def __init_subclass__(cls) -> None:
        """Called when a mask is combined with the layer. Raises `ValueError` if the layer has no mask."""
        super().__init_subclass__()
        if "takes" in dir(cls) and not cls.takes.mask and len(cls.__bases__) > 1:
            mask, layer = (base.__name__ for base in cls.__bases__)
            raise ValueError(
                f"the mask {mask} would have no effect, because the forward of {layer} has no mask. Add a parameter "
                "`mask` to it, or take mask=standard."
            )

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__()
        layer, self.heads = type(self).build(d_model, heads, dropout), heads
        own = getattr(layer, "weights", None)
        self.has_probe = isinstance(own, Probe)
        self.weights = own if isinstance(own, Probe) else Probe("batch head query key")
        self.layer = layer
        self.output = Probe("batch query d_model")

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        mask: Tensor | None = None,
        cache: KeyValueCache | None = None,
    ) -> Tensor:
        """x (batch, query, d_model), memory (batch, key, d_model) → (batch, query, d_model)."""
        shape = len(x), 1, x.shape[1], memory.shape[1]  # (batch, 1, query, key)
        everything = torch.ones(shape, dtype=torch.bool, device=x.device)
        mask = self.attention_mask(mask, everything)
        mask = everything if mask is None else mask.expand(shape)
        possible = mask.any(-1, keepdim=True)  # (batch, 1, query, 1)
        mask = mask | ~possible  # a fully masked row could give NaN; its output is set to 0
        if self.has_probe or not watched(self.weights):
            output, _ = self.attend(x, memory, mask, self.takes.convert)
        else:
            output = self.watch(x, memory, mask, possible)
        return self.output(output.masked_fill(~possible[:, 0], 0.0))

    def attention_mask(self, mask: Tensor | None, scores: Tensor) -> Tensor | None:
        """The mask to apply: bool (…, query, key), True = may attend. A variant of the kind `mask` overrides it."""
        return mask

    def attend(
        self, x: Tensor, memory: Tensor, mask: Tensor, convert: Convert
    ) -> tuple[Tensor, list]:
        """Call the layer with a mask (batch, 1, query, key) → its output (batch, query, d_model), and what else it
        returned. Raises `ValueError` for an output of another shape."""
        inputs = (x, memory, memory)[: self.takes.inputs]
        named = {self.takes.mask: convert(mask, self.heads)} if self.takes.mask else {}
        result = self.layer(*inputs, **named, **self.takes.options)
        output, *others = result if isinstance(result, tuple | list) else (result,)
        if not isinstance(output, Tensor) or output.shape != x.shape:
            got = tuple(output.shape) if isinstance(output, Tensor) else type(output).__name__
            raise ValueError(
                f"for x of shape {tuple(x.shape)}, forward returned {got}, but it must return (batch, query, d_model), "
                "alone or first in a tuple."
            )
        return output, others

    def watch(self, x: Tensor, memory: Tensor, mask: Tensor, possible: Tensor) -> Tensor:
        """`attend`, with its attention weights passed through the probe `weights`."""
        batch, _, queries, keys = mask.shape
        with Watch(self.weights, possible, keys) as watching:
            output, others = self.attend(x, memory, mask, self.takes.convert)
        returned = weights_in(others, batch, queries, keys)
        if returned is not None and not watching.saw:
            self.weights(returned * possible)  # (batch, head, query, key)
        return output


def adapt(name: str, build: Callable[..., nn.Module]) -> type[Adapted]:
    """Register an attention class from elsewhere under a name, and return the layer that contains it.

    `build(d_model, heads, dropout)` returns a new layer; a class with these arguments is enough. `forward` takes
    (x), (x, memory) or (query, key, value), and may take a mask; it returns the output, or a tuple that begins
    with it. Raises `ValueError` with the reason if the layer cannot be adapted.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        inside = type(layer := build(conventions.D_MODEL, conventions.HEADS, 0.0))
        takes = taken(layer)

        class Layer(Adapted):
            __doc__ = inside.__doc__
            no_promise = {"cached equals full": CACHE}
            self_only = takes.inputs == 1

        Layer.build, Layer.takes = staticmethod(build), takes
        Layer.__name__, Layer.__qualname__ = inside.__name__, inside.__qualname__
        Layer.__module__ = inside.__module__
        adapted = Layer(conventions.D_MODEL, conventions.HEADS).eval()
        Layer.takes = replace(takes, convert=convention(adapted))
        if hides_later_words(adapted):
            Layer.no_promise["hides nothing that is allowed"] = HIDES
        if Layer.takes.convert is conventions.lengths:
            Layer.no_promise["order-blind without positions"] = LENGTHS
        with record(adapted, "weights") as trace:
            adapted(x := torch.randn(1, 2, conventions.D_MODEL), x)
    if not trace["weights"]:
        warnings.warn(NO_WEIGHTS.format(name=inside.__name__), stacklevel=2)
    return variant("attention", name)(Layer)


def convention(adapted: Adapted) -> Convert:
    """How to pass our mask to the layer; `ValueError` if no way hides exactly the masked words."""

    def attend(x: Tensor, memory: Tensor, mask: Tensor, convert: Convert) -> Tensor:
        return adapted.attend(x, memory, mask, convert)[0]

    name = type(adapted).__name__
    if adapted.takes.mask:
        try:
            return conventions.convention(attend, adapted.self_only)
        except ValueError as error:
            raise ValueError(f"{name} cannot be adapted: {error}") from None
    if not hides_later_words(adapted):
        raise ValueError(
            f"{name} cannot be adapted: its forward has no mask, and a word depends on later words. Add a parameter "
            "`mask` to forward."
        )
    return adapted.takes.convert


def hides_later_words(adapted: Adapted) -> bool:
    """Whether no word depends on later words, although no mask hides them."""
    moved = conventions.influence(adapted, self_only=True)  # (batch, query, key)
    return not (moved & ~causal(conventions.QUERIES)).any()
