"""A layer must run on the device of its input, for example a GPU (CUDA) or a Mac (MPS)."""

from typing import Any

import torch

from transformer.contracts.errors import of_error
from transformer.contracts.layer_under_test import LENGTH, LayerUnderTest
from transformer.contracts.result import NotApplicable, Violation
from transformer.contracts.saving import unsaved
from transformer.masks import causal

CREATED = (
    "a tensor is created on the CPU: pass device=x.device when you create it, or create it in __init__ with "
    "register_buffer"
)


@torch.no_grad()
def other_device(tested: LayerUnderTest) -> str:
    """Move the layer and its input to another device: every tensor must be there, in a model too."""
    device, differ, context = stand_in()
    layer, x, mask = tested.build(), tested.x(), causal(LENGTH)
    likely = unsaved(layer) or CREATED
    try:
        with context:
            layer.to(device)
            if tested.kind == "position":
                output = tested.positions(layer, LENGTH)
            else:
                output = tested.call(layer, x.to(device), mask.to(device))
            if output.device != device:
                raise Violation("on another device, it returned a tensor on the CPU", likely=likely)
            model = tested.model().to(device)
            model(tested.tokens().to(device), tested.tokens(start=1).to(device))
    except differ as error:
        says = f"on another device, the layer also uses a tensor on the CPU: {error}"
        raise Violation(says, likely=likely, look_at=of_error(error, tested.layer)) from error
    return "the layer runs on another device than the CPU, in a model too"


def stand_in() -> tuple[Any, type[Exception], Any]:
    """A device that every computer has, its error, and the context in which it exists. Raises `NotApplicable` where
    PyTorch is only the small one of a web page."""
    try:
        from transformer.contracts.other_device import OTHER, DevicesDiffer, OtherDevice
    except ImportError:
        raise NotApplicable(
            "a web page has no second device; run the check on a computer"
        ) from None
    return OTHER, DevicesDiffer, OtherDevice()
