"""Training must reach every parameter, and evaluation must be deterministic."""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor, nn

from transformer.contracts.layer_under_test import LENGTH, LayerUnderTest
from transformer.contracts.result import Cell, Violation, cell_of
from transformer.masks import causal


def gradients(tested: LayerUnderTest) -> str:
    """Check the gradients of the layer's parameters, its input, and all parameters of a model that contains it."""
    layer, x = tested.build().train(), tested.x().requires_grad_()

    def run() -> Tensor:
        return tested.call(layer, x, causal(LENGTH))

    tensors: dict[str, Tensor] = dict(layer.named_parameters())
    if tested.kind != "position":
        tensors["its input"] = x
    if tensors:
        reach(run, tensors, "")
    model = tested.model().train()
    reach(
        lambda: model(tested.tokens(), tested.tokens(start=1)),
        dict(model.named_parameters()),
        "in a model, ",
    )
    learned = len(list(layer.parameters()))
    if learned:
        return f"gradients reach the layer’s {learned} tensors, its input, and the rest of a model"
    return "the layer has no parameters; in a model, gradients reach all other parameters"


def reach(run: Callable[[], Tensor], tensors: Mapping[str, Tensor], where: str) -> None:
    """Raise `Violation` for the first tensor that moves the output without a gradient, or does neither."""
    outputs = run()
    if not outputs.requires_grad:
        saw = f"{where}the output has no gradient at all"
        raise Violation(
            saw,
            likely="the computation graph was broken, for example by detach(), .data, no_grad or numpy",
        )
    numbers = torch.sin(torch.arange(outputs.numel(), dtype=outputs.dtype)).reshape(outputs.shape)
    got = torch.autograd.grad((outputs * numbers).sum(), list(tensors.values()), allow_unused=True)
    for (name, tensor), gradient in zip(tensors.items(), got, strict=True):
        if gradient is not None and gradient.any():  # even NaN: that is another fault
            continue
        if matters(run, tensor):
            raise Violation(
                f"{where}no gradient reaches {name}, although the output depends on it",
                likely="the computation graph was broken, for example by detach(), .data, no_grad, argmax or rounding",
            )
        if gradient is None:
            raise Violation(
                f"{where}no gradient reaches {name}, and the output does not depend on it",
                likely=f"{name} does not affect the output: does the layer use all its inputs?"
                if where
                else f"{name} is created but never used: use it in forward, or remove it",
            )


@torch.no_grad()
def matters(run: Callable[[], Tensor], tensor: Tensor) -> bool:
    """Whether the output moves when the tensor is changed. Rounding does not count: adding a constant to all
    keys changes no softmax."""
    before, old = run(), tensor.clone()
    tensor.copy_(1.5 * old + 0.3 * torch.sin(torch.arange(old.numel()).float()).reshape(old.shape))
    after = run()
    tensor.copy_(old)
    return bool(((after - before).abs() > 1e-4 * (1 + before.abs())).any())


@torch.no_grad()
def deterministic(tested: LayerUnderTest) -> str:
    """Run the same input twice, with dropout 0.5 in the layer and in a model: the outputs must be equal."""
    layer, x, mask = tested.build(dropout=0.5).eval(), tested.x(), causal(LENGTH)
    copy = x.clone()
    first = tested.call(layer, copy, mask)
    first = first.clone()
    if not torch.equal(copy, x):
        raise Violation(
            "the layer changes its input",
            difference(copy, x),
            "an in-place operation (+=, add_, masked_fill_) changed forward’s input; make a new tensor",
        )
    second = tested.call(layer, copy, mask)
    if not same(first, second):
        raise Violation(
            "the same input gives two different outputs",
            difference(second, first),
            why(tested, layer),
        )
    model, tokens = tested.model(dropout=0.5).eval(), (tested.tokens(), tested.tokens(start=1))
    first, second = model(*tokens).clone(), model(*tokens)
    if not same(first, second):
        raise Violation(
            "in a model, the same sentence gives two different outputs", difference(second, first)
        )
    return "with dropout=0.5, two calls give equal outputs and leave their input unchanged"


def same(first: Tensor, second: Tensor) -> bool:
    return torch.equal(first.nan_to_num(), second.nan_to_num())


def difference(saw: Tensor, expected: Tensor) -> Cell:
    where = tuple((saw != expected).nonzero()[0].tolist())
    return cell_of(saw, expected, where)


def why(tested: LayerUnderTest, layer: nn.Module) -> str:
    answers = []
    for _ in range(2):
        torch.manual_seed(1)
        answers.append(tested.call(layer, tested.x(), causal(LENGTH)))
    if not same(*answers):
        return (
            "the layer keeps state between calls; pass everything that a call needs as an argument"
        )
    without = tested.build(dropout=0.0)
    if same(*(tested.call(without, tested.x(), causal(LENGTH)) for _ in range(2))):
        return "dropout is active in evaluation; use nn.Dropout, or pass training=self.training"
    return "random numbers are drawn in each call; draw them only once, in __init__"
