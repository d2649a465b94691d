"""A picture needs a probe that is not there, or that nothing passes through: where to add it."""

from lessons.host.locations import Mistake
from transformer.diagnosis.source_line import line_with

# The step of attention that hands its value to the probe; all others do so in `forward`.
STEPS = {"scores": "score", "scaled": "scale", "masked": "hide", "weights": "normalise"}
STEPS |= {"head_output": "mix", "sum": "add"}


def probing(error: Exception, trace: str) -> Mistake:
    """`error` says which `probe` ("encoder.layers.0.self_attention.weights") of which `model` ran how many
    `times`; None where there is no such probe."""
    path, _, probe = error.probe.rpartition(".")
    try:
        layer = error.model.get_submodule(path)
    except AttributeError:
        return Mistake(f"The model has no layer {path}, which a picture shows.", trace=trace)
    names = [name for name, m in error.model.named_modules(remove_duplicate=False) if m is layer]
    kind = type(layer).__name__
    step = getattr(type(layer), STEPS.get(probe, "forward"), type(layer).forward)
    location, line = line_with(step, probe)
    if len(names) > 1:
        location, line = line_with(type(layer))
        sentence = f"{' and '.join(names[:3])} are one and the same layer, {kind} ({location}); a picture needs one of its own for each: make the layer anew each time"
    elif error.times is None:
        sentence = f"a picture needs the probe '{probe}' of {kind}, which it does not have. Add it in its __init__: self.{probe} = Probe(…), and pass the values through it near {location}: self.{probe}(…)"
    elif error.times == 0:
        sentence = f"nothing passes through the probe '{probe}' of {kind}, so there is nothing to show. Add it near {location}, in {step.__name__}: self.{probe}(…) around the values"
    elif error.times == 1:  # with other axes
        sentence = f"the shape is not what a picture needs: {error}"
    else:
        sentence = f"the probe '{probe}' of {kind} ran {error.times} times in one run, and a picture shows one: look near {location}, in {step.__name__}"
    return Mistake(f"{sentence[0].upper()}{sentence[1:]}.", location, line, trace)
