"""What the `forward` of other attention classes takes: its inputs, and the convention of its mask.

In this package a mask is bool, (batch, 1, query, key), and True means “may attend”. Other classes hide where it
is True, add −∞ to the scores, or read 1 and 0 as floats. The code of a layer is not read: each convention is
tried, until exactly the allowed words change the result.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from transformer.masks import causal

BATCH, QUERIES, KEYS, D_MODEL, HEADS = 3, 5, 7, 16, 2
MOVED = 1e-6
# Our mask (batch, 1, query, key) and the number of heads → the mask of the layer.
Convert = Callable[[Tensor, int], Tensor]

NONE_FITS = (
    "no convention for masks was found: True = may attend, True = hide, −∞ = hide, 1 and 0 as floats, and the "
    "number of allowed keys were tried. {reason}"
)
OTHERS = "With each of them, other words than the allowed ones change the result."

MEANINGS: tuple[Callable[[Tensor], Tensor], ...] = (
    lambda mask: mask,  # True = may attend
    lambda mask: ~mask,  # True = hide
    lambda mask: mask.float(),  # 1 = may attend
    lambda mask: (~mask).float(),  # 1 = hide
    # Added to the scores. The last one: where a layer computes 1 − mask, it would hide the right words as well, but
    # shift the scores of the others so far that rounding makes them equal.
    lambda mask: mask.new_zeros(mask.shape, dtype=torch.float32).masked_fill(~mask, -torch.inf),
)
AXES: tuple[Convert, ...] = (
    lambda mask, heads: mask,  # (batch, 1, query, key)
    lambda mask, heads: mask[:, 0],  # (batch, query, key)
    lambda mask, heads: mask.expand(-1, heads, -1, -1).flatten(0, 1),  # (batch · head, query, key)
)


@dataclass(frozen=True)
class Interface:
    """What `forward` of a layer takes."""

    inputs: int  # 1: forward(x), 2: forward(x, memory), 3: forward(query, key, value)
    mask: str  # the name of the mask, "" if it has none
    options: dict[str, Any]
    convert: Convert = lambda mask, heads: mask  # our mask → theirs


def taken(layer: nn.Module) -> Interface:
    """What `forward` takes, read off the names of its parameters."""
    if getattr(layer, "batch_first", True) is False:
        raise ValueError(
            f"{type(layer).__name__} cannot be adapted: it reads (position, batch, d_model). Build it with "
            "batch_first=True."
        )
    parameters = inspect.signature(layer.forward).parameters
    names = list(parameters)
    masks = [n for n in names if "mask" in n or "valid_len" in n]
    mask = next((n for n in masks if "padding" not in n), "")
    needed = [n for n, p in parameters.items() if p.default is p.empty and n not in masks]
    inputs = names.index(masks[0]) if masks else len(needed)
    if not 1 <= inputs <= 3:
        raise ValueError(
            f"{type(layer).__name__} cannot be adapted: forward takes ({', '.join(names)}), but it must take (x), "
            "(x, memory) or (query, key, value), and then possibly a mask."
        )
    options = {"average_attn_weights": False} if "average_attn_weights" in names else {}
    return Interface(inputs, mask, options)


def conventions() -> Iterator[Convert]:
    for shaped in AXES:
        for converted in MEANINGS:
            yield partial(_both, shaped, converted)
    yield lengths


def _both(shaped: Convert, converted: Callable, mask: Tensor, heads: int) -> Tensor:
    return shaped(converted(mask), heads)


def lengths(mask: Tensor, heads: int) -> Tensor:
    """The number of allowed keys of each query, (batch, query). Raises `ValueError` for a mask with gaps."""
    allowed = mask[:, 0].sum(-1)
    first = torch.arange(mask.shape[-1], device=mask.device) < allowed[..., None]
    if not torch.equal(first, mask[:, 0]):
        raise ValueError(
            "the layer takes the number of allowed keys, so it can only use a mask that allows the first keys of "
            "each row."
        )
    return allowed


def convention(attend: Callable[..., Tensor], self_only: bool) -> Convert:
    """The first convention with which only the allowed words change the result of
    `attend(x, memory, mask=…, convert=…)`. Raises `ValueError` if there is none, and the layer’s own error if it
    is always the same.

    `self_only`: keys and values come from x.
    """
    errors: list[Exception] = []
    mask = some_mask(QUERIES if self_only else KEYS)
    tried = list(conventions())
    for convert in tried:
        try:
            moved = influence(partial(attend, mask=mask, convert=convert), self_only)
        except (
            Exception
        ) as error:  # often because the mask has the wrong axes or type for the layer
            errors.append(error)
            continue
        if fits(moved, mask[:, 0], self_only):
            return convert
    if len(errors) == len(tried) and len({str(error) for error in errors}) == 1:
        raise errors[0]  # not a matter of the mask
    raise ValueError(NONE_FITS.format(reason=errors[0] if errors else OTHERS))


def some_mask(keys: int) -> Tensor:
    """A mask (batch, 1, query, key) that differs in each sentence and row; the allowed keys come first."""
    row, sentence = torch.arange(QUERIES), torch.arange(BATCH)[:, None]
    length = 1 + (row + 2 * sentence) % keys  # (batch, query)
    return (torch.arange(keys) < length[..., None])[:, None]


@torch.no_grad()
def influence(run: Callable[[Tensor, Tensor], Tensor], self_only: bool) -> Tensor:
    """Whether a change of each key changes each query’s result, bool (batch, query, key)."""
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(BATCH, QUERIES, D_MODEL, generator=generator)
    memory = x if self_only else torch.randn(BATCH, KEYS, D_MODEL, generator=generator)
    before, columns = run(x, memory), []  # (batch, query, d_model)
    for key in range(memory.shape[1]):
        other = memory.clone()
        other[:, key] = 1.5 - 2 * memory[:, key].flip(-1)
        after = run(other if self_only else x, other)
        columns.append((after - before).abs().amax(-1) > MOVED)  # (batch, query)
    return torch.stack(columns, dim=-1)


def fits(moved: Tensor, allowed: Tensor, self_only: bool) -> bool:
    """Whether exactly the allowed keys count, or those of them that are not later words; both tensors
    (batch, query, key). In self-attention each word also changes its own query, so the diagonal says nothing."""
    if not self_only:
        return torch.equal(moved, allowed)
    others = ~torch.eye(QUERIES, dtype=torch.bool)
    rules = allowed, allowed & causal(QUERIES)
    return any(torch.equal(moved & others, rule & others) for rule in rules)
