"""A layer must hide nothing that its mask allows: each allowed word must be able to change the result."""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor, nn

from transformer.contracts.information_flow import MOVES, hidden_keys
from transformer.contracts.layer_under_test import BATCH, KEYS, LENGTH, LayerUnderTest
from transformer.contracts.perturbation import MOVED, moved
from transformer.contracts.result import NotApplicable, Violation, cell_of
from transformer.masks import causal

TRIES = 6  # hard attention attends to one word only, so not every change of a word matters
DECLARE = "if this is intended, declare it with no_promise"
Case = tuple[str, Callable[[Tensor], Tensor], Tensor, Tensor]  # name, run, words, allowed


@torch.no_grad()
def hides_nothing(tested: LayerUnderTest) -> str:
    """Change each word that a query may attend to: the query’s result must change."""
    if tested.kind == "mask":
        raise NotApplicable("a mask hides words on purpose")
    if not tested.attends:
        raise NotApplicable("the layer has no attention, so it hides nothing")
    layer = tested.build()
    for what, run, words, allowed in cases(tested, layer):
        matrix = dependence(run, words, allowed, tested.seed)  # (batch, query, key)
        hidden = allowed & (matrix <= MOVED)
        if hidden.any():
            where = tuple(hidden.nonzero()[0].tolist())
            axes = {"rows": "query", "columns": "changed word", "numbers": MOVES}
            cell = cell_of(matrix, None, where, "more than 0", **axes)
            says = f"{what}, a query does not depend on a word that it may attend to"
            raise Violation(says, cell, likely(hidden, allowed))
    return "each query depends on every word that its mask allows"


def cases(tested: LayerUnderTest, layer: nn.Module) -> Iterator[Case]:
    """Each with the words to change, (batch, key, d_model), and what is allowed, (batch, query, key)."""
    x, everything = tested.x(), torch.ones(BATCH, LENGTH, LENGTH, dtype=torch.bool)
    masks = {"without a mask": None, "with the causal mask": causal(LENGTH)}
    masks["with padding"] = hidden_keys(LENGTH)

    def run(mask: Tensor | None) -> Callable[[Tensor], Tensor]:
        if tested.self_only:  # a changed word also changes its own query
            return lambda words: layer(words, words, mask)
        return lambda words: layer(x, words, mask)

    for what, mask in masks.items():
        allowed = everything if mask is None else (everything[:, None] & mask)[:, 0]
        yield what, run(mask), x, allowed
    if not tested.self_only:
        mask = hidden_keys(KEYS)
        allowed = mask[:, 0].expand(BATCH, LENGTH, KEYS)
        yield "with padding, keys from memory", run(mask), tested.x(BATCH, KEYS), allowed


def dependence(
    run: Callable[[Tensor], Tensor], words: Tensor, allowed: Tensor, seed: int
) -> Tensor:
    """The most that a change of each word moves each query’s result, (batch, query, key)."""
    generator, most = torch.Generator().manual_seed(seed), torch.zeros(allowed.shape)
    for size in range(TRIES):
        most = torch.maximum(most, moved(run, words).nan_to_num(torch.inf))
        if not (allowed & (most <= MOVED)).any():
            break
        words = (1 + size) * torch.randn(words.shape, generator=generator)
    return most


def likely(hidden: Tensor, allowed: Tensor) -> str:
    """Name what the hidden pairs have in common; hidden and allowed (batch, query, key)."""
    query, key = torch.arange(hidden.shape[1])[:, None], torch.arange(hidden.shape[2])
    if torch.equal(hidden, allowed):
        return "the layer attends to no other word: does it use `memory`?"
    if hidden.shape[1] == hidden.shape[2]:
        if torch.equal(hidden, allowed & (key > query)):
            return f"the layer hides later words although the mask allows them; {DECLARE}"
        if torch.equal(hidden, allowed & (key == query)):
            return "the diagonal is also masked, but a word may attend to itself"
        distance = (key - query).abs()
        far = int(distance[hidden.any(0)].min())
        if torch.equal(hidden, allowed & (distance >= far)):
            return f"the layer hides words at a distance of {far} or more; {DECLARE}"
    return f"the layer hides more than the mask does; {DECLARE}"
