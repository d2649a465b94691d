"""Attention maps by name: which probes hold them, and what their rows and columns are."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from transformer.probe import Trace, lost, probes


@dataclass(frozen=True)
class Map:
    """One kind of attention. `path` leads to the layers that have it, `{}` standing for their number:
    the probe `path.weights` is (batch, head, row, column), or (batch, row, column) of a single head. Of a
    layer that runs once for each row, as in a recurrent decoder, it is (batch, column).

    `rows` and `columns` say what looks and what is looked at: "source" or "target" words, or another side
    that the family's objective names (`Objective.sides`).
    """

    name: str  # "cross"
    path: str  # "decoder.layers.{}.cross_attention"
    rows: str
    columns: str

    def layers(self, model: nn.Module) -> list[str]:
        """The paths of this map in a model, from the first layer to the last.

        Raises `ValueError` where no such probe is there, as in a layer that keeps its weights to itself.
        """
        seen = probes(model)
        numbers = range(len(seen)) if "{}" in self.path else (0,)
        paths = [path for n in numbers if f"{(path := self.path.format(n))}.weights" in seen]
        if not paths:
            missing = f"{self.path.format(0)}.weights"
            refused = ValueError(
                f"there is no probe {missing} in this {type(model).__name__}: pass the weights of a "
                "layer of your own through one, self.weights = Probe(…)"
            )
            raise lost(refused, missing, model, None)
        return paths

    def weights(self, trace: Trace, layer: str) -> Tensor:
        """What a recording saw of one layer: (batch, head, row, column).

        The rows of a layer that ran once for each of them are put together.
        """
        axes: dict[int, Any] = {
            4: slice(None),
            3: (slice(None), None),
            2: (slice(None), None, None),
        }
        return torch.cat([value[axes[value.dim()]] for value in trace[f"{layer}.weights"]], dim=2)


# Those of an encoder-decoder.
ENCODER = Map("encoder", "encoder.layers.{}.self_attention", "source", "source")
DECODER = Map("decoder", "decoder.layers.{}.self_attention", "target", "target")
CROSS = Map("cross", "decoder.layers.{}.cross_attention", "target", "source")
