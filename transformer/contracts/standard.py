"""A layer that keeps every contract may still be another layer: where it first differs from standard."""

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.contracts.light import Cell, cell_of
from transformer.contracts.trial import D_MODEL, HEADS, LENGTH, Trial
from transformer.diagnosis.first_difference import alike, differences, differs, first_cell
from transformer.masks import causal
from transformer.probe import record
from transformer.registry import LAYERS, find

D_K = D_MODEL // HEADS
TIMES = {  # saw / expected of `scaled`, where it is one number everywhere
    D_K**0.5: "the scores were not divided by √d_k",
    float(D_K): "the scores were multiplied by √d_k; they are divided by it",
    D_K**-0.5: "the scores were divided by d_k; standard divides by its square root",
    HEADS**-0.5: "the scores were divided by √d_model; standard divides by √d_k of each head",
}


@dataclass(frozen=True)
class Beside:
    """The first probe that sees other numbers than in the standard layer with the same weights."""

    probe: str
    cell: Cell
    likely: str = ""
    look_at: str = ""

    def __str__(self) -> str:
        lines = [
            f"Beside standard, with the same weights: the first difference is at {self.probe}.",
            f"    cell     {self.cell}",
            f"    likely   {self.likely}" if self.likely else "",
            f"    look at  {self.look_at}" if self.look_at else "",
            "    No contract asks for the same numbers; if you meant to change this, all is well.",
        ]
        return "\n".join(line for line in lines if line)


@torch.no_grad()
def beside_standard(kind: str, name: str, *, seed: int = 0) -> Beside | None:
    """Where it first differs; None where it does not, where it learns other things than standard, so
    that no two weights can be the same, and for a decoding, which computes no vectors."""
    if kind == "decoding" or "standard" not in LAYERS[kind]:
        return None
    trial = Trial(kind, name, seed)
    mine, other = trial.build(), trial.build(layer=find(kind, "standard"))
    state = other.state_dict()
    if {n: v.shape for n, v in mine.state_dict().items()} != {n: v.shape for n, v in state.items()}:
        return None
    mine.load_state_dict(state)
    with record(mine) as saw:
        result = trial.call(mine, trial.x(), causal(LENGTH))
    with record(other) as expected:
        right = trial.call(other, trial.x(), causal(LENGTH))
    for found in differences(saw, expected):
        if found.saw.shape == found.expected.shape:
            likely = times(found.saw / found.expected) if found.probe == "scaled" else ""
            look_at = f"{found.line.file}:{found.line.number}"
            return Beside(found.probe, different_cell(found.saw, found.expected), likely, look_at)
    return (
        None if alike(result, right) else Beside("what it returns", different_cell(result, right))
    )


def different_cell(saw: Tensor, expected: Tensor) -> Cell:
    return cell_of(saw, expected, first_cell(saw, expected))


def times(ratio: Tensor) -> str:
    known = ratio.flatten()[0]
    if differs(ratio, known).any():
        return ""
    return next((says for number, says in TIMES.items() if abs(known / number - 1) < 1e-3), "")
