"""Who looks at whom: rows of weights, words to come, padding, order."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn.functional import pad

from transformer.contracts import causes
from transformer.contracts.light import Cell, Grey, Red, cell_of
from transformer.contracts.perturbation import MOVED, moved
from transformer.contracts.trial import BATCH, KEYS, LENGTH, Trial
from transformer.diagnosis.first_difference import ROUNDING, differs
from transformer.masks import causal, padding
from transformer.probe import record
from transformer.vocabulary import PAD

NAN = "one of the two is no number: first mend what the light finite says"
MOVES = "how far each output moves when a word is changed, as a share of its length"


@torch.no_grad()
def rows_sum_to_one(trial: Trial) -> str:
    """Every row of the probe `weights` in which the mask allows something."""
    if not trial.attends:
        raise Grey("it has no rows of weights: every position is computed by itself")
    layer, x = trial.build(), trial.x()
    trial.probe(layer, "weights")
    cases = {"without a mask": (x, None), "with the causal mask": (x, causal(LENGTH))}
    cases["with padding"] = (x, hidden_keys(LENGTH))
    if not trial.self_only:
        cases["with padding, keys from elsewhere"] = (trial.x(BATCH, KEYS), hidden_keys(KEYS))
    most = 0.0
    for what, (memory, mask) in cases.items():
        with record(layer) as trace:
            layer(x, memory, mask)
        weights = one_map(trace["weights"])
        off = (weights.sum(-1) - 1).abs().nan_to_num(torch.inf)  # (batch, head, query)
        most = max(most, off.max().item())
        if most > ROUNDING:
            likely, line = causes.rows(layer, x, memory, mask)
            raise Red(f"{what}, not every row sums to 1", row_cell(weights, off), likely, line)
    return f"all rows, with masks and without; {most:.1g} off at most"


def one_map(seen: list[Tensor]) -> Tensor:
    """What the probe `weights` saw, if that is one map: (batch, head, query, key)."""
    if len(seen) != 1:
        raise Grey(f"the probe weights ran {len(seen)} times, so there is no one row of weights")
    if seen[0].dim() != 4:
        raise Grey(f"the probe weights saw {tuple(seen[0].shape)}, not (batch, head, query, key)")
    return seen[0]


def row_cell(weights: Tensor, off: Tensor) -> Cell:
    batch, head, row = (off > ROUNDING).nonzero()[0].tolist()
    whole = weights[batch, head]  # (query, key)
    saw, matrix = whole[row].sum().item(), tuple(map(tuple, whole.tolist()))
    axes = {"rows": "query", "columns": "key", "numbers": "weights"}
    return Cell(batch, head, row, None, saw, 1.0, matrix, (row, None), **axes)


def hidden_keys(keys: int) -> Tensor:
    """Sentence 0 is whole, each further one a word shorter: a padding mask (batch, 1, 1, key)."""
    words = torch.arange(keys)[None] < keys - torch.arange(BATCH)[:, None]
    return padding(words.long(), 0)


@torch.no_grad()
def no_future_leak(trial: Trial) -> str:
    """Change a word: nothing before it may move. Leave the last ones out: nothing may move either."""
    layer, mask = trial.build(), causal(LENGTH)
    if trial.kind != "position":  # that reads no words
        matrix = moved(lambda x: trial.call(layer, x, mask), trial.x())  # (batch, output, word)
        expect_still(trial, layer, matrix, ~mask, mask, "a word moves what comes before it")
    shorter = LENGTH - 2
    whole = trial.call(layer, trial.x(), mask)[:, :shorter]
    part = trial.call(layer, trial.x()[:, :shorter], causal(shorter))
    says = "with two more words behind them, the first three come out otherwise"
    expect_same(whole, part, says, lambda: ("it depends on how long the text is", ""))
    matrix = moved_in_model(trial)
    wrong = (matrix > MOVED) & ~mask
    if wrong.any():
        says = "in a model, a word moves the scores of an earlier one"
        raise Red(says, moved_cell(matrix, wrong))
    return "each word was changed in turn, and nothing before it moved, alone and in a model"


def moved_in_model(trial: Trial) -> Tensor:
    """How far a change of each target word moves each output of the decoder, (batch, output, word)."""
    model, source = trial.model(), trial.tokens()
    memory, words = model.encode(source), padding(source, PAD)
    vectors = model.target_embedding(trial.tokens(start=1))
    return moved(lambda x: model.decoder(x, memory, causal(LENGTH), words), vectors)


def expect_still(
    trial: Trial, layer: nn.Module, matrix: Tensor, never: Tensor, mask: Tensor, says: str
) -> None:
    """Red where something moved, (batch, output, word), that never should."""
    wrong = (matrix > MOVED) & never
    if wrong.any():
        likely, line = causes.leak(trial, layer, matrix, mask)
        raise Red(says, moved_cell(matrix, wrong), likely, line)


def moved_cell(matrix: Tensor, wrong: Tensor) -> Cell:
    where = tuple(wrong.nonzero()[0].tolist())
    axes = {"rows": "output", "columns": "changed word", "numbers": MOVES}
    return cell_of(matrix, torch.zeros_like(matrix), where, **axes)


def expect_same(
    saw: Tensor, expected: Tensor, says: str, cause: Callable[[], causes.Cause] = lambda: ("", "")
) -> None:
    if saw.shape != expected.shape:
        raise Red(f"{says}: {tuple(saw.shape)} in place of {tuple(expected.shape)}", None, *cause())
    for wrong, likely in ((saw.isnan() ^ expected.isnan(), NAN), (differs(saw, expected), "")):
        if wrong.any():
            where = tuple(wrong.nonzero()[0].tolist())
            raise Red(says, cell_of(saw, expected, where), *((likely, "") if likely else cause()))


@torch.no_grad()
def padding_ignored(trial: Trial) -> str:
    """Change what stands at padding: no word may move."""
    if trial.kind == "position":
        raise Grey("it gives each place its vector, whatever stands there, padding too")
    layer, mask = trial.build(), hidden_keys(LENGTH)
    words = mask[:, 0, 0]  # (batch, place)
    never = words[:, :, None] & ~words[:, None, :]  # (batch, output, place)
    matrix = moved(lambda x: trial.call(layer, x, mask), trial.x())
    expect_still(trial, layer, matrix, never, mask, "what stands at padding moves a word")
    if trial.attends and not trial.self_only:
        x, mask = trial.x(), hidden_keys(KEYS)
        matrix = moved(lambda memory: layer(x, memory, mask), trial.x(BATCH, KEYS))
        wrong = (matrix > MOVED) & ~mask[:, 0]
        if wrong.any():
            raise Red("padding of another text, looked at, moves a word", moved_cell(matrix, wrong))
    model, source, target = trial.model(), trial.tokens(), trial.tokens(start=1)
    says = "in a model, three places of padding behind the source move the scores"
    expect_same(model(pad(source, (0, 3), value=PAD), target), model(source, target), says)
    return "what stands at padding was changed, and no word moved; three more places moved none"


@torch.no_grad()
def order_blind(trial: Trial) -> str:
    """Put the words in another order: each keeps what it gets."""
    layer, order = trial.build(), torch.arange(LENGTH).flip(0).roll(1)
    if trial.kind == "position":
        table = layer(LENGTH, 0)
        if differs(table, table[:1].expand_as(table)).any():
            raise Grey("a position is there to tell places apart, and this one does")
        return "all positions get the same vector, so no place can be told from another"
    if trial.kind == "attention" and trial.self_only:
        raise Grey("it compares places on purpose: self_only = True")
    x = trial.x()
    if (
        trial.kind == "mask"
        and differs(trial.call(layer, x[:, order]), trial.call(layer, x)[:, order]).any()
    ):
        raise Grey("a mask may choose by place, and this one does")
    says = "the words in another order, and a word gets something else"
    cause = partial(causes.order, trial, layer)
    expect_same(trial.call(layer, x[:, order]), trial.call(layer, x)[:, order], says, cause)
    if trial.kind == "attention":
        memory, mask = trial.x(BATCH, KEYS), hidden_keys(KEYS)
        order = torch.arange(KEYS).flip(0).roll(1)
        says = "the keys in another order, the mask with them, and a query gets something else"
        found, before = layer(x, memory[:, order], mask[..., order]), layer(x, memory, mask)
        expect_same(found.nan_to_num(), before.nan_to_num(), says, cause)  # NaN is no order's fault
    model, source, target = trial.model(position="none"), trial.tokens(), trial.tokens(start=1)
    says = "in a model without positions, another order of the source changes the scores"
    expect_same(model(source.flip(1), target), model(source, target), says, cause)
    return "words in another order: each gets what it got; so does a model without positions"
