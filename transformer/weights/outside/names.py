"""The names of the tensors in a file: prefixes, older names, and tables that are in the file twice."""

from typing import Any

import torch

from transformer.weights.outside.files import Tensors
from transformer.weights.outside.part import Kind, must_be
from transformer.weights.trained import WeightsError


def plain(name: str, kind: Kind) -> str:
    """Remove the prefixes that some files have: of torch.compile, of parallel training, and of the whole model.
    Older files call a norm's parameters gamma and beta."""
    name = name.replace("_orig_mod.", "")
    while name.startswith("module."):
        name = name.removeprefix("module.")
    name = name.removeprefix(kind.prefix).replace("LayerNorm.gamma", "LayerNorm.weight")
    return name.replace("LayerNorm.beta", "LayerNorm.bias")


def must_be_tied(kind: Kind, theirs: dict[str, Any], tensors: Tensors) -> None:
    """Raise `WeightsError` where a second table differs from the first: our layers share one table, so the
    outputs would change."""
    stored = names_in(tensors, kind)
    second = [stored.get(plain(name, kind)) for name, _ in kind.tied]
    if not second[0]:  # the output table
        must_be(theirs, tie_word_embeddings=True)
    for name, (_, first) in zip(second, kind.tied, strict=True):
        shared = stored.get(plain(first, kind))
        if name and shared and not torch.equal(tensors[name], tensors[shared]):
            raise WeightsError(
                f"{name} is not equal to {shared}: the embeddings are not tied, but our layers share one table, so this "
                "model’s outputs would change. Open a model that was trained with tie_word_embeddings=True."
            )


def names_in(tensors: Tensors, kind: Kind) -> dict[str, str]:
    """Return their names by plain name. Raises `WeightsError` where two tensors have one plain name."""
    stored: dict[str, str] = {}
    for name in tensors:
        if (other := stored.setdefault(plain(name, kind), name)) != name:
            raise WeightsError(
                f"{other} and {name} are the same parameter of the model. Save the file again with only one of them."
            )
    return stored
