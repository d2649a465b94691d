"""Attention maps by name: the probes that hold them, and the meaning of their rows and columns."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from transformer.probe import Trace, lost, probes


@dataclass(frozen=True)
class Map:
    """One kind of attention. `path` leads to the layers that have it, with `{}` for their number: the probe
    `path.weights` is (batch, head, row, column), or (batch, row, column) for a single head. In a layer that
    runs once per row, as in a recurrent decoder, it is (batch, column).

    `rows` and `columns` name the queries and keys: "source" or "target" words, or another side that the
    family's objective names (`Objective.side_labels`).
    """

    name: str  # "cross"
    path: str  # "decoder.layers.{}.cross_attention"
    rows: str
    columns: str

    def layers(self, model: nn.Module) -> list[str]:
        """The paths of this map in a model, from the first layer to the last.

        Raises `ValueError` if there is no such probe, as in a layer that does not expose its weights.
        """
        seen = probes(model)
        numbers = range(len(seen)) if "{}" in self.path else (0,)
        paths = [path for n in numbers if f"{(path := self.path.format(n))}.weights" in seen]
        if not paths:
            missing = f"{self.path.format(0)}.weights"
            refused = ValueError(
                f"there is no probe {missing} in this {type(model).__name__}. In your own layer, pass the weights "
                "through one: self.weights = Probe(…)."
            )
            raise lost(refused, missing, model, None)
        return paths

    def weights(self, trace: Trace, layer: str) -> Tensor:
        """The recorded weights of one layer: (batch, head, row, column).

        If the layer ran once per row, the rows are concatenated. Raises `ValueError` if the probe received nothing.
        """
        if not (recorded := trace[f"{layer}.weights"]):
            refused = ValueError(
                f"the probe {layer}.weights received no weights. In your own layer, return (output, weights) from "
                "forward, or pass the weights through self.weights = Probe(…)."
            )
            raise lost(refused, f"{layer}.weights", trace.model, 0)
        axes: dict[int, Any] = {
            4: slice(None),
            3: (slice(None), None),
            2: (slice(None), None, None),
        }
        return torch.cat([value[axes[value.dim()]] for value in recorded], dim=2)


# The maps of an encoder–decoder model.
ENCODER = Map("encoder", "encoder.layers.{}.self_attention", "source", "source")
DECODER = Map("decoder", "decoder.layers.{}.self_attention", "target", "target")
CROSS = Map("cross", "decoder.layers.{}.cross_attention", "target", "source")
