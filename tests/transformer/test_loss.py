"""The loss at its edges: nothing to be learned from, and what cannot be meant."""

import pytest
import torch

from transformer.objectives.loss import cross_entropy


@pytest.mark.parametrize("pad", [0, -100])
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_nothing_but_padding_is_no_loss_and_pulls_nowhere(smoothing, pad):
    logits = torch.randn(2, 3, 7, requires_grad=True)
    loss = cross_entropy(logits, torch.full((2, 3), pad), smoothing, pad)
    loss.backward()
    assert loss.item() == 0
    assert torch.equal(logits.grad, torch.zeros(2, 3, 7))
    empty = torch.randn(2, 0, 7, requires_grad=True)
    assert cross_entropy(empty, torch.zeros(2, 0, dtype=torch.long), smoothing, pad).item() == 0


def test_what_stands_at_padding_does_not_count():
    """Also where a logit there is infinite, as after an overflow nobody reads."""
    logits, target = torch.randn(1, 3, 7), torch.tensor([[2, 5, 0]])
    before = cross_entropy(logits, target, 0.1)
    logits[0, 2, 4] = -torch.inf
    assert cross_entropy(logits, target, 0.1) == before


@pytest.mark.parametrize("shape", [(1, 3), (2, 2), (2, 4), (6,)])
def test_a_target_of_another_shape_is_refused(shape):
    """`gather` alone would take the smaller ones and answer for other words."""
    with pytest.raises(ValueError, match=r"`target` has shape .* and `logits` has \(2, 3, 7\)"):
        cross_entropy(torch.randn(2, 3, 7), torch.ones(shape, dtype=torch.long))


@pytest.mark.parametrize("smoothing", [-0.1, 1.1, float("nan")])
def test_smoothing_is_a_share(smoothing):
    with pytest.raises(
        ValueError, match=f"smoothing is {smoothing}, but it must be between 0 and 1"
    ):
        cross_entropy(torch.randn(2, 3, 7), torch.ones(2, 3, dtype=torch.long), smoothing)
