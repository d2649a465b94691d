"""What was learned is in the file, and comes back from it."""

import torch
from safetensors.torch import load, save
from torch import Tensor, nn

from transformer.contracts.information_flow import expect_same
from transformer.contracts.light import Red
from transformer.contracts.trial import LENGTH, Trial
from transformer.masks import causal


@torch.no_grad()
def saves(trial: Trial) -> str:
    """safetensors, and back into a layer that began with other numbers."""
    layer, again = trial.build(), trial.build(seed=1)
    count = round_trip(layer, again)
    x, mask = trial.x(), causal(LENGTH)
    says = "saved and loaded again, it gives something else"
    expect_same(
        trial.call(again, x, mask), trial.call(layer, x, mask), says, lambda: (unsaved(layer), "")
    )
    model, other = trial.model(), trial.model(seed=1)
    round_trip(model, other)
    tokens = (trial.tokens(), trial.tokens(start=1))
    says = f"in a model: {says}"
    expect_same(other(*tokens), model(*tokens), says, lambda: (unsaved(model), ""))
    return (
        f"{count} tensors through a safetensors file: the same numbers"
        if count
        else "nothing to save"
    )


def round_trip(layer: nn.Module, again: nn.Module) -> int:
    state = {name: value.contiguous().clone() for name, value in layer.state_dict().items()}
    try:
        again.load_state_dict(load(save(state)))
    except RuntimeError as error:
        raise Red(
            f"what it saved does not fit a layer that is built anew: {' '.join(str(error).split())[:200]}",
            likely="parameters are made while it runs; make all of them in __init__",
        ) from error
    return len(state)


def unsaved(module: nn.Module) -> str:
    """The tensors that a module keeps where no file will find them."""
    for path, part in module.named_modules():
        for name, value in vars(part).items():
            where = f"{path}.{name}" if path else name
            if isinstance(value, Tensor):
                return f"self.{where} is a plain tensor, so it is not saved: nn.Parameter, or register_buffer"
            inside = value if isinstance(value, list | tuple) else ()
            if any(isinstance(one, nn.Module | Tensor) for one in inside):
                return f"self.{where} is a plain list, so what is in it is not saved: nn.ModuleList"
        if part.__dict__.get("_non_persistent_buffers_set"):
            names = ", ".join(sorted(part._non_persistent_buffers_set))
            if not path.endswith("position"):
                return (
                    f"the buffer {names} was registered with persistent=False, so it is not saved"
                )
    return ""
