"""Why a model lacks a parameter that its weights file has: the attribute exists, but torch does not learn it."""

from torch import Tensor, nn

from transformer.diagnosis.source_line import line_with


def unlearned(model: nn.Module, parameter: str) -> str:
    """Name the line of an attribute on the way to "layers.0.norm.weight" that is a tensor or a list of layers and
    needs `nn.Parameter` or `nn.ModuleList`; "" if there is none."""
    module = model
    for name in parameter.split("."):
        value = getattr(module, name, None)
        if isinstance(value, nn.Module):
            module = value
            continue
        is_list = isinstance(value, list | tuple) and any(isinstance(v, nn.Module) for v in value)
        if not is_list and not isinstance(value, Tensor):
            return ""
        what, needs = (
            ("a list of layers", "nn.ModuleList") if is_list else ("a tensor", "nn.Parameter")
        )
        place, _ = line_with(type(module).__init__, f"{name} =")
        return f"At {place}, self.{name} is {what}, which the model does not learn. Wrap it in {needs}(…)."
    return ""
