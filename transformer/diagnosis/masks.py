"""Name the mistake in a mask by what it lets through.

For each known mistake, this file computes the positions that would be visible. These are compared with what
was observed. The code is not read.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.masks import causal


@dataclass(frozen=True)
class Rule:
    """The mask that a batch of self-attention should have: it hides padding and, with `backward`, later
    positions. `words` (sentence, position) is True for a word."""

    words: Tensor
    backward: bool

    @property
    def allowed(self) -> Tensor:
        """(sentence, query, key), True = may attend."""
        return self.back & self.words[:, None, :]

    @property
    def back(self) -> Tensor:
        """The mask without the padding mask, (query, key)."""
        count = self.words.shape[1]
        return causal(count) if self.backward else torch.ones(count, count, dtype=torch.bool)

    def mistakes(self) -> dict[str, Tensor]:
        """For each mistake that is visible here, by name, its mask (sentence, query, key)."""
        made = {name: make(self) for name, make in MISTAKES.items()}
        return {
            name: mask
            for name, mask in made.items()
            if mask is not None and not torch.equal(mask, self.allowed)
        }


def _transposed(rule: Rule) -> Tensor | None:
    return rule.allowed.mT if rule.backward else None


def _strict(rule: Rule) -> Tensor:
    return rule.allowed & ~torch.eye(rule.words.shape[1], dtype=torch.bool)


def _one_ahead(rule: Rule) -> Tensor | None:
    if not rule.backward:
        return None
    return torch.ones_like(rule.back).tril(1) & rule.words[:, None, :]


def _on_queries(rule: Rule) -> Tensor:
    return rule.back & rule.words[:, :, None]


def _wrong_axis(rule: Rule) -> Tensor | None:
    """(sentence, position) instead of (query, key): it fits if the two sizes are equal."""
    sentences, count = rule.words.shape
    if sentences != count:
        return None  # torch would have raised an error
    return (rule.back & rule.words).expand(sentences, -1, -1)


# The mask of each mistake, by name; None if the mistake is not possible.
MISTAKES: dict[str, Callable[[Rule], Tensor | None]] = {
    "inverted": lambda rule: ~rule.allowed,
    "transposed": _transposed,
    "strict": _strict,
    "one_ahead": _one_ahead,
    "unused": lambda rule: torch.ones_like(rule.allowed),
    "padding_on_queries": _on_queries,
    "wrong_axis": _wrong_axis,
}
