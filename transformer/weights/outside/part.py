"""The place of each of our parameters in another library's file: a name, and a conversion."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from transformer.weights.outside.folder_tokenizer import FolderTokenizer
from transformer.weights.outside.pieces import Pieces
from transformer.weights.trained import WeightsError

NEVER = -1e4  # the logit of tokens that must not be generated: exp of it is exactly 0 in float32

Made = Callable[[Tensor, Pieces], Tensor]
Sides = tuple[Pieces, Pieces]  # what it reads, what it writes


@dataclass(frozen=True)
class Part:
    """The name in their file for one of our parameters. Both contain "{}" for the number of a layer."""

    name: str
    made: Made = lambda tensor, pieces: tensor
    optional: str = ""  # the message if it is missing; ours is then 0
    other: str = ""  # another name of the same tensor


@dataclass(frozen=True)
class Kind:
    """One type of config.json. `parts` maps our names to theirs."""

    family: str
    config: Callable[[dict[str, Any], Sides], Any]
    build_sides: Callable[[dict[str, Any], tuple[FolderTokenizer, FolderTokenizer]], Sides]
    parts: dict[str, Part]
    prefix: str  # which some files put before every name
    labels: tuple[str, ...] = ()  # of a model that generates nothing
    ignored: tuple[str, ...] = ()  # endings of redundant names: masks, tied tables
    tied: tuple[
        tuple[str, str], ...
    ] = ()  # a table that must be equal to another one, where both are in the file


def must_be(theirs: dict[str, Any], **needed: Any) -> None:
    """Raise `WeightsError` for an option that our layers do not support, because the outputs would differ."""
    for name, value in needed.items():
        if (setting := theirs.get(name, value)) != value:
            raise WeightsError(
                f"{name} in config.json is {setting!r}; only {value!r} can be read here."
            )


def token_id(theirs: dict[str, Any], name: str, default: int | None = None) -> int:
    """Return the number of a special token: the first of a list, and `default` for null. Raises `WeightsError` where
    the model's table has no such row."""
    value = theirs.get(name)
    if isinstance(value, list):
        value = value[0] if value else None
    value = default if value is None else value
    if value is None:
        raise WeightsError(
            f"{name} in config.json is null or missing, but this token is needed. Enter its number in config.json."
        )
    if type(value) is not int or not 0 <= value < theirs["vocab_size"]:
        raise WeightsError(
            f"{name} in config.json is {value!r}; it must be the number of a token, from 0 to {theirs['vocab_size'] - 1}."
        )
    return value


def other_ends(theirs: dict[str, Any]) -> list[str]:
    """Return a message where the model has several end tokens, as a list of at most one."""
    ends = theirs.get("eos_token_id")
    if not isinstance(ends, list) or len(ends) < 2:
        return []
    others = ", ".join(map(str, ends[1:]))
    return [f"Of its end tokens, only {ends[0]} ends a text here; {others} does not."]


def activation(theirs: dict[str, Any], name: str, usual: str) -> str:
    """Return our feed-forward layer with the activation in their config. Raises `WeightsError` for one that
    we do not have."""
    if (setting := theirs.get(name, usual)) not in ACTIVATIONS:
        raise WeightsError(
            f"{name} in config.json is {setting!r}; the known activations are {', '.join(ACTIVATIONS)}."
        )
    return ACTIVATIONS[setting]


ACTIVATIONS = {
    "relu": "standard",
    "gelu": "gelu",
    **dict.fromkeys(("gelu_new", "gelu_pytorch_tanh"), "gelu_tanh"),
    **dict.fromkeys(("silu", "swish"), "silu"),
}


def transposed(tensor: Tensor, pieces: Pieces) -> Tensor:
    """Transpose: GPT-2 stores (in, out), torch (out, in)."""
    return tensor.mT if tensor.dim() == 2 else tensor


def third(number: int) -> Made:
    """Take one third: GPT-2 stores queries, keys and values side by side: (d_model, 3 · d_model), and a bias
    (3 · d_model,)."""
    return lambda tensor, pieces: transposed(tensor.chunk(3, dim=-1)[number], pieces)


def rows(tensor: Tensor, pieces: Pieces) -> Tensor:
    """Reorder a table to our vocabulary, (vocabulary, d_model), with 0 for tokens that the model does not
    have."""
    chosen = tensor[[max(0, row) for row in pieces.rows]]
    chosen[[n for n, row in enumerate(pieces.rows) if row < 0]] = 0
    return chosen


def bias(tensor: Tensor, pieces: Pieces) -> Tensor:
    """Reorder the bias of each word's logit, (vocabulary,)."""
    chosen = tensor.flatten()[[max(0, row) for row in pieces.rows]]
    chosen[pieces.twice] = NEVER
    return chosen


def no_bias(tensor: Tensor, pieces: Pieces) -> Tensor:
    """Return the bias of a model that has none; the size comes from its table."""
    return bias(tensor.new_zeros(len(tensor)), pieces)
