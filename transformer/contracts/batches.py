"""The result for a sentence must not depend on the other sentences of its batch."""

import torch

from transformer.contracts import causes
from transformer.contracts.information_flow import expect_same
from transformer.contracts.layer_under_test import LENGTH, LayerUnderTest
from transformer.contracts.perturbation import MOVED, other
from transformer.contracts.result import NotApplicable, Violation, cell_of
from transformer.masks import causal


@torch.no_grad()
def batch_independence(tested: LayerUnderTest) -> str:
    """Change one sentence: no other may change, in evaluation or training. Then process each on its own."""
    if tested.kind == "position":
        raise NotApplicable(
            "a positional encoding reads no words, so every sentence gets the same vectors"
        )
    layer, x, mask = tested.build(), tested.x(), causal(LENGTH)
    for training in (False, True):
        layer.train(training)
        before = tested.call(layer, x, mask)
        changed = x.clone()
        changed[1] = other(x[1])
        after = tested.call(layer, changed, mask)
        moved = (after - before).abs() > MOVED * (1 + before.abs())
        moved[1] = False  # it was changed
        if moved.any():
            where = tuple(moved.nonzero()[0].tolist())
            says = f"in {'training' if training else 'evaluation'}, changing sentence 1 affects sentence {where[0]}"
            likely, line = causes.batch(tested, layer, x, mask, training)
            raise Violation(says, cell_of(after, before, where), likely, line)
    layer.eval()
    alone = torch.cat([tested.call(layer, sentence, mask) for sentence in x.split(1)])
    says = "a sentence gives different results on its own and in a batch"
    expect_same(tested.call(layer, x, mask), alone, says)
    model, source, target = tested.model(), tested.tokens(), tested.tokens(start=1)
    alone = torch.cat([model(*two) for two in zip(source.split(1), target.split(1), strict=True)])
    expect_same(model(source, target), alone, f"in a model, {says}")
    return "changing one sentence affects no other; each gives the same result on its own as in a batch"
