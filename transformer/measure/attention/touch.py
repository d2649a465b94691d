"""Change one row of one head while the model runs: what does the model write then?

The row belongs to the word that attends; its columns are the words attended to. A weight is overwritten, or a
query is replaced, and the rest of the model runs unchanged. Some layers process all rows at once, others one
row per generated word; this file handles both.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer.measure.answer import Answer, answer, batch_of, greedy_answer, must_write
from transformer.measure.attention.arithmetic import contribution_lengths
from transformer.probe import probes, replace
from transformer.vocabulary import END, PAD
from transformer.weights import Trained


@dataclass(frozen=True)
class Row:
    """One row of one head in the attention layer at `path`; head and row count from 0."""

    path: str  # "encoder.layers.1.self_attention"
    head: int
    row: int


def in_flight(model: nn.Module, at: Row, probe: str, change: Callable[[Tensor], Tensor]) -> dict:
    """Return the argument of `replace` that applies `change` to the row (batch, …) of this probe, also where
    rows come one at a time.

    It is valid for one pass, or for one answer. Raises `ValueError` where the layer has no such probe.
    """
    name, seen = f"{at.path}.{probe}", 0
    if name not in (there := probes(model)):
        raise ValueError(
            f"there is no probe {name} in this {type(model).__name__}, so its value cannot be changed: "
            f"add self.{probe} = Probe(…) to the layer and pass the value through it"
        )
    if not there[name].axes.startswith("batch head query"):
        raise ValueError(
            f"{name} has the axes {there[name].axes!r}; a row of a head can be changed only where the axes are "
            "'batch head query …'"
        )

    def changed(value: Tensor) -> Tensor:  # (batch, head, query, …)
        nonlocal seen
        row, seen = at.row - seen, seen + value.shape[2]
        if 0 <= row < value.shape[2]:
            value = value.clone()
            value[:, at.head, row] = change(value[:, at.head, row])
        return value

    return {name: changed}


def overwritten(row: Tensor, column: int, weight: float) -> Tensor:
    """Set one weight of the row (…, key), and rescale the other weights in proportion so that the row still
    adds up to 1.

    A row without weight elsewhere cannot be rescaled and stays unchanged.
    """
    others = row.clone()
    others[..., column] = 0.0
    rest = others.sum(-1, keepdim=True)  # (…, 1)
    changed = others * ((1 - weight) / rest)
    changed[..., column] = weight
    return torch.where(rest > 0, changed, row)


def each_removed(weights: Tensor) -> Tensor:
    """weights (1 + key, …, key): copy 0 is unchanged; in copy 1 + k the weight of word k is removed."""
    keys = weights.shape[-1]
    looked_at = torch.cat((torch.zeros(1, keys), torch.eye(keys))) == 0  # (1 + key, key)
    left = weights * looked_at.view(1 + keys, *[1] * (weights.dim() - 2), keys)
    return left / left.sum(-1, keepdim=True).clamp_min(1e-30)  # zeros where no word is left


@dataclass(frozen=True)
class Seen:
    """A row of a head while the model reads its own answer."""

    answer: Answer
    weights: Tensor  # (column,)
    lengths: Tensor  # (column,) weight · ‖value‖
    log_p: Tensor  # (token,) of each token of the model's own answer, END included
    effects: (
        Tensor  # (column,) log p of the whole answer without the word in any row, minus with it
    )
    here: Tensor  # (column,) the same when the word is removed only from this row
    allowed: Tensor  # (column,) bool, whether this row may attend to it


@torch.no_grad()
def effects_of_row(trained: Trained, ids: Sequence[int], at: Row) -> Seen:
    """Return the weight of each word in the row, and how much of the answer is lost when no row attends to that
    word."""
    answer = own_answer(trained, ids)
    weights, value = (
        probed(answer, at, name) for name in ("weights", "value")
    )  # (head, query, key), (head, key, d_v)
    row = weights[at.head, at.row]  # (key,)
    lengths = contribution_lengths(row[None], value[at.head])[0]  # (key,)
    removed = dict.fromkeys(looking_at_the_same(trained, at), each_removed)
    log_p = own_log_p(trained, ids, answer, removed, copies=1 + len(row))  # (1 + key, token)
    here = effects_here(trained, ids, answer, at)
    return Seen(answer, row, lengths, log_p[0], _lost(log_p), here, may_look(answer, at))


def effects_here(trained: Trained, ids: Sequence[int], answer: Answer, at: Row) -> Tensor:
    """Return log p of the model's answer when only this row no longer attends to a word, minus log p with it;
    (column,)."""
    columns = probed(answer, at, "weights").shape[-1]
    removed = in_flight(trained.model, at, "weights", each_removed)
    return _lost(own_log_p(trained, ids, answer, removed, copies=1 + columns))


def _lost(log_p: Tensor) -> Tensor:
    """log p (1 + word, token), copy 0 with all words → how much of the answer's log p each word changes,
    (word,)."""
    together = log_p.double().sum(-1)
    return (together[1:] - together[0]).float()


def own_answer(trained: Trained, ids: Sequence[int]) -> Answer:
    """Return the model's answer. Raises `ValueError` for a model that generates nothing, such as an
    encoder-only model."""
    must_write(trained.model)
    return answer(trained, ids)


def probed(answer: Answer, at: Row, name: str) -> Tensor:
    """Return what a probe of the row's layer recorded for the one sentence. Raises `ValueError` where there is
    no such probe."""
    if f"{at.path}.{name}" not in answer.trace.axes:
        raise ValueError(
            f"there is no probe {at.path}.{name}: add self.{name} = Probe(…) to the layer and pass the value through it"
        )
    if (times := len(answer.trace[f"{at.path}.{name}"])) > 1:
        raise ValueError(
            f"{at.path} runs once per generated word, here {times} times; only a layer that processes all words "
            "at once, as in a Transformer, has rows that can be shown and changed here"
        )
    return answer.trace.one(f"{at.path}.{name}")[0]


def may_look(answer: Answer, at: Row) -> Tensor:
    """Return the columns that the row may attend to, (column,) bool; without a probe for this, it is read off
    the weights."""
    if f"{at.path}.masked" in answer.trace.axes:
        return probed(answer, at, "masked")[at.head, at.row] > -torch.inf
    return probed(answer, at, "weights")[at.head, at.row] > 0


def looking_at_the_same(trained: Trained, at: Row) -> list[str]:
    """Return the weights of every layer that has the same columns as this row: source words, or target words."""
    maps = {path: each for each in trained.family.maps for path in each.layers(trained.model)}
    return [
        f"{path}.weights" for path, each in maps.items() if each.columns == maps[at.path].columns
    ]


@torch.no_grad()
def own_log_p(
    trained: Trained, ids: Sequence[int], answer: Answer, change: dict, copies: int = 1
) -> Tensor:
    """Return log p of each token of the model's unchanged answer, (copy, token)."""
    batch = batch_of(trained, ids, [answer.inside] * copies)
    with replace(trained.model, change):
        logits = trained.family.objective.run(trained.model, batch)  # (copy, token, vocabulary)
    tokens = batch.target[:, 1:]  # (copy, token)
    log_p = logits.log_softmax(-1).gather(-1, tokens[..., None])[..., 0]
    ended = END in answer.tokens  # a truncated answer has no END
    return log_p[:, 0 if trained.reads else len(ids) : None if ended else -1]


@dataclass(frozen=True)
class Touched:
    """The row and the answer after the change."""

    weights: Tensor  # (column,)
    words: list[str]  # the model's new output
    log_p: Tensor  # (token,) of the tokens that it wrote before
    change: float  # of their sum


@torch.no_grad()
def touched(
    trained: Trained, ids: Sequence[int], at: Row, column: int, weight: float, before: Seen
) -> Touched:
    """Return the model's answer when this weight of the row is overwritten."""

    def change(rows: Tensor) -> Tensor:
        return overwritten(rows, column, weight)

    log_p = own_log_p(trained, ids, before.answer, in_flight(trained.model, at, "weights", change))[
        0
    ]
    with replace(trained.model, in_flight(trained.model, at, "weights", change)):
        tokens = [token for token in greedy_answer(trained, ids) if token not in (END, PAD)]
    return Touched(
        change(before.weights),
        trained.target_vocabulary.decode(tokens),
        log_p,
        float(log_p.double().sum() - before.log_p.double().sum()),
    )
