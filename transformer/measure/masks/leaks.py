"""Which mistake in a mask? Named by what moves what, and by nothing else.

A mistake in a mask lets through something of its own. So for each known one it is written down here what
every layer would let through, and the measured matrices are compared with that. No code is read.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.masks import causal
from transformer.measure.masks.influence import MOVED
from transformer.measure.masks.masking import with_itself

RIGHT = "right"


@dataclass(frozen=True)
class Rule:
    """What a batch of self-attention should allow: nobody looks at padding and, with `backward`, nobody
    looks ahead. `words` (sentence, position), True where a word stands."""

    words: Tensor
    backward: bool

    @property
    def allowed(self) -> Tensor:
        """(sentence, query, key), True = may look."""
        return self.back & self.words[:, None, :]

    @property
    def back(self) -> Tensor:
        """The rule without its padding, (query, key)."""
        count = self.words.shape[1]
        return causal(count) if self.backward else torch.ones(count, count, dtype=torch.bool)


def _inverted(rule: Rule) -> Tensor:
    return ~rule.allowed


def _one_ahead(rule: Rule) -> Tensor | None:
    if not rule.backward:
        return None
    return torch.ones_like(rule.back).tril(1) & rule.words[:, None, :]


def _on_queries(rule: Rule) -> Tensor:
    return rule.back & rule.words[:, :, None]


def _wrong_axis(rule: Rule) -> Tensor | None:
    """(sentence, position) where (query, key) was asked for: it fits when the two are of one size."""
    sentences, count = rule.words.shape
    if sentences != count:
        return None  # torch would have refused it
    return (rule.back & rule.words).expand(sentences, -1, -1)


# By name, what the mask of each layer would be; None where the mistake cannot be made.
EVERYWHERE: dict[str, Callable[[Rule], Tensor | None]] = {
    "inverted": _inverted,
    "one_ahead": _one_ahead,
    "padding_on_queries": _on_queries,
    "wrong_axis": _wrong_axis,
}
FORGOTTEN = "forgotten_in_layer_{}"  # counted from 1


def planted(rule: Rule, layers: int) -> dict[str, list[Tensor]]:
    """Each mistake that can be made here, as one mask for each layer, (sentence, query, key)."""
    found = {name: [mask] * layers for name, make in EVERYWHERE.items()
             if (mask := make(rule)) is not None}  # fmt: skip
    for layer in range(layers):
        masks = [rule.allowed] * layers
        masks[layer] = torch.ones_like(rule.allowed)
        found[FORGOTTEN.format(layer + 1)] = masks
    return found


def named(layers: Tensor, rule: Rule) -> tuple[str, ...]:
    """The mistakes that would let through just what moved; ("right",) where that is what the rule allows.

    `layers` (layer, sentence, output, token) is measured: `influence(…).layers`. More than one name where
    this batch cannot tell them apart, none where no known mistake looks so.
    """
    through = layers > MOVED
    if _same(through, [rule.allowed] * len(layers)):
        return (RIGHT,)
    known = planted(rule, len(layers))
    return tuple(name for name, masks in known.items() if _same(through, masks))


def _same(through: Tensor, masks: Sequence[Tensor]) -> bool:
    return torch.equal(through, torch.stack([with_itself(mask) for mask in masks]))


def leaks(moved: Tensor, promised: Tensor) -> list[tuple[int, ...]]:
    """Where something moved that should not: the indices of (…, output, token), the farthest first."""
    wrong = torch.where((moved > MOVED) & ~promised, moved, 0.0)
    places = wrong.nonzero().tolist()
    return sorted(map(tuple, places), key=lambda position: -wrong[position].item())
