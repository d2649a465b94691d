"""A layer must keep no state between calls: what it computes depends only on its input and its parameters."""

import torch
from torch import Tensor, nn

from transformer.contracts.layer_under_test import BATCH, LENGTH, LayerUnderTest
from transformer.contracts.learning import difference, same
from transformer.contracts.result import Violation
from transformer.masks import causal

KEEPS = (
    "the layer stores something in `self` during a call and uses it in a later one; pass everything that a call "
    "needs as an argument"
)


@torch.no_grad()
def stateless(tested: LayerUnderTest) -> str:
    """Call the layer with one text, with the same again, and after longer texts: equal inputs must give equal outputs."""
    layer = tested.build()
    first = seeded(tested, layer, tested.x())
    expect(seeded(tested, layer, tested.x()), first, "the second call with the same input gives")
    for x in (tested.x(BATCH, LENGTH + 2), tested.x(1, LENGTH + 2)):
        seeded(tested, layer, x)
    says = "after calls with longer texts, the same input gives"
    expect(seeded(tested, layer, tested.x()), first, says)
    fresh = tested.build()
    seeded(tested, fresh, 0.5 * tested.x())
    says = "if its first call had another text, the same input gives"
    expect(seeded(tested, fresh, tested.x()), first, says)
    return "equal inputs give equal outputs, whatever the layer computed before"


def seeded(tested: LayerUnderTest, layer: nn.Module, x: Tensor) -> Tensor:
    """Call the layer with the same random numbers each time: noise is not state."""
    torch.manual_seed(tested.seed)
    return tested.call(layer, x, causal(x.shape[1])).clone()


def expect(saw: Tensor, expected: Tensor, says: str) -> None:
    if not same(saw, expected):
        raise Violation(f"{says} another output", difference(saw, expected), KEEPS)
