"""Decoding word by word with a cache must give the same result as a full pass."""

from collections.abc import Iterator

import torch
from torch import Tensor, nn

from transformer.cache import Cache, KeyValueCache
from transformer.contracts import causes
from transformer.contracts.information_flow import expect_same, hidden_keys
from transformer.contracts.layer_under_test import BATCH, KEYS, LENGTH, LayerUnderTest
from transformer.contracts.result import Violation
from transformer.masks import causal

PIECES = (2, 1, 1, 1)  # words per step; a prompt is read in one step
IGNORED = (
    "the layer ignores `cache`: each decoding step must read all earlier words again, which gives the same result "
    "but is slower; write key, value = cache.extend(key, value)"
)


@torch.no_grad()
def cached(tested: LayerUnderTest) -> str:
    """Read two words, then one at a time, with the cache: the result must equal the full pass."""
    layer, kept = tested.build(), KeyValueCache()
    if tested.attends:
        expect_kept(tested, layer)
    full = tested.call(layer, tested.x(), causal(LENGTH))
    steps = torch.cat(list(stepwise(tested, layer, tested.x(), kept)), dim=1)
    says = "reading word by word gives a different result from the full pass over all words"
    expect_same(steps, full, says, lambda: causes.cache(tested, layer, steps, kept.length))
    if tested.attends and not tested.self_only:
        across(tested, layer)
    in_model(tested, says)
    return "5 words, read in 4 steps, give the same result as the full pass, in a model too"


def expect_kept(tested: LayerUnderTest, layer: nn.Module) -> None:
    """Raise `Violation` if the layer keeps nothing in its cache, before a shape that does not fit hides the reason."""
    new, kept = PIECES[0], KeyValueCache()
    piece = tested.x()[:, :new]
    layer(piece, piece, causal(new), kept)
    if not kept.length:
        raise Violation(f"after the layer has read {new} words, its cache is empty", likely=IGNORED)


def stepwise(
    tested: LayerUnderTest, layer: nn.Module, x: Tensor, kept: KeyValueCache
) -> Iterator[Tensor]:
    start = 0
    for new in PIECES:
        piece = x[:, start : start + new]
        if tested.attends:
            yield layer(piece, piece, causal(new, start + new), kept)
        elif tested.kind == "position":
            yield piece + tested.positions(layer, new, start)
        else:
            yield tested.call(layer, piece)
        start += new


def across(tested: LayerUnderTest, layer: nn.Module) -> None:
    """Cross-attention: keys and values of the memory are computed once; then `memory` is None."""
    x, memory, mask = tested.x(), tested.x(BATCH, KEYS), hidden_keys(KEYS)
    kept = KeyValueCache()
    steps = [layer(x[:, :2], memory, mask, kept), layer(x[:, 2:], None, mask, kept)]
    says = "in cross-attention with cached keys and values, the result differs from that of the full pass"
    expect_same(torch.cat(steps, 1), layer(x, memory, mask), says)


def in_model(tested: LayerUnderTest, says: str) -> None:
    model, source, target = tested.model(), tested.tokens(), tested.tokens(start=1)
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
