"""Word by word with a memory gives what all words at once give."""

from collections.abc import Iterator

import torch
from torch import Tensor, nn

from transformer.cache import Cache, KeyValueCache
from transformer.contracts import causes
from transformer.contracts.information_flow import expect_same, hidden_keys
from transformer.contracts.light import Red
from transformer.contracts.trial import BATCH, KEYS, LENGTH, Trial
from transformer.masks import causal

PIECES = (2, 1, 1, 1)  # words a step; a prompt is read in one piece


@torch.no_grad()
def cached(trial: Trial) -> str:
    """Two words, then one after another, with what was computed before kept."""
    layer, kept = trial.build(), KeyValueCache()
    full = trial.call(layer, trial.x(), causal(LENGTH))
    steps = torch.cat(list(stepwise(trial, layer, trial.x(), kept)), dim=1)
    says = "word by word, it comes out otherwise than all words at once"
    expect_same(steps, full, says, lambda: causes.cache(trial, layer, steps, kept.length))
    if trial.attends and not trial.self_only:
        across(trial, layer)
    in_model(trial, says)
    return "5 words in 4 steps, as all at once, alone and in a model that writes"


def stepwise(trial: Trial, layer: nn.Module, x: Tensor, kept: KeyValueCache) -> Iterator[Tensor]:
    start = 0
    for new in PIECES:
        piece = x[:, start : start + new]
        if trial.attends:
            yield layer(piece, piece, causal(new, start + new), kept)
        elif trial.kind == "position":
            yield piece + trial.positions(layer, new, start)
        else:
            yield trial.call(layer, piece)
        start += new


def across(trial: Trial, layer: nn.Module) -> None:
    """Cross-attention: keys and values of the memory are computed once; then `memory` is None."""
    x, memory, mask = trial.x(), trial.x(BATCH, KEYS), hidden_keys(KEYS)
    kept = KeyValueCache()
    steps = [layer(x[:, :2], memory, mask, kept), layer(x[:, 2:], None, mask, kept)]
    says = "in cross-attention, with keys and values of the first step kept, it comes out otherwise"
    expect_same(torch.cat(steps, 1), layer(x, memory, mask), says)


def in_model(trial: Trial, says: str) -> None:
    model, source, target = trial.model(), trial.tokens(), trial.tokens(start=1)
    memory, cache, start, steps = model.encode(source), Cache(model.decoder.layers), 0, []
    for new in PIECES:
        piece = target[:, start : start + new]
        steps.append(model.decode(piece, memory, source, cache))
        start += new
    if cache.length != LENGTH:
        raise Red(
            f"after {LENGTH} words the cache of a model holds {cache.length}",
            likely="keys and values are never handed to it: key, value = cache.extend(key, value)",
        )
    expect_same(torch.cat(steps, 1), model(source, target), f"in a model, {says}")
