"""Which mistake in the mask of a layer: what its probes let through, beside what each known one would."""

import math

import torch
from torch import Tensor, nn

from transformer.diagnosis.first_difference import differs, number
from transformer.diagnosis.masks import Rule
from transformer.diagnosis.source_line import source_line
from transformer.probe import Trace

SENTENCES = {
    "unused": "the mask is not used; put −∞ into the scores wherever it is False",
    "causal unused": "later words are not hidden: the causal mask (query, key) is not used",
    "padding unused": "the padding mask (batch, 1, 1, key) is not used; every mask must be",
    "inverted": "the mask is upside down: True means may look, so hide where it is False (~mask)",
    "transposed": "the mask is transposed: its rows are queries and its columns are keys",
    "strict": "the diagonal is hidden too; a word may look at itself",
    "one_ahead": "each word also sees the next one; the mask is shifted by one place",
    "padding_on_queries": "padding is hidden as a query, not as a key: rows are blanked, not columns",
    "finite": "what is hidden still has a score, {score}, and gets a little weight; it must be −∞",
    "added": "the mask was added to the scores, as 1 and 0; that hides nothing, only −∞ does",
    "multiplied": "the scores were multiplied by the mask; a score of 0 still gets weight e⁰",
}


def named(
    trace: Trace, layer: nn.Module, mask: Tensor, moved: Tensor | None = None
) -> tuple[str, str]:
    """The sentence of a mistake that would let through just this, and the line that hides.

    What was let through is read from the probe `weights` or `masked`; where the layer has neither,
    from `moved` (batch, output, word), True = moved.
    """
    names = trace.names()
    probe = "masked" if "masked" in names else "weights"
    where = source_line(trace, probe, layer, "attention_mask", "hide", "normalise")
    if "weights" in names:
        seen = (trace["weights"][-1].nan_to_num() > 0).any(1)  # (batch, query, key)
        if (masked := trace.values.get("masked")) and masked[0].isnan().any():
            return "", where
        if "masked" in names and trace["weights"][-1].isnan().any():  # a row without anything
            seen = (trace["masked"][-1] > -math.inf).any(1)
    elif moved is not None:
        seen = moved
    else:
        return "", where
    full = mask.expand(len(seen), 1, *seen.shape[-2:])[:, 0]  # (batch, query, key)
    if seen.shape[-1] != seen.shape[-2]:
        return (SENTENCES[_unused(mask)] if seen.all() else ""), where
    off = ~torch.eye(seen.shape[-1], dtype=torch.bool)
    look = off if "weights" not in names else torch.ones_like(off)  # a query moves its own output
    if "masked" in names:
        all_scores = trace["masked"][-1]
        hidden = all_scores[~full[:, None].expand_as(all_scores)]
        if hidden.isfinite().all() and (hidden == hidden[0]).all():
            name, score = "finite" if hidden[0] else "multiplied", number(hidden[0].item())
            return SENTENCES[name].format(score=score), where
    if {"scaled", "masked"} <= set(names):
        added = trace["masked"][-1] - trace["scaled"][-1]
        if not differs(added, mask.float().expand_as(added)).any():
            return SENTENCES["added"], where
    backward = mask.dim() == 2
    words = torch.ones_like(full[:, 0]) if backward else full[:, 0]
    for name, wrong in Rule(words, backward).mistakes().items():
        if torch.equal(seen & look, wrong & look):
            return SENTENCES[_unused(mask) if name == "unused" else name], where
    return "", where


def _unused(mask: Tensor) -> str:
    """The causal mask has two axes, that of padding four; one of them may still be used."""
    return "causal unused" if mask.dim() == 2 else "padding unused"
