"""What each head of a model looks at, measured over many held-out sentences, and not from one picture.

For every pattern of `patterns.py` a head has a score: how much weight it puts, on average, where the
pattern says. A head gets the name of its best pattern only where that score reaches `THRESHOLD`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from transformer.measure.attention.patterns import Sentences, patterns
from transformer.objectives.maps import Map
from transformer.objectives.rows import Rows
from transformer.probe import probes, record
from transformer.tasks import Example
from transformer.vocabulary import END, PAD
from transformer.weights import Trained

THRESHOLD = 0.5  # half of all weight, on average
SENTENCES = 300
FEWEST = 20  # rows that a pattern must have before it can name a head


@dataclass(frozen=True)
class Role:
    """One head, with its score for each pattern that has rows; `label` is "" where none reaches the
    threshold."""

    map: str
    layer: int
    head: int
    scores: dict[str, float]

    @property
    def best(self) -> str:
        return max(self.scores, key=self.scores.__getitem__, default="")

    @property
    def label(self) -> str:
        return self.best if self.scores.get(self.best, 0.0) >= THRESHOLD else ""


@dataclass
class Roles:
    """All heads of a model. `baseline` is what an even look at all words would score, `rows` how many
    words were asked about, both by map and pattern; `missing` says which layers could not be seen."""

    sentences: int
    heads: list[Role] = field(default_factory=list)
    baseline: dict[str, dict[str, float]] = field(default_factory=dict)
    rows: dict[str, dict[str, int]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


def score(weights: Tensor, right: Tensor) -> Tensor:
    """weights (batch, head, row, column), right (batch, row, column) → (head,): the mean weight on the
    right words, over all rows that have one."""
    there = (weights * right[:, None]).sum(-1)  # (batch, head, row)
    asked = right.any(-1)  # (batch, row)
    return there.transpose(1, 2)[asked].mean(0)  # (head,)


@torch.no_grad()
def head_roles(trained: Trained, examples: Sequence[Example] | None = None) -> Roles:
    """Name the heads of what `transformer.weights.load` returns, over its held-out sentences or others."""
    examples = trained.task.held_out[:SENTENCES] if examples is None else examples
    family, words = trained.family, (trained.source_vocabulary, trained.target_vocabulary)
    batch, found = family.objective.batch(examples, words), Roles(len(examples))
    with record(trained.model) as trace:
        family.objective.run(trained.model, batch)
    for each in family.maps:
        found.missing += unseen(trained.model, each)
        try:
            layers = each.layers(trained.model)
        except ValueError:  # `missing` says so
            continue
        rows, columns = (sides(batch, side) for side in (each.rows, each.columns))
        asked = {}
        if rows is not None and columns is not None:
            both = Sentences(examples, rows, columns)
            asked = patterns(both, each.rows, each.columns, trained.task)
        asked = {name: right for name, right in asked.items() if right.any(-1).sum() >= FEWEST}
        found.rows[each.name] = {name: int(right.any(-1).sum()) for name, right in asked.items()}
        for layer, path in enumerate(layers):
            weights = each.weights(trace, path)  # (batch, head, row, column)
            scores = {name: score(weights, right) for name, right in asked.items()}
            for head in range(weights.shape[1]):
                measured = {name: float(values[head]) for name, values in scores.items()}
                found.heads.append(Role(each.name, layer, head, measured))
            found.baseline[each.name] = {n: even(weights, right) for n, right in asked.items()}
    return found


def even(weights: Tensor, right: Tensor) -> float:
    """The score of a head that looks evenly at all words that any head of the layer may look at."""
    allowed = (weights > 0).any(1)  # (batch, row, column)
    share = (right & allowed).sum(-1) / allowed.sum(-1).clamp(min=1)  # (batch, row)
    return float(share[right.any(-1)].mean())


def sides(batch: Rows, side: str) -> Tensor | None:
    """The tokens of one side as the model reads them, (batch, position); None where no words stand there, but
    facts or pieces of a picture. END is only ever written: where a shorter target goes on with it, there is
    padding."""
    if not hasattr(batch, side):
        return None
    tokens = batch.read(side)
    if tokens.dim() != 2 or tokens.is_floating_point():
        return None
    return tokens.masked_fill(tokens == END, PAD) if side == "target" else tokens


def unseen(
    model: torch.nn.Module, each: Map, probe: str = "weights", axes: str = "batch head query key"
) -> list[str]:
    """A sentence for each attention layer that hands these values to no probe."""
    modules, seen = dict(model.named_modules()), probes(model)
    numbers = range(len(modules)) if "{}" in each.path else (0,)
    return [
        f"{path} has no probe called {probe}, so its heads cannot be seen here. In its class "
        f'({type(modules[path]).__name__}), add self.{probe} = Probe("{axes}") to __init__, and pass '
        f"the value through it: value = self.{probe}(value)"
        for path in (each.path.format(n) for n in numbers)
        if path in modules and f"{path}.{probe}" not in seen
    ]
