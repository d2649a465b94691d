"""Find the bug in a model's masks from the measured influence only."""

from collections.abc import Sequence

import torch
from torch import Tensor

from lessons.masks.measure.influence import MOVED
from lessons.masks.measure.masking import with_itself
from transformer.diagnosis.masks import Rule

RIGHT = "right"


EVERYWHERE = ("inverted", "one_ahead", "padding_on_queries", "wrong_axis")  # in all layers alike
FORGOTTEN = "forgotten_in_layer_{}"  # counted from 1


def planted(rule: Rule, layers: int) -> dict[str, list[Tensor]]:
    """Return each bug that is possible here as one mask per layer, (sentence, query, key)."""
    mistakes = rule.mistakes()
    bugs = {name: [mistakes[name]] * layers for name in EVERYWHERE if name in mistakes}
    for layer in range(layers):
        masks = [rule.allowed] * layers
        masks[layer] = torch.ones_like(rule.allowed)
        bugs[FORGOTTEN.format(layer + 1)] = masks
    return bugs


def name_mistakes(layers: Tensor, rule: Rule) -> tuple[str, ...]:
    """Return the bugs whose masks would produce exactly the measured influence; ("right",) where the rule
    produces it.

    `layers` (layer, sentence, output, token) is measured: `influence(…).layers`. Several names are returned
    where this batch cannot distinguish them, and none where no known bug fits.
    """
    through = layers > MOVED
    if _same(through, [rule.allowed] * len(layers)):
        return (RIGHT,)
    candidates = planted(rule, len(layers))
    return tuple(name for name, masks in candidates.items() if _same(through, masks))


def _same(through: Tensor, masks: Sequence[Tensor]) -> bool:
    return torch.equal(through, torch.stack([with_itself(mask) for mask in masks]))


def leaks(moved: Tensor, promised: Tensor) -> list[tuple[int, ...]]:
    """Return the indices (…, output, token) where an output moved but should not have, the largest first."""
    wrong = torch.where((moved > MOVED) & ~promised, moved, 0.0)
    places = wrong.nonzero().tolist()
    return sorted(map(tuple, places), key=lambda position: -wrong[position].item())
