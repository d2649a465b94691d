"""Where each of our parameters lies in a file of somebody else's: a name, and what has to be done to it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from transformer.weights.outside.cutting import Cutter
from transformer.weights.outside.pieces import Pieces
from transformer.weights.trained import WeightsError

NEVER = -1e4  # the score of what must not be written: e to that power is exactly 0 in float32

Made = Callable[[Tensor, Pieces], Tensor]
Sides = tuple[Pieces, Pieces]  # what it reads, what it writes


@dataclass(frozen=True)
class Part:
    """Theirs of one of ours. With "{}" for the number of a layer, in both."""

    name: str
    made: Made = lambda tensor, pieces: tensor
    optional: str = ""  # what to say where it is not there: ours then is 0


@dataclass(frozen=True)
class Kind:
    """One kind of config.json. `parts` has ours by their names."""

    family: str
    config: Callable[[dict[str, Any], Sides], Any]
    sides: Callable[[dict[str, Any], tuple[Cutter, Cutter]], Sides]
    parts: dict[str, Part]
    prefix: str  # which some files put before every name
    labels: tuple[str, ...] = ()  # of a model that writes nothing
    known: tuple[str, ...] = ()  # ends of names that say nothing new: masks, tied tables


def must_be(theirs: dict[str, Any], **needed: Any) -> None:
    """Raises `WeightsError` for a choice that our layers do not make: its numbers would be others."""
    for name, value in needed.items():
        if (given := theirs.get(name, value)) != value:
            raise WeightsError(f"in config.json {name} is {given!r}; read here is {value!r} alone.")


def activation(theirs: dict[str, Any], name: str, usual: str) -> str:
    """Our feed-forward with the activation that they name. Raises `WeightsError` for one that we do not have."""
    if (given := theirs.get(name, usual)) not in ACTIVATIONS:
        raise WeightsError(
            f"in config.json {name} is {given!r}; known here are {', '.join(ACTIVATIONS)}."
        )
    return ACTIVATIONS[given]


ACTIVATIONS = {
    "relu": "standard",
    "gelu": "gelu",
    **dict.fromkeys(("gelu_new", "gelu_pytorch_tanh"), "gelu_tanh"),
    **dict.fromkeys(("silu", "swish"), "silu"),
}


def transposed(tensor: Tensor, pieces: Pieces) -> Tensor:
    """GPT-2 keeps (in, out), torch (out, in)."""
    return tensor.mT if tensor.dim() == 2 else tensor


def third(number: int) -> Made:
    """GPT-2 keeps queries, keys and values side by side: (d_model, 3 · d_model), and a bias (3 · d_model,)."""
    return lambda tensor, pieces: transposed(tensor.chunk(3, dim=-1)[number], pieces)


def rows(tensor: Tensor, pieces: Pieces) -> Tensor:
    """A table in our order, (vocabulary, d_model): 0 for what the model never had."""
    chosen = tensor[[max(0, row) for row in pieces.rows]]
    chosen[[n for n, row in enumerate(pieces.rows) if row < 0]] = 0
    return chosen


def bias(tensor: Tensor, pieces: Pieces) -> Tensor:
    """Of each word's score, (vocabulary,), in our order."""
    chosen = tensor.flatten()[[max(0, row) for row in pieces.rows]]
    chosen[pieces.twice] = NEVER
    return chosen


def no_bias(tensor: Tensor, pieces: Pieces) -> Tensor:
    """The same of a model that has none: made of its table, for its size."""
    return bias(tensor.new_zeros(len(tensor)), pieces)
