"""Information flow: row sums of the weights, future words, padding, order."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn.functional import pad

from transformer.contracts import causes
from transformer.contracts.layer_under_test import BATCH, KEYS, LENGTH, LayerUnderTest
from transformer.contracts.perturbation import MOVED, moved
from transformer.contracts.result import Cell, NotApplicable, Violation, cell_of
from transformer.diagnosis.first_difference import ROUNDING, differs
from transformer.masks import causal, padding
from transformer.probe import record
from transformer.vocabulary import PAD

NAN = "one of the two numbers is NaN: first fix the error that the check “finite” reports"
MOVES = "how much each output changes when a word is changed, as a fraction of its norm"


@torch.no_grad()
def rows_sum_to_one(tested: LayerUnderTest) -> str:
    """Check the sum of every row of the probe `weights` in which the mask allows a key."""
    if not tested.attends:
        raise NotApplicable(
            "the layer has no attention weights: every position is computed separately"
        )
    layer, x = tested.build(), tested.x()
    tested.probe(layer, "weights")
    cases = {"without a mask": (x, None), "with the causal mask": (x, causal(LENGTH))}
    cases["with padding"] = (x, hidden_keys(LENGTH))
    if not tested.self_only:
        cases["with padding, keys from memory"] = (tested.x(BATCH, KEYS), hidden_keys(KEYS))
    most = 0.0
    for what, (memory, mask) in cases.items():
        with record(layer) as trace:
            layer(x, memory, mask)
        weights = one_map(trace["weights"])
        off = (weights.sum(-1) - 1).abs().nan_to_num(torch.inf)  # (batch, head, query)
        most = max(most, off.max().item())
        if most > ROUNDING:
            likely, line = causes.rows(layer, x, memory, mask)
            raise Violation(
                f"{what}, not every row sums to 1", row_cell(weights, off), likely, line
            )
    return f"all rows sum to 1, with and without masks; the largest error is {most:.1g}"


def one_map(seen: list[Tensor]) -> Tensor:
    """The value of the probe `weights`, if it is a single map: (batch, head, query, key)."""
    if len(seen) != 1:
        raise NotApplicable(
            f"the probe “weights” was called {len(seen)} times, so there is no single row of weights"
        )
    if seen[0].dim() != 4:
        raise NotApplicable(
            f"the probe “weights” received a tensor of shape {tuple(seen[0].shape)}, not (batch, head, query, key)"
        )
    return seen[0]


def row_cell(weights: Tensor, off: Tensor) -> Cell:
    batch, head, row = (off > ROUNDING).nonzero()[0].tolist()
    whole = weights[batch, head]  # (query, key)
    saw, matrix = whole[row].sum().item(), tuple(map(tuple, whole.tolist()))
    axes = {"rows": "query", "columns": "key", "numbers": "weights"}
    return Cell(batch, head, row, None, saw, 1.0, matrix, (row, None), **axes)


def hidden_keys(keys: int) -> Tensor:
    """A padding mask (batch, 1, 1, key): sentence 0 has full length, each later one is a word shorter."""
    words = torch.arange(keys)[None] < keys - torch.arange(BATCH)[:, None]
    return padding(words.long(), 0)


@torch.no_grad()
def no_future_leak(tested: LayerUnderTest) -> str:
    """Change a word: no earlier result may change. Remove the last words: no other result may change."""
    layer, mask = tested.build(), causal(LENGTH)
    if tested.kind != "position":  # a positional encoding reads no words
        matrix = moved(lambda x: tested.call(layer, x, mask), tested.x())  # (batch, output, word)
        expect_still(
            tested, layer, matrix, ~mask, mask, "a word changes the result of an earlier word"
        )
    shorter = LENGTH - 2
    whole = tested.call(layer, tested.x(), mask)[:, :shorter]
    part = tested.call(layer, tested.x()[:, :shorter], causal(shorter))
    says = "the first three words give a different result when two more words follow"
    expect_same(whole, part, says, lambda: ("the result depends on the length of the text", ""))
    matrix = moved_in_model(tested)
    wrong = (matrix > MOVED) & ~mask
    if wrong.any():
        says = "in a model, a word changes the logits of an earlier word"
        raise Violation(says, moved_cell(matrix, wrong))
    return "no word changes the result of an earlier word, in the layer itself or in a model"


def moved_in_model(tested: LayerUnderTest) -> Tensor:
    """How far a change of each target word moves each output of the decoder, (batch, output, word)."""
    model, source = tested.model(), tested.tokens()
    memory, words = model.encode(source), padding(source, PAD)
    vectors = model.target_embedding(tested.tokens(start=1))
    return moved(lambda x: model.decoder(x, memory, causal(LENGTH), words), vectors)


def expect_still(
    tested: LayerUnderTest, layer: nn.Module, matrix: Tensor, never: Tensor, mask: Tensor, says: str
) -> None:
    """Raise `Violation` if something moved, (batch, output, word), that must not."""
    wrong = (matrix > MOVED) & never
    if wrong.any():
        likely, line = causes.leak(tested, layer, matrix, mask)
        raise Violation(says, moved_cell(matrix, wrong), likely, line)


def moved_cell(matrix: Tensor, wrong: Tensor) -> Cell:
    where = tuple(wrong.nonzero()[0].tolist())
    axes = {"rows": "output", "columns": "changed word", "numbers": MOVES}
    return cell_of(matrix, torch.zeros_like(matrix), where, **axes)


def expect_same(
    saw: Tensor, expected: Tensor, says: str, cause: Callable[[], causes.Cause] = lambda: ("", "")
) -> None:
    if saw.shape != expected.shape:
        raise Violation(
            f"{says}: its shape is {tuple(saw.shape)}, not {tuple(expected.shape)}", None, *cause()
        )
    for wrong, likely in ((saw.isnan() ^ expected.isnan(), NAN), (differs(saw, expected), "")):
        if wrong.any():
            where = tuple(wrong.nonzero()[0].tolist())
            raise Violation(
                says, cell_of(saw, expected, where), *((likely, "") if likely else cause())
            )


@torch.no_grad()
def padding_ignored(tested: LayerUnderTest) -> str:
    """Change the padding: the result of no word may change."""
    if tested.kind == "position":
        raise NotApplicable(
            "every position gets its positional vector, whatever its word; so does padding"
        )
    layer, mask = tested.build(), hidden_keys(LENGTH)
    words = mask[:, 0, 0]  # (batch, position)
    never = words[:, :, None] & ~words[:, None, :]  # (batch, output, position)
    matrix = moved(lambda x: tested.call(layer, x, mask), tested.x())
    expect_still(
        tested, layer, matrix, never, mask, "a change of the padding changes the result of a word"
    )
    if tested.attends and not tested.self_only:
        x, mask = tested.x(), hidden_keys(KEYS)
        matrix = moved(lambda memory: layer(x, memory, mask), tested.x(BATCH, KEYS))
        wrong = (matrix > MOVED) & ~mask[:, 0]
        if wrong.any():
            raise Violation(
                "padding in the memory changes the result for a word", moved_cell(matrix, wrong)
            )
    model, source, target = tested.model(), tested.tokens(), tested.tokens(start=1)
    says = "in a model, three padding tokens after the source change the logits"
    expect_same(model(pad(source, (0, 3), value=PAD), target), model(source, target), says)
    return "changing the padding affects no word, and neither do three extra padding tokens"


@torch.no_grad()
def order_blind(tested: LayerUnderTest) -> str:
    """Reorder the words: each word must keep its result."""
    layer, order = tested.build(), torch.arange(LENGTH).flip(0).roll(1)
    if tested.kind == "position":
        table = layer(LENGTH, 0)
        if differs(table, table[:1].expand_as(table)).any():
            raise NotApplicable("the positional vectors must differ from each other, and they do")
        return "all positions get the same vector and cannot be distinguished"
    if tested.kind == "attention" and tested.self_only:
        raise NotApplicable("the layer uses positions on purpose: self_only = True")
    x = tested.x()
    if (
        tested.kind == "mask"
        and differs(tested.call(layer, x[:, order]), tested.call(layer, x)[:, order]).any()
    ):
        raise NotApplicable("a mask may depend on the position, and this mask does")
    says = "when the words are in a different order, a word gets a different result"
    cause = partial(causes.order, tested, layer)
    expect_same(tested.call(layer, x[:, order]), tested.call(layer, x)[:, order], says, cause)
    if tested.kind == "attention":
        memory, mask = tested.x(BATCH, KEYS), hidden_keys(KEYS)
        order = torch.arange(KEYS).flip(0).roll(1)
        says = "when keys and mask are in a different order, a query gets a different result"
        after, before = layer(x, memory[:, order], mask[..., order]), layer(x, memory, mask)
        expect_same(after.nan_to_num(), before.nan_to_num(), says, cause)  # ignore NaN here
    model, source, target = tested.model(position="none"), tested.tokens(), tested.tokens(start=1)
    says = "in a model without positions, reordering the source changes the logits"
    expect_same(model(source.flip(1), target), model(source, target), says, cause)
    return "when the words are reordered, each word gets the same result, in a model too"
