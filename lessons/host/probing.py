"""A figure needs a probe that does not exist, or that receives no values: where to add it."""

from typing import TYPE_CHECKING

from lessons.host.locations import Mistake
from transformer.diagnosis.source_line import line_with

if TYPE_CHECKING:  # the app does not load it
    from torch.nn import Module

# The method of attention that passes its value to the probe; the other values are passed in `forward`.
STEPS = {"scores": "score", "scaled": "scale", "masked": "hide", "weights": "normalise"}
STEPS |= {"head_output": "mix", "sum": "add"}


def probing(
    error: BaseException, name: str, model: "Module", times: int | None, trace: str
) -> Mistake:
    """Explain the `error` about the probe `name` ("encoder.layers.0.self_attention.weights") of the `model`. It ran
    `times` times; None if there is no such probe."""
    path, _, probe = name.rpartition(".")
    try:
        layer = model.get_submodule(path)
    except AttributeError:
        return Mistake(f"The model has no layer {path}, which a figure needs.", trace=trace)
    names = [name for name, m in model.named_modules(remove_duplicate=False) if m is layer]
    kind = type(layer).__name__
    step = getattr(type(layer), STEPS.get(probe, "forward"), type(layer).forward)
    location, line = line_with(step, probe)
    if len(names) > 1:
        location, line = line_with(type(layer))
        sentence = f"{' and '.join(names[:3])} are the same layer, {kind} ({location}), but a figure needs separate layers. Create one layer per name"
    elif times is None:
        sentence = (
            f"a figure needs the probe '{probe}', which {kind} does not have. Add it in __init__: self.{probe} = "
            f"Probe(…), and pass the values through it near {location}: self.{probe}(…)"
        )
    elif times == 0:
        sentence = (
            f"the probe '{probe}' of {kind} receives no values, so there is nothing to show. Pass the values through "
            f"it near {location}, in {step.__name__}: self.{probe}(…)"
        )
    elif times == 1:  # with different axes
        sentence = f"the shape does not match the figure: {error}"
    else:
        sentence = (
            f"the probe '{probe}' of {kind} was called {times} times in one run, but a figure shows only one "
            f"value. Check the code near {location}, in {step.__name__}"
        )
    return Mistake(f"{sentence[0].upper()}{sentence[1:]}.", location, line, trace)
