"""Decoding word by word with a cache must give the same result as a full pass."""

from collections.abc import Iterator

import torch
from torch import Tensor, nn

from transformer.cache import Cache, KeyValueCache
from transformer.contracts import causes
from transformer.contracts.information_flow import expect_same, hidden_keys
from transformer.contracts.result import Violation
from transformer.contracts.trial import BATCH, KEYS, LENGTH, Trial
from transformer.masks import causal

PIECES = (2, 1, 1, 1)  # words per step; a prompt is read in one step
IGNORED = (
    "the layer ignores `cache`: each decoding step must read all earlier words again, which gives the same result "
    "but is slower; write key, value = cache.extend(key, value)"
)


@torch.no_grad()
def cached(trial: Trial) -> str:
    """Read two words, then one at a time, with the cache: the result must equal the full pass."""
    layer, kept = trial.build(), KeyValueCache()
    if trial.attends:
        expect_kept(trial, layer)
    full = trial.call(layer, trial.x(), causal(LENGTH))
    steps = torch.cat(list(stepwise(trial, layer, trial.x(), kept)), dim=1)
    says = "reading word by word gives a different result from the full pass over all words"
    expect_same(steps, full, says, lambda: causes.cache(trial, layer, steps, kept.length))
    if trial.attends and not trial.self_only:
        across(trial, layer)
    in_model(trial, says)
    return "5 words, read in 4 steps, give the same result as the full pass, in a model too"


def expect_kept(trial: Trial, layer: nn.Module) -> None:
    """Raise `Violation` if the layer keeps nothing in its cache, before a shape that does not fit hides the reason."""
    new, kept = PIECES[0], KeyValueCache()
    piece = trial.x()[:, :new]
    layer(piece, piece, causal(new), kept)
    if not kept.length:
        raise Violation(f"after the layer has read {new} words, its cache is empty", likely=IGNORED)


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
    says = "in cross-attention with cached keys and values, the result differs from that of the full pass"
    expect_same(torch.cat(steps, 1), layer(x, memory, mask), says)


def in_model(trial: Trial, says: str) -> None:
    model, source, target = trial.model(), trial.tokens(), trial.tokens(start=1)
    memory, cache, start, steps = model.encode(source), Cache(model.decoder.layers), 0, []
    for new in PIECES:
        piece = target[:, start : start + new]
        steps.append(model.decode(piece, memory, source, cache))
        start += new
    if cache.length != LENGTH:
        raise Violation(
            f"after {LENGTH} words, the cache of a model contains {cache.length} words",
            likely="keys and values never enter the cache; write key, value = cache.extend(key, value)",
        )
    expect_same(torch.cat(steps, 1), model(source, target), f"in a model, {says}")
