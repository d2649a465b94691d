"""The likely cause of a red light: what each known mistake would show, beside what was seen.

Nothing is read off the code. Where no known mistake shows this, nothing is said.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import torch
from torch import Tensor, nn

from transformer.contracts import masks
from transformer.contracts.perturbation import MOVED, moved, other
from transformer.contracts.trial import BATCH, LENGTH, Trial
from transformer.diagnosis.first_difference import ROUNDING, differs
from transformer.diagnosis.nonfinite import first_nonfinite
from transformer.diagnosis.source_line import source_line
from transformer.masks import causal
from transformer.probe import Trace, probes, record, replace

AXES = {  # of weights (batch, head, query, key): a softmax over them instead of over the keys
    (-2,): "softmax ran over the query axis; the key axis is the last one (dim=-1)",
    (1,): "softmax ran over the heads; each head has its own rows: over the keys (dim=-1)",
    (0,): "softmax ran over the batch; over the keys it is dim=-1",
    (-2, -1): "softmax ran over queries and keys together; each row by itself is dim=-1",
}
ORDER = "a word gets something of its place; where that is meant, the layer says so with no_promise"
MIXED = "something is taken over the positions; each word by itself is the last axis (dim=-1)"
SPLIT = (
    "cutting into heads mixed the words: cut d_model into (head, d_k) first, then transpose(1, 2)"
)
MERGED = "putting the heads together mixed the words: transpose(1, 2) back first, then flatten"
RANDOM = "dropout or noise is on in evaluation, so a row loses or gains"
RESTLESS = (
    "the same input gives other numbers each time, so no two runs can be compared; mend that first"
)
FROM = {
    ("query", "memory"): "queries are made from memory; they come from x",
    ("key", "x"): "keys are made from x; they come from memory",
    ("value", "x"): "values are made from x; they come from memory",
}
Cause = tuple[str, str]  # the sentence, and the line of the layer to look at; "" where unknown


def guess(function: Callable[..., Cause]) -> Callable[..., Cause]:
    """Says nothing where asking fails: a layer that is wrong may fail in any way, and is red all the same."""

    @wraps(function)
    def guessed(*given: Any) -> Cause:
        try:
            return function(*given)
        except Exception:
            return "", ""

    return guessed


def last(trace: Trace, name: str) -> Tensor:
    """What a probe saw, the last time if it ran more than once."""
    return trace[name][-1]


def traced(trial: Trial, layer: nn.Module, x: Tensor, mask: Tensor | None) -> Trace:
    with record(layer) as trace:
        trial.call(layer, x, mask)
    return trace


def of_error(error: BaseException) -> str:
    if "NoneType" in str(error):
        return "mask, memory and cache can be None: no mask means that all may be seen"
    if "allocate memory" in str(error) or isinstance(error, MemoryError):
        return "it asks for more memory than there is: an axis too many, or a list that only grows"
    return ""


def axis(weights: Tensor) -> str:
    """Over which axes the weights sum to 1, if not over the keys."""
    for axes, sentence in AXES.items():
        if not differs(weights.sum(axes), torch.ones(())).any():
            return sentence
    return ""


@guess
def rows(layer: nn.Module, x: Tensor, memory: Tensor, mask: Tensor | None) -> Cause:
    """Rows of weights do not sum to 1."""
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
        return "the mask came after the softmax, so rows lost weight; hide before it", line
    return masks.named(trace, layer, mask)


def _no_softmax(trace: Trace) -> str:
    weights = last(trace, "weights")
    if "masked" in trace.names():
        scores = last(trace, "masked")
        if not differs(weights, scores).any():
            return "the scores are the weights: there is no softmax"
        if not differs(weights, scores.sigmoid()).any():
            return "each weight is a sigmoid of its own score; softmax divides by the row's sum"
        if not differs(weights, scores.exp()).any():
            return "exp was taken and not divided by the sum of its row"
    sums = weights.sum(-1)
    if not differs(sums, sums.flatten()[0]).any():
        return f"every row sums to the same, {sums.flatten()[0]:.3g}: divide by that"
    return ""


@guess
def leak(trial: Trial, layer: nn.Module, matrix: Tensor, mask: Tensor) -> Cause:
    """Something moved that a mask should hide: `matrix` (batch, output, word)."""
    if not trial.attends:
        return MIXED, ""
    trace = traced(trial, layer, trial.x(), mask)
    if (found := cut_wrongly(trial, layer, trace))[0]:
        return found
    if "weights" in trace.names():
        weights = last(trace, "weights")
        allowed = mask.expand(BATCH, 1, *weights.shape[-2:])
        if not (weights.masked_fill(allowed, 0) > 0).any():  # nobody looks where he may not
            if "head_output" in trace.names() and unmerged(trial, layer, mask):
                return MERGED, source_line(trace, "output", layer, "merge")
        elif sentence := axis(weights):
            return sentence, source_line(trace, "weights", layer, "normalise")
        if (weights.sum(-2) - 1).abs().max() < ROUNDING:
            return AXES[(-2,)], source_line(trace, "weights", layer, "normalise")
    return masks.named(trace, layer, mask, matrix > MOVED)


def cut_wrongly(trial: Trial, layer: nn.Module, trace: Trace) -> Cause:
    """Whether words were mixed before anybody looked at another."""
    for name in ("query", "key", "value"):
        if name in trace.names() and mixes(trial, layer, name):
            return SPLIT, source_line(trace, name, layer, "split")
    return "", ""


@guess
def order(trial: Trial, layer: nn.Module) -> Cause:
    """The words in another order gave something else."""
    if not trial.attends:
        return MIXED, ""
    trace = traced(trial, layer, trial.x(), None)
    if (found := cut_wrongly(trial, layer, trace))[0]:
        return found
    if "head_output" in trace.names() and unmerged(trial, layer, None):
        return MERGED, source_line(trace, "output", layer, "merge")
    made = lengths(trial, layer)
    return made if made[0] in FROM.values() else (ORDER, "")


@guess
def restless(trial: Trial) -> Cause:
    """A layer that draws by lot, keeps something, or writes into its input."""
    layer, x = trial.build(), trial.x()
    first = trial.call(layer, x, causal(LENGTH)).clone()
    return (RESTLESS if differs(trial.call(layer, x, causal(LENGTH)), first).any() else ""), ""


def mixes(trial: Trial, layer: nn.Module, name: str) -> bool:
    """Whether a changed word moves another position of this probe, (batch, head, position, d_k)."""

    def run(x: Tensor) -> Tensor:
        return last(traced(trial, layer, x, None), name).transpose(1, 2).flatten(2)

    matrix = moved(run, trial.x())  # (batch, position, word)
    return bool((matrix > MOVED)[:, ~torch.eye(LENGTH, dtype=torch.bool)].any())


def unmerged(trial: Trial, layer: nn.Module, mask: Tensor | None) -> bool:
    """Whether what a head found for one word comes out at another."""
    before = trial.call(layer, trial.x(), mask)

    def change(value: Tensor) -> Tensor:
        value = value.clone()
        value[:, :, 2] = other(value[:, :, 2])
        return value

    with replace(layer, {"head_output": change}):
        after = trial.call(layer, trial.x(), mask)
    return set((after - before).abs().amax(-1).gt(MOVED).any(0).nonzero().flatten().tolist()) != {2}


@guess
def lengths(trial: Trial, layer: nn.Module) -> Cause:
    """As many keys as queries run, other numbers of them do not: who was made from what?"""
    x, memory = trial.x(), 0.7 * trial.x().flip(1)

    def seen(x: Tensor, memory: Tensor) -> Trace:
        with record(layer) as trace:
            layer(x, memory)
        return trace

    before = seen(x, memory)
    after = {"x": seen(other(x), memory), "memory": seen(x, other(memory))}
    for (name, source), sentence in FROM.items():
        if name in before.names() and differs(last(after[source], name), last(before, name)).any():
            return sentence, source_line(before, name)
    return "a length is taken from x where memory's is meant, or the other way round", ""


def shape(saw: tuple[int, ...], expected: tuple[int, ...]) -> str:
    if saw == (expected[0], expected[2], expected[1]):
        return "the last two axes are exchanged"
    if len(saw) == 4:
        return "the heads were not put together again: merge them into d_model"
    if len(saw) == 3 and saw[:1] == expected[:1] and saw[2] == expected[2]:
        return "there is one output for each key; there must be one for each query"
    return ""


@guess
def not_finite(trial: Trial, layer: nn.Module, what: str, x: Tensor, mask: Tensor | None) -> Cause:
    trace = traced(trial, layer, x, mask)
    bad = first_nonfinite(trace)
    line = source_line(trace, bad) if bad else ""
    if "weights" in trace.names() and ("padding" in what or "usual" in what):
        unmasked = last(traced(trial, layer, x, None), "weights")
        if sentence := axis(unmasked):
            return sentence, line
    if "look nowhere" in what:
        return "where a row has everything hidden, softmax is 0 / 0; give such a row zeros", line
    if "usual" in what and trial.attends and mask is not None:
        named = masks.named(trace, layer, mask)
        if named[0]:
            return named
    if "times as large" in what:
        large = "e to the power of a large number is infinite"
        return f"{large}; subtract the largest of its row first, as torch's softmax does", line
    if "usual" in what:
        return "a root or a logarithm of a number below 0, or a division by 0", line
    if trial.kind == "norm" or "zeros" in what or "equal" in what:
        return "it divides by a spread of 0; add a small ε under the root", line
    return "", line


@guess
def batch(trial: Trial, layer: nn.Module, x: Tensor, mask: Tensor, training: bool) -> Cause:
    """Another sentence moved."""
    if trial.attends and "weights" in probes(layer):
        trace = traced(trial, layer, x, None)
        if axis(last(trace, "weights")) == AXES[(0,)]:
            return AXES[(0,)], source_line(trace, "weights", layer, "normalise")
    if training:
        return "it takes statistics over the batch, as BatchNorm does; take them in each word", ""
    return "something is computed over the batch (dim=0), or a view mixes sentences", ""


@guess
def cache(trial: Trial, layer: nn.Module, steps: Tensor, kept: int) -> Cause:
    """Word by word it is otherwise; the cache holds `kept` words at the end."""
    x = trial.x()
    if trial.kind == "position":
        from_zero = x[:, -1:] + layer(1, 0)
        ignored = not differs(steps[:, -1:], from_zero).any()
        return ("start is ignored: the first position asked for is `start`, not 0" if ignored else
                "a position depends on how many are asked for; when writing nobody knows that"), ""  # fmt: skip
    if not trial.attends:
        return MIXED, ""
    if not differs(trial.call(layer, x, causal(LENGTH)), trial.call(layer, x, None)).any():
        return "the mask is not used, so that all words at once see later ones too", ""
    if kept == 0:
        return "the cache is never used: key, value = cache.extend(key, value)", ""
    if kept != LENGTH:
        return f"{kept} words were handed to the cache, and {LENGTH} were read: extend it once", ""
    alone = layer(x[:, -1:], x[:, -1:])
    if not differs(steps[:, -1:], alone).any():
        return "what the cache gives back is not used: key, value = cache.extend(key, value)", ""
    if trial.self_only:
        return "a new word is taken for the first one; it stands at cache.length", ""
    return "", ""
