"""The likely cause of a failed check: the effect of each known mistake is compared with what was observed.

The code is not read. If no known mistake has this effect, no cause is named.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import torch
from torch import Tensor, nn

from transformer.contracts import masks
from transformer.contracts.layer_under_test import BATCH, LENGTH, LayerUnderTest
from transformer.contracts.perturbation import MOVED, moved, other
from transformer.diagnosis.first_difference import ROUNDING, differs
from transformer.diagnosis.nonfinite import first_nonfinite
from transformer.diagnosis.source_line import source_line
from transformer.masks import causal
from transformer.probe import Trace, probes, record, replace

AXES = {  # of weights (batch, head, query, key): a softmax over them instead of over the keys
    (-2,): "softmax ran over the query axis; use the key axis, which is the last (dim=-1)",
    (1,): "softmax ran over the heads; normalise each head over its keys (dim=-1)",
    (0,): "softmax ran over the batch; normalise over the keys (dim=-1)",
    (-2, -1): "softmax ran over queries and keys together; normalise each row separately (dim=-1)",
}
ORDER = (
    "the result for a word depends on its position; if you want this, declare it with no_promise"
)
MIXED = "an operation is computed across positions; process each word separately (dim=-1)"
SPLIT = "splitting into heads mixed the words: first split d_model into (head, d_k), then transpose(1, 2)"
MERGED = "merging the heads mixed the words: first transpose(1, 2) back, then flatten"
RANDOM = "dropout or noise is active in evaluation, so a row sum is too small or too large"
RESTLESS = (
    "the same input gives different results each time, so runs cannot be compared; fix this first"
)
FROM = {
    ("query", "memory"): "queries are computed from memory; compute them from x",
    ("key", "x"): "keys are computed from x; compute them from memory",
    ("value", "x"): "values are computed from x; compute them from memory",
}
Cause = tuple[str, str]  # the sentence, and the line of the layer to look at; "" if unknown


def guess(function: Callable[..., Cause]) -> Callable[..., Cause]:
    """Name no cause if the guess fails: a wrong layer may fail in any way, and its check is red anyway."""

    @wraps(function)
    def guessed(*arguments: Any) -> Cause:
        try:
            return function(*arguments)
        except Exception:
            return "", ""

    return guessed


def last(trace: Trace, name: str) -> Tensor:
    """The last value that a probe recorded."""
    return trace[name][-1]


def traced(tested: LayerUnderTest, layer: nn.Module, x: Tensor, mask: Tensor | None) -> Trace:
    with record(layer) as trace:
        tested.call(layer, x, mask)
    return trace


def of_error(error: BaseException) -> str:
    if "NoneType" in str(error):
        return "mask, memory and cache can be None: with no mask, every position is visible"
    if "allocate memory" in str(error) or isinstance(error, MemoryError):
        return (
            "the layer needs too much memory: a tensor has an extra axis, or a list keeps growing"
        )
    return ""


def axis(weights: Tensor) -> str:
    """The axes over which the weights sum to 1, if not the keys."""
    for axes, sentence in AXES.items():
        if not differs(weights.sum(axes), torch.ones(())).any():
            return sentence
    return ""


@guess
def rows(layer: nn.Module, x: Tensor, memory: Tensor, mask: Tensor | None) -> Cause:
    """Name the cause if rows of weights do not sum to 1."""
    with record(layer) as trace:
        layer(x, memory, mask)
    with record(layer) as again:
        layer(x, memory, mask)
    with record(layer) as free:
        layer(x, memory, None)
    weights, line = last(trace, "weights"), source_line(trace, "weights", layer, "normalise")
    if not torch.equal(weights.nan_to_num(), last(again, "weights").nan_to_num()):
        return RANDOM, line
    unmasked = last(free, "weights")
    if sentence := axis(unmasked):
        return sentence, line
    if differs(unmasked.sum(-1), torch.ones(())).any():
        return _no_softmax(free), line
    if mask is None:
        return "", line
    if not differs(weights, unmasked * mask).any():
        return (
            "the mask was applied after the softmax, so rows sum to less than 1; apply it before the softmax",
            line,
        )
    return masks.likely_cause(trace, layer, mask)


def _no_softmax(trace: Trace) -> str:
    weights = last(trace, "weights")
    if "masked" in trace.names():
        scores = last(trace, "masked")
        if not differs(weights, scores).any():
            return "the scores are used as weights: there is no softmax"
        if not differs(weights, scores.sigmoid()).any():
            return (
                "each weight is the sigmoid of its own score; softmax also divides by the row sum"
            )
        if not differs(weights, scores.exp()).any():
            return "exp(score) was not divided by the sum of its row"
    sums = weights.sum(-1)
    if not differs(sums, sums.flatten()[0]).any():
        return f"every row has the same sum, {sums.flatten()[0]:.3g}: divide the weights by it"
    return ""


@guess
def leak(tested: LayerUnderTest, layer: nn.Module, matrix: Tensor, mask: Tensor) -> Cause:
    """Name the cause if something moved that a mask should hide: `matrix` (batch, output, word)."""
    if not tested.attends:
        return MIXED, ""
    trace = traced(tested, layer, tested.x(), mask)
    if (cause := cut_wrongly(tested, layer, trace))[0]:
        return cause
    if "weights" in trace.names():
        weights = last(trace, "weights")
        allowed = mask.expand(BATCH, 1, *weights.shape[-2:])
        if not (weights.masked_fill(allowed, 0) > 0).any():  # no query attends to a masked key
            if "head_output" in trace.names() and unmerged(tested, layer, mask):
                return MERGED, source_line(trace, "output", layer, "merge")
        elif sentence := axis(weights):
            return sentence, source_line(trace, "weights", layer, "normalise")
        if (weights.sum(-2) - 1).abs().max() < ROUNDING:
            return AXES[(-2,)], source_line(trace, "weights", layer, "normalise")
    return masks.likely_cause(trace, layer, mask, matrix > MOVED)


def cut_wrongly(tested: LayerUnderTest, layer: nn.Module, trace: Trace) -> Cause:
    """Check whether words were mixed before any attention."""
    for name in ("query", "key", "value"):
        if name in trace.names() and mixes(tested, layer, name):
            return SPLIT, source_line(trace, name, layer, "split")
    return "", ""


@guess
def order(tested: LayerUnderTest, layer: nn.Module) -> Cause:
    """Name the cause if the words in another order gave another result."""
    if not tested.attends:
        return MIXED, ""
    trace = traced(tested, layer, tested.x(), None)
    if (cause := cut_wrongly(tested, layer, trace))[0]:
        return cause
    if "head_output" in trace.names() and unmerged(tested, layer, None):
        return MERGED, source_line(trace, "output", layer, "merge")
    made = lengths(tested, layer)
    return made if made[0] in FROM.values() else (ORDER, "")


@guess
def restless(tested: LayerUnderTest) -> Cause:
    """Name a layer that uses random numbers, keeps state, or writes into its input."""
    layer, x = tested.build(), tested.x()
    first = tested.call(layer, x, causal(LENGTH)).clone()
    return (RESTLESS if differs(tested.call(layer, x, causal(LENGTH)), first).any() else ""), ""


def mixes(tested: LayerUnderTest, layer: nn.Module, name: str) -> bool:
    """Whether a changed word moves another position of this probe, (batch, head, position, d_k)."""

    def run(x: Tensor) -> Tensor:
        return last(traced(tested, layer, x, None), name).transpose(1, 2).flatten(2)

    matrix = moved(run, tested.x())  # (batch, position, word)
    return bool((matrix > MOVED)[:, ~torch.eye(LENGTH, dtype=torch.bool)].any())


def unmerged(tested: LayerUnderTest, layer: nn.Module, mask: Tensor | None) -> bool:
    """Whether a head’s output for one word appears at another word."""
    before = tested.call(layer, tested.x(), mask)

    def change(value: Tensor) -> Tensor:
        value = value.clone()
        value[:, :, 2] = other(value[:, :, 2])
        return value

    with replace(layer, {"head_output": change}):
        after = tested.call(layer, tested.x(), mask)
    return set((after - before).abs().amax(-1).gt(MOVED).any(0).nonzero().flatten().tolist()) != {2}


@guess
def lengths(tested: LayerUnderTest, layer: nn.Module) -> Cause:
    """The layer fails unless there are as many keys as queries: find what was made from the wrong input."""
    x, memory = tested.x(), 0.7 * tested.x().flip(1)

    def traces(x: Tensor, memory: Tensor) -> Trace:
        with record(layer) as trace:
            layer(x, memory)
        return trace

    before = traces(x, memory)
    after = {"x": traces(other(x), memory), "memory": traces(x, other(memory))}
    for (name, source), sentence in FROM.items():
        if name in before.names() and differs(last(after[source], name), last(before, name)).any():
            return sentence, source_line(before, name)
    return "a length is taken from x instead of memory, or from memory instead of x", ""


def shape(saw: tuple[int, ...], expected: tuple[int, ...]) -> str:
    if saw == (expected[0], expected[2], expected[1]):
        return "the last two axes are swapped"
    if len(saw) == 4:
        return "the heads were not concatenated: merge them into d_model"
    if len(saw) == 3 and saw[:1] == expected[:1] and saw[2] == expected[2]:
        return "there is one output per key; there must be one per query"
    return ""


@guess
def not_finite(
    tested: LayerUnderTest, layer: nn.Module, what: str, x: Tensor, mask: Tensor | None
) -> Cause:
    trace = traced(tested, layer, x, mask)
    bad = first_nonfinite(trace)
    line = source_line(trace, bad) if bad else ""
    if "weights" in trace.names() and ("padding" in what or "usual" in what):
        unmasked = last(traced(tested, layer, x, None), "weights")
        if sentence := axis(unmasked):
            return sentence, line
    if "fully masked" in what:
        return "in a fully masked row, softmax is 0 / 0; return zeros for such a row", line
    if "usual" in what and tested.attends and mask is not None:
        named = masks.likely_cause(trace, layer, mask)
        if named[0]:
            return named
    if "times as large" in what:
        large = "e to the power of a large number overflows"
        return f"{large}; first subtract the row’s largest score, as torch’s softmax does", line
    if "usual" in what:
        return "the layer takes a root or logarithm of a negative number, or divides by 0", line
    if tested.kind == "norm" or "zeros" in what or "equal" in what:
        return (
            "the layer divides by a standard deviation of 0; add a small ε under the square root",
            line,
        )
    return "", line


@guess
def batch(
    tested: LayerUnderTest, layer: nn.Module, x: Tensor, mask: Tensor, training: bool
) -> Cause:
    """Name the cause if another sentence moved."""
    if tested.attends and "weights" in probes(layer):
        trace = traced(tested, layer, x, None)
        if axis(last(trace, "weights")) == AXES[(0,)]:
            return AXES[(0,)], source_line(trace, "weights", layer, "normalise")
    if training:
        return "statistics are computed over the batch, as in BatchNorm; compute them per word", ""
    return "an operation is computed over the batch (dim=0), or a view mixes sentences", ""


@guess
def cache(tested: LayerUnderTest, layer: nn.Module, steps: Tensor, kept: int) -> Cause:
    """Name the cause if the result differs word by word; the cache holds `kept` words at the end."""
    x = tested.x()
    if tested.kind == "position":
        from_zero = x[:, -1:] + layer(1, 0)
        ignored = not differs(steps[:, -1:], from_zero).any()
        return ("`start` is ignored: the first position must be `start`, not 0" if ignored else
                "a vector depends on the sequence length, which is unknown during decoding"), ""  # fmt: skip
    if not tested.attends:
        return MIXED, ""
    full, free = tested.call(layer, x, causal(LENGTH)), tested.call(layer, x, None)
    if not differs(full, free).any() and differs(free[:, :-1], tested.call(layer, x[:, :-1])).any():
        return "the mask is not used, so the full pass also sees later words", ""
    if kept != LENGTH:
        return (
            f"the cache received {kept} words, but the layer read {LENGTH}; extend the cache once",
            "",
        )
    alone = layer(x[:, -1:], x[:, -1:])
    if not differs(steps[:, -1:], alone).any():
        return "the cache’s result is not used; write key, value = cache.extend(key, value)", ""
    if tested.self_only:
        return "a new word is treated as the first word, but its position is cache.length", ""
    return "", ""
