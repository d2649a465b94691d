"""Attention maps by name: which probes hold them, and what their rows and columns are."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer.probe import Trace, probes


@dataclass(frozen=True)
class Map:
    """One kind of attention. `path` leads to the layers that have it, `{}` standing for their number:
    the probe `path.weights` is (batch, head, row, column), or (batch, row, column) of a single head.

    `rows` and `columns` say what looks and what is looked at: "source" or "target" words.
    """

    name: str  # "cross"
    path: str  # "decoder.layers.{}.cross_attention"
    rows: str
    columns: str

    def layers(self, model: nn.Module) -> list[str]:
        """The paths of this map in a model, from the first layer to the last.

        Raises `ValueError` where no such probe is there, as in a layer that keeps its weights to itself.
        """
        found = probes(model)
        numbers = range(len(found)) if "{}" in self.path else (0,)
        paths = [path for n in numbers if f"{(path := self.path.format(n))}.weights" in found]
        if not paths:
            raise ValueError(
                f"there is no probe {self.path.format(0)}.weights in this {type(model).__name__}: pass "
                "the weights of a layer of your own through one, self.weights = Probe(…)"
            )
        return paths

    def weights(self, trace: Trace, layer: str) -> Tensor:
        """What a recording saw of one layer: (batch, head, row, column).

        A layer that ran once for each row (one word at a time) has its rows put together.
        """
        seen = trace[f"{layer}.weights"]
        seen = [value if value.dim() == 4 else value[:, None] for value in seen]
        return seen[0] if len(seen) == 1 else torch.cat(seen, dim=2)


# Those of an encoder-decoder.
ENCODER = Map("encoder", "encoder.layers.{}.self_attention", "source", "source")
DECODER = Map("decoder", "decoder.layers.{}.self_attention", "target", "target")
CROSS = Map("cross", "decoder.layers.{}.cross_attention", "target", "source")
