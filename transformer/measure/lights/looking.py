"""Who looks at whom: rows of weights, words to come, padding, order."""

import torch
from torch import Tensor, nn

from transformer.masks import causal, padding
from transformer.measure.lights import causes
from transformer.measure.lights.light import Cell, Grey, Red, cell_of
from transformer.measure.lights.moving import MOVED, ROUNDING, far, moved
from transformer.measure.lights.trial import BATCH, KEYS, LENGTH, Trial
from transformer.probe import record
from transformer.vocabulary import PAD

PLACE_BY_PLACE = "every position is computed by itself: there are no rows of weights"


@torch.no_grad()
def rows_sum_to_one(trial: Trial) -> str:
    """Every row of the probe `weights` in which the mask allows something."""
    trial.only("attention", because=PLACE_BY_PLACE)
    layer = trial.build()
    trial.probe(layer, "weights")
    x = trial.x()
    asked = {"without a mask": (x, None), "with the causal mask": (x, causal(LENGTH))}
    asked["with padding"] = (x, hidden_keys(BATCH, LENGTH))
    if not trial.self_only:
        asked["with padding, keys from elsewhere"] = (
            trial.x(BATCH, KEYS),
            hidden_keys(BATCH, KEYS),
        )
    most = 0.0
    for what, (memory, mask) in asked.items():
        with record(layer) as trace:
            layer(x, memory, mask)
        weights = trace.one("weights")
        if weights.dim() != 4:
            raise Grey(
                f"the probe weights saw {tuple(weights.shape)}, not (batch, head, query, key)"
            )
        off = (weights.sum(-1) - 1).abs().nan_to_num(torch.inf)  # (batch, head, query)
        most = max(most, off.max().item())
        if most > ROUNDING:
            likely, line = causes.rows(trial, layer, trace, mask, what), trace.lines["weights"]
            at = f"{line.file}:{line.number}"
            raise Red(f"{what}, not every row sums to 1", row_cell(weights, off), likely, at)
    return f"every row, with and without masks; {most:.1g} off at most"


def row_cell(weights: Tensor, off: Tensor) -> Cell:
    batch, head, row = (off > ROUNDING).nonzero()[0].tolist()
    whole = weights[batch, head]
    return Cell(
        **{"batch": batch, "head": head, "row": row, "column": None},
        **{"saw": whole[row].sum().item(), "expected": 1.0, "at": (row, None)},
        **{"matrix": tuple(map(tuple, whole.tolist())), "rows": "query", "columns": "key"},
    )


def hidden_keys(batch: int, keys: int) -> Tensor:
    """Sentence 0 is whole, each further one a word shorter: padding (batch, 1, 1, key)."""
    words = torch.arange(keys)[None] < keys - torch.arange(batch)[:, None]
    return padding(words.long(), 0)


@torch.no_grad()
def no_future_leak(trial: Trial) -> str:
    """Change a word: nothing before it may move. Leave the last ones out: nothing may move either."""
    layer = trial.build()
    ahead = ~causal(LENGTH)  # (output, word)
    if trial.kind != "position":
        x, mask = trial.x(), causal(LENGTH)
        matrix = moved(lambda x: trial.call(layer, x, mask), x)  # (batch, output, word)
        expect_still(trial, layer, matrix, ahead, mask, "a word moves what comes before it")
    shorter = LENGTH - 2
    whole = trial.call(layer, trial.x(), causal(LENGTH))[:, :shorter]
    part = trial.call(layer, trial.x()[:, :shorter], causal(shorter))
    expect_same(whole, part, "with two more words behind them, the first ones come out otherwise")
    in_model = leak_in_model(trial)
    if in_model is not None:
        raise Red("in a model, a later word moves the scores of an earlier one", in_model)
    return "each word changed in turn: nothing before it moved, alone and in a model"


def leak_in_model(trial: Trial) -> Cell | None:
    model, source = trial.model(), trial.tokens()
    memory = model.encode(source)
    vectors = model.target_embedding(trial.tokens(start=1))
    mask, words = causal(LENGTH), padding(source, PAD)
    matrix = moved(lambda x: model.decoder(x, memory, mask, words), vectors)
    wrong = (matrix > MOVED) & ~causal(LENGTH)
    return moved_cell(matrix, wrong) if wrong.any() else None


