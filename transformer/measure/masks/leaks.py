"""Which mistake in the masks of a model? Named by what moves what, and by nothing else."""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.diagnosis.masks import Rule
from transformer.measure.masks.influence import MOVED
from transformer.measure.masks.masking import with_itself

RIGHT = "right"


EVERYWHERE = ("inverted", "one_ahead", "padding_on_queries", "wrong_axis")  # in all layers alike
FORGOTTEN = "forgotten_in_layer_{}"  # counted from 1


def planted(rule: Rule, layers: int) -> dict[str, list[Tensor]]:
    """Each mistake that can be made here, as one mask for each layer, (sentence, query, key)."""
    known = rule.mistakes()
    found = {name: [known[name]] * layers for name in EVERYWHERE if name in known}
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
