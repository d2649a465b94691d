"""Which mistake in a mask? Each known one lets through something of its own.

So for each it is written down here what everybody would see, and what was seen is compared with that. No code
is read.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.masks import causal


@dataclass(frozen=True)
class Rule:
    """What a batch of self-attention should allow: nobody looks at padding and, with `backward`, nobody
    looks ahead. `words` (sentence, position), True where a word stands."""

    words: Tensor
    backward: bool

    @property
    def allowed(self) -> Tensor:
        """(sentence, query, key), True = may look."""
        return self.back & self.words[:, None, :]

    @property
    def back(self) -> Tensor:
        """The rule without its padding, (query, key)."""
        count = self.words.shape[1]
        return causal(count) if self.backward else torch.ones(count, count, dtype=torch.bool)

    def mistakes(self) -> dict[str, Tensor]:
        """By its name, the mask of each mistake that shows here, (sentence, query, key)."""
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
    """(sentence, position) where (query, key) was asked for: it fits when the two are of one size."""
    sentences, count = rule.words.shape
    if sentences != count:
        return None  # torch would have refused it
    return (rule.back & rule.words).expand(sentences, -1, -1)


# By name, what the mask would be; None where the mistake cannot be made.
MISTAKES: dict[str, Callable[[Rule], Tensor | None]] = {
    "inverted": lambda rule: ~rule.allowed,
    "transposed": _transposed,
    "strict": _strict,
    "one_ahead": _one_ahead,
    "unused": lambda rule: torch.ones_like(rule.allowed),
    "padding_on_queries": _on_queries,
    "wrong_axis": _wrong_axis,
}
