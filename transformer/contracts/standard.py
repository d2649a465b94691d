"""Compare a layer with the standard one: a layer may keep all contracts and still compute something else."""

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.contracts.layer_under_test import D_MODEL, HEADS, LENGTH, LayerUnderTest
from transformer.contracts.result import Cell, cell_of
from transformer.diagnosis.first_difference import all_close, differences, differs, first_cell
from transformer.masks import causal
from transformer.probe import record
from transformer.registry import LAYERS, find

D_K = D_MODEL // HEADS
TIMES = {  # observed / expected values of `scaled`, if the ratio is the same everywhere
    D_K**0.5: "the scores were not divided by √d_k",
    float(D_K): "the scores were multiplied by √d_k; divide them by √d_k",
    D_K**-0.5: "the scores were divided by d_k; divide them by its square root",
    HEADS**-0.5: "the scores were divided by √d_model; divide them by √d_k of one head",
}


@dataclass(frozen=True)
class Beside:
    """The first probe whose values differ from the standard layer's with the same parameters."""

    probe: str
    cell: Cell
    likely: str = ""
    look_at: str = ""

    def __str__(self) -> str:
        lines = [
            f"The first difference from the standard layer with the same parameters is in {self.probe}.",
            f"    cell     {self.cell}",
            f"    likely   {self.likely}" if self.likely else "",
            f"    look at  {self.look_at}" if self.look_at else "",
            "    No contract requires identical values; if you changed this on purpose, nothing is wrong.",
        ]
        return "\n".join(line for line in lines if line)


@torch.no_grad()
def beside_standard(kind: str, name: str, *, seed: int = 0) -> Beside | None:
    """The first difference; None if there is none, if the layer has other parameters than the standard one
    (which cannot be compared), and for decoding, which computes no vectors."""
    if kind == "decoding" or "standard" not in LAYERS[kind]:
        return None
    tested = LayerUnderTest(kind, name, seed)
    mine, other = tested.build(), tested.build(layer=find(kind, "standard"))
    state = other.state_dict()
    if {n: v.shape for n, v in mine.state_dict().items()} != {n: v.shape for n, v in state.items()}:
        return None
    mine.load_state_dict(state)
    with record(mine) as saw:
        result = tested.call(mine, tested.x(), causal(LENGTH))
    with record(other) as expected:
        right = tested.call(other, tested.x(), causal(LENGTH))
    for difference in differences(saw, expected):
        if difference.saw.shape == difference.expected.shape:
            likely = (
                times(difference.saw / difference.expected) if difference.probe == "scaled" else ""
            )
            look_at = f"{difference.line.file}:{difference.line.number}"
            return Beside(
                difference.probe,
                different_cell(difference.saw, difference.expected),
                likely,
                look_at,
            )
    return None if all_close(result, right) else Beside("the output", different_cell(result, right))


def different_cell(saw: Tensor, expected: Tensor) -> Cell:
    return cell_of(saw, expected, first_cell(saw, expected))


def times(ratio: Tensor) -> str:
    first = ratio.flatten()[0]
    if differs(ratio, first).any():
        return ""
    return next((says for number, says in TIMES.items() if abs(first / number - 1) < 1e-3), "")
