"""Name the mistake in a layer's mask: compare what its probes let through with each known mistake."""

import math

import torch
from torch import Tensor, nn

from transformer.diagnosis.first_difference import differs, number
from transformer.diagnosis.masks import Rule
from transformer.diagnosis.source_line import source_line
from transformer.probe import Trace

SENTENCES = {
    "unused": "the mask is not used; put −∞ into the scores wherever it is False",
    "causal unused": "later words are not masked, because the causal mask (query, key) is not used",
    "padding unused": "the padding mask (batch, 1, 1, key) is not used; use every mask",
    "inverted": "the mask is inverted: True means “may attend”, so mask the scores where it is False (~mask)",
    "transposed": "the mask is transposed: its rows must be queries and its columns must be keys",
    "strict": "the diagonal is also masked, but a word may attend to itself",
    "one_ahead": "each word also sees the next word; the mask is shifted by one position",
    "padding_on_queries": "padding is masked as a query, not as a key: rows are masked instead of columns",
    "finite": "a masked score is {score}, so its word gets a little weight; the score must be −∞",
    "added": "the mask was added to the scores as 1 and 0, which masks nothing; set the masked scores to −∞",
    "multiplied": "the scores were multiplied by the mask; a score of 0 still contributes e⁰ to the row sum",
}


def likely_cause(
    trace: Trace, layer: nn.Module, mask: Tensor, moved: Tensor | None = None
) -> tuple[str, str]:
    """Return a sentence about the mistake that would let through exactly this, and the line that applies the mask.

    What was let through is read from the probe `weights` or `masked`; if the layer has neither, from
    `moved` (batch, output, word), True = moved.
    """
    names = trace.names()
    probe = "masked" if "masked" in names else "weights"
    where = source_line(trace, probe, layer, "attention_mask", "hide", "normalise")
    if "weights" in names:
        seen = (trace["weights"][-1].nan_to_num() > 0).any(1)  # (batch, query, key)
        if (masked := trace.values.get("masked")) and masked[0].isnan().any():
            return "", where
        if "masked" in names and trace["weights"][-1].isnan().any():  # a fully masked row
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
    """The causal mask has two axes, the padding mask four; one of the two may still be used."""
    return "causal unused" if mask.dim() == 2 else "padding unused"