def expect_still(
    trial: Trial, layer: nn.Module, matrix: Tensor, never: Tensor, mask: Tensor, says: str
) -> None:
    """Red where something moved, (batch, output, word), that never should."""
    wrong = (matrix > MOVED) & never
    if wrong.any():
        likely, look_at = causes.moved(trial, layer, matrix, mask)
        raise Red(says, moved_cell(matrix, wrong), likely, look_at)


def moved_cell(matrix: Tensor, wrong: Tensor) -> Cell:
    where = tuple(wrong.nonzero()[0].tolist())
    return cell_of(matrix, torch.zeros_like(matrix), where, "output", "changed word")


def expect_same(saw: Tensor, expected: Tensor, says: str, likely: str = "") -> None:
    if saw.shape != expected.shape:
        raise Red(f"{says}: {tuple(saw.shape)} in place of {tuple(expected.shape)}", likely=likely)
    wrong = far(saw, expected)
    if wrong.any():
        where = tuple(wrong.nonzero()[0].tolist())
        raise Red(says, cell_of(saw, expected, where), likely)


@torch.no_grad()
def padding_ignored(trial: Trial) -> str:
    """Change what stands at padding: no word may move."""
    if trial.kind == "position":
        raise Grey("it gives each place its vector, whatever stands there, padding too")
    layer = trial.build()
    mask = hidden_keys(BATCH, LENGTH)
    words = mask[:, 0, 0]  # (batch, place)
    never = words[:, :, None] & ~words[:, None, :]  # (batch, output, place)
    matrix = moved(lambda x: trial.call(layer, x, mask), trial.x())
    expect_still(trial, layer, matrix, never, mask, "what stands at padding moves a word")
    if trial.kind == "attention" and not trial.self_only:
        x, mask = trial.x(), hidden_keys(BATCH, KEYS)
        matrix = moved(lambda memory: layer(x, memory, mask), trial.x(BATCH, KEYS))
        never = ~mask[:, 0].expand(BATCH, LENGTH, KEYS)
        expect_still(
            trial, layer, matrix, never, mask, "what stands at padding of the memory moves a word"
        )
    model, source = trial.model(), trial.tokens()
    target = trial.tokens(start=1)
    padded = torch.nn.functional.pad(source, (0, 3), value=PAD)
    expect_same(
        model(padded, target),
        model(source, target),
        "in a model, three more places of padding behind the source move the scores",
    )
    return "what stands at padding was changed, and no word moved; three more places of it, neither"


@torch.no_grad()
def order_blind(trial: Trial) -> str:
    """Put the words in another order: each keeps what it gets."""
    layer = trial.build()
    order = torch.arange(LENGTH).flip(0).roll(1)
    if trial.kind == "position":
        table = layer(LENGTH, 0)
        if far(table, table[:1].expand_as(table)).any():
            raise Grey("a position is there to tell places apart: the first two vectors differ")
        return "all positions get the same vector, so no place can be told from another"
    if trial.kind == "attention" and trial.self_only:
        raise Grey("this layer compares places on purpose (self_only = True)")
    x = trial.x()
    says = "the words in another order, and a word gets something else"
    expect_same(trial.call(layer, x[:, order]), trial.call(layer, x)[:, order], says, causes.ORDER)
    if trial.kind == "attention":
        memory, mask = trial.x(BATCH, KEYS), hidden_keys(BATCH, KEYS)
        order = torch.arange(KEYS).flip(0).roll(1)
        says = (
            "keys and values in another order (the mask with them), and a query gets something else"
        )
        found = layer(x, memory[:, order], mask[..., order])
        expect_same(found, layer(x, memory, mask), says, causes.ORDER)
    model, source, target = trial.model(position="none"), trial.tokens(), trial.tokens(start=1)
    says = "in a model without positions, the source in another order changes the scores"
    expect_same(model(source.flip(1), target), model(source, target), says, causes.ORDER)
    return "words in another order: each gets what it got; so does a model without positions"
