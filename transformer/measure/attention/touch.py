"""One row of one head, changed while the model runs: what does the model write then?

A row is who looks; its columns are whom it looks at. A weight is overwritten, or a query replaced, and
the model goes on with that: nothing else is touched. Some layers see all rows at once, others one row
at each step of writing; both are met here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer.measure.answer import Answer, answer, batch_of, must_write, written
from transformer.measure.attention.arithmetic import contribution_lengths
from transformer.probe import probes, replace
from transformer.vocabulary import END, PAD
from transformer.weights import Trained


@dataclass(frozen=True)
class Row:
    """Who looks: one row of one head in the attention layer at `path`; head and row count from 0."""

    path: str  # "encoder.layers.1.self_attention"
    head: int
    row: int


def in_flight(model: nn.Module, at: Row, probe: str, change: Callable[[Tensor], Tensor]) -> dict:
    """For `replace`: `change` the row (batch, …) of this probe, also where rows come one at a time.

    Good for one pass, or for one answer. Raises `ValueError` where the layer has no such probe.
    """
    name, seen = f"{at.path}.{probe}", 0
    if name not in (found := probes(model)):
        raise ValueError(
            f"there is no probe {name} in this {type(model).__name__}, so nothing can be changed there: "
            f"pass the value through one in the layer, self.{probe} = Probe(…)"
        )
    if not found[name].axes.startswith("batch head query"):
        raise ValueError(
            f"{name} is {found[name].axes!r}; a row of a head can be changed where it is 'batch head query …'"
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
    """The row (…, key) with this weight in this column; the others share the rest as they did before.

    A row that looks nowhere else has nobody to share with, and stays as it is.
    """
    others = row.clone()
    others[..., column] = 0.0
    rest = others.sum(-1, keepdim=True)  # (…, 1)
    changed = others * ((1 - weight) / rest)
    changed[..., column] = weight
    return torch.where(rest > 0, changed, row)


def each_removed(weights: Tensor) -> Tensor:
    """weights (1 + key, …, key): copy 0 as it is, in copy 1 + k nobody looks at word k."""
    keys = weights.shape[-1]
    looked_at = torch.cat((torch.zeros(1, keys), torch.eye(keys))) == 0  # (1 + key, key)
    left = weights * looked_at.view(1 + keys, *[1] * (weights.dim() - 2), keys)
    return left / left.sum(-1, keepdim=True).clamp_min(1e-30)  # with nobody left to look at: zeros


@dataclass(frozen=True)
class Seen:
    """A row of a head while the model reads its own answer."""

    answer: Answer
    weights: Tensor  # (column,)
    lengths: Tensor  # (column,) weight · ‖value‖
    log_p: Tensor  # (token,) of each token of the model's own answer, END among them
    effects: Tensor  # (column,) log p of the whole answer when nobody sees the word, minus with it
    here: Tensor  # (column,) the same when this row alone no longer looks at the word
    allowed: Tensor  # (column,) bool, whether this row may look there


@torch.no_grad()
def seen(trained: Trained, ids: Sequence[int], at: Row) -> Seen:
    """What the row gives to each word, and what the answer loses when nobody looks at that word."""
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
    """log p of the model's answer when this row alone no longer looks at a word, minus with it; (column,)."""
    columns = probed(answer, at, "weights").shape[-1]
    removed = in_flight(trained.model, at, "weights", each_removed)
    return _lost(own_log_p(trained, ids, answer, removed, copies=1 + columns))


def _lost(log_p: Tensor) -> Tensor:
    """log p (1 + word, token), in copy 0 with all words → how much that of the answer changes, (word,)."""
    together = log_p.double().sum(-1)
    return (together[1:] - together[0]).float()


def own_answer(trained: Trained, ids: Sequence[int]) -> Answer:
    """What the model writes. Raises `ValueError` for one that writes nothing, as an encoder alone."""
    must_write(trained.model)
    return answer(trained, ids)


def probed(answer: Answer, at: Row, name: str) -> Tensor:
    """What a probe of the row's layer saw of the one sentence. Raises `ValueError` where there is none."""
    if f"{at.path}.{name}" not in answer.trace.axes:
        raise ValueError(
            f"there is no probe {at.path}.{name}: pass the value through one in the layer, self.{name} = Probe(…)"
        )
    if (times := len(answer.trace[f"{at.path}.{name}"])) > 1:
        raise ValueError(
            f"{at.path} looks anew for each word that is written, here {times} times; what is shown and changed here is "
            "a row of a layer that sees all words at once, as a Transformer’s"
        )
    return answer.trace.one(f"{at.path}.{name}")[0]


def may_look(answer: Answer, at: Row) -> Tensor:
    """Where the row may look, (column,) bool; what a layer does not tell is read off its weights."""
    if f"{at.path}.masked" in answer.trace.axes:
        return probed(answer, at, "masked")[at.head, at.row] > -torch.inf
    return probed(answer, at, "weights")[at.head, at.row] > 0


def looking_at_the_same(trained: Trained, at: Row) -> list[str]:
    """The weights of every layer whose columns are those of this row: source words, or target words."""
    maps = {path: each for each in trained.family.maps for path in each.layers(trained.model)}
    return [
        f"{path}.weights" for path, each in maps.items() if each.columns == maps[at.path].columns
    ]


@torch.no_grad()
def own_log_p(
    trained: Trained, ids: Sequence[int], answer: Answer, change: dict, copies: int = 1
) -> Tensor:
    """log p of each token that the model wrote when nobody changed anything, (copy, token)."""
    batch = batch_of(trained, ids, [answer.inside] * copies)
    with replace(trained.model, change):
        logits = trained.family.objective.run(trained.model, batch)  # (copy, token, vocabulary)
    told = batch.target[:, 1:]  # (copy, token)
    log_p = logits.log_softmax(-1).gather(-1, told[..., None])[..., 0]
    ended = END in answer.tokens  # an answer that was cut off has written no END
    return log_p[:, 0 if trained.reads else len(ids) : None if ended else -1]


@dataclass(frozen=True)
class Touched:
    """What became of the row and of the answer."""

    weights: Tensor  # (column,)
    words: list[str]  # what the model writes now
    log_p: Tensor  # (token,) of the tokens that it wrote before
    change: float  # of their sum


@torch.no_grad()
def touched(
    trained: Trained, ids: Sequence[int], at: Row, column: int, weight: float, before: Seen
) -> Touched:
    """The model's answer when this weight of the row is overwritten."""

    def change(rows: Tensor) -> Tensor:
        return overwritten(rows, column, weight)

    log_p = own_log_p(trained, ids, before.answer, in_flight(trained.model, at, "weights", change))[
        0
    ]
    with replace(trained.model, in_flight(trained.model, at, "weights", change)):
        tokens = [token for token in written(trained, ids) if token not in (END, PAD)]
    return Touched(
        change(before.weights),
        trained.target_vocabulary.decode(tokens),
        log_p,
        float(log_p.double().sum() - before.log_p.double().sum()),
    )
