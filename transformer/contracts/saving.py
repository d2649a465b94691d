"""All learned parameters can be saved to a file and loaded again."""

import torch
from safetensors.torch import load, save
from torch import Tensor, nn

from transformer.contracts.information_flow import expect_same
from transformer.contracts.layer_under_test import LENGTH, LayerUnderTest
from transformer.contracts.result import Violation
from transformer.masks import causal


@torch.no_grad()
def saves(tested: LayerUnderTest) -> str:
    """Save to safetensors and load into a layer with a different initialization: the output must be the same."""
    layer, again = tested.build(), tested.build(seed=1)
    count = round_trip(layer, again)
    x, mask = tested.x(), causal(LENGTH)
    says = "after saving and loading, the output differs"
    expect_same(
        tested.call(again, x, mask), tested.call(layer, x, mask), says, lambda: (unsaved(layer), "")
    )
    model, other = tested.model(), tested.model(seed=1)
    round_trip(model, other)
    tokens = (tested.tokens(), tested.tokens(start=1))
    says = f"in a model: {says}"
    expect_same(other(*tokens), model(*tokens), says, lambda: (unsaved(model), ""))
    return (
        f"{count} tensors were saved to safetensors and loaded unchanged"
        if count
        else "the layer has nothing to save"
    )


def round_trip(layer: nn.Module, again: nn.Module) -> int:
    state = {name: value.contiguous().clone() for name, value in layer.state_dict().items()}
    try:
        again.load_state_dict(load(save(state)))
    except RuntimeError as error:
        raise Violation(
            f"a new layer cannot load the saved tensors: {' '.join(str(error).split())[:200]}",
            likely="parameters are created during a call; create all of them in __init__",
        ) from error
    return len(state)


def unsaved(module: nn.Module) -> str:
    """Name a tensor of a module that a file would not contain."""
    for path, part in module.named_modules():
        for name, value in vars(part).items():
            where = f"{path}.{name}" if path else name
            if isinstance(value, Tensor):
                return f"self.{where} is a plain tensor and is not saved: use nn.Parameter or register_buffer"
            inside = value if isinstance(value, list | tuple) else ()
            if any(isinstance(item, nn.Module | Tensor) for item in inside):
                return f"self.{where} is a plain list and is not saved: use nn.ModuleList"
        if part.__dict__.get("_non_persistent_buffers_set"):
            names = ", ".join(sorted(part._non_persistent_buffers_set))
            if not path.endswith("position"):
                return (
                    f"the buffer {names} was registered with persistent=False, so it is not saved"
                )
    return ""
