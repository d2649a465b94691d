"""What each head of a model attends to, measured over many held-out sentences.

For every pattern of `patterns.py` a head has a score: the mean weight it puts where the pattern says. A head
gets the name of its best pattern only if that score reaches `THRESHOLD` and the pattern's control stays below
it. The control measures the same positions for words to which the pattern does not apply.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from transformer.measure.attention.patterns import Sentences, controls, patterns
from transformer.objectives.maps import Map
from transformer.objectives.rows import BaseBatch
from transformer.probe import probes, record
from transformer.tasks import Example
from transformer.vocabulary import END, PAD
from transformer.weights import Trained

THRESHOLD = 0.5  # half of all weight, on average
SENTENCES = 300
FEWEST = 20  # minimum number of rows for a pattern that names a head


@dataclass(frozen=True)
class Role:
    """One head, with its score for each pattern that has rows and for each control. `label` is "" where no
    score reaches the threshold, or where the control of the best pattern reaches it."""

    map: str
    layer: int
    head: int
    scores: dict[str, float]
    controls: dict[str, float] = field(default_factory=dict)

    @property
    def best(self) -> str:
        return max(self.scores, key=self.scores.__getitem__, default="")

    @property
    def refuted(self) -> bool:
        """Whether the best pattern and its control both reach the threshold."""
        reached = self.scores.get(self.best, 0.0) >= THRESHOLD
        return reached and self.controls.get(self.best, 0.0) >= THRESHOLD

    @property
    def label(self) -> str:
        reached = self.scores.get(self.best, 0.0) >= THRESHOLD
        return self.best if reached and not self.refuted else ""


@dataclass
class Roles:
    """All heads of a model. `baseline` is the score of uniform attention, `rows` the number of words measured,
    and `control_rows` the same for the controls, all by map and pattern. `missing` names the layers without the
    probe."""

    sentences: int
    heads: list[Role] = field(default_factory=list)
    baseline: dict[str, dict[str, float]] = field(default_factory=dict)
    rows: dict[str, dict[str, int]] = field(default_factory=dict)
    control_rows: dict[str, dict[str, int]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


def score(weights: Tensor, right: Tensor) -> Tensor:
    """weights (batch, head, row, column), right (batch, row, column) → (head,): the mean weight on the words of
    the pattern, over all rows that have one."""
    there = (weights * right[:, None]).sum(-1)  # (batch, head, row)
    asked = right.any(-1)  # (batch, row)
    return there.transpose(1, 2)[asked].mean(0)  # (head,)


@torch.no_grad()
def head_roles(trained: Trained, examples: Sequence[Example] | None = None) -> Roles:
    """Name the heads of what `transformer.weights.load` returns, on its held-out sentences or on others."""
    examples = trained.task.held_out[:SENTENCES] if examples is None else examples
    family, words = trained.family, (trained.source_vocabulary, trained.target_vocabulary)
    batch, roles = family.objective.batch(examples, words), Roles(len(examples))
    with record(trained.model) as trace:
        family.objective.run(trained.model, batch)
    for each in family.maps:
        roles.missing += unseen(trained.model, each)
        try:
            layers = each.layers(trained.model)
        except ValueError:  # `missing` says so
            continue
        rows, columns = (tokens_of_side(batch, side) for side in (each.rows, each.columns))
        targets, against = {}, {}
        if rows is not None and columns is not None:
            both = Sentences(examples, rows, columns)
            targets = enough(patterns(both, each.rows, each.columns, trained.task))
            against = enough(controls(both, targets))
        roles.rows[each.name], roles.control_rows[each.name] = (
            row_counts(targets),
            row_counts(against),
        )
        for layer, path in enumerate(layers):
            weights = each.weights(trace, path)  # (batch, head, row, column)
            scores, elsewhere = (
                {name: score(weights, right) for name, right in places.items()}
                for places in (targets, against)
            )
            for head in range(weights.shape[1]):
                measured, control = (
                    {name: float(values[head]) for name, values in of.items()}
                    for of in (scores, elsewhere)
                )
                roles.heads.append(Role(each.name, layer, head, measured, control))
            roles.baseline[each.name] = {n: even(weights, right) for n, right in targets.items()}
    return roles


def enough(targets: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the patterns with enough rows to name a head."""
    return {name: right for name, right in targets.items() if right.any(-1).sum() >= FEWEST}


def row_counts(targets: dict[str, Tensor]) -> dict[str, int]:
    """Return the number of rows of each pattern."""
    return {name: int(right.any(-1).sum()) for name, right in targets.items()}


def even(weights: Tensor, right: Tensor) -> float:
    """Return the score of a head with uniform attention over all words that any head of the layer may attend
    to."""
    allowed = (weights > 0).any(1)  # (batch, row, column)
    share = (right & allowed).sum(-1) / allowed.sum(-1).clamp(min=1)  # (batch, row)
    return float(share[right.any(-1)].mean())


def tokens_of_side(batch: BaseBatch, side: str) -> Tensor | None:
    """Return the tokens of one side as the model reads them, (batch, position), or None where the side has no
    words but facts or image regions. END is only ever an output: where a shorter target continues with it, the
    model reads padding."""
    if not hasattr(batch, side):
        return None
    tokens = batch.read(side)
    if tokens.dim() != 2 or tokens.is_floating_point():
        return None
    return tokens.masked_fill(tokens == END, PAD) if side == "target" else tokens


def unseen(
    model: torch.nn.Module, each: Map, probe: str = "weights", axes: str = "batch head query key"
) -> list[str]:
    """Return one sentence for each attention layer without this probe."""
    modules, seen = dict(model.named_modules()), probes(model)
    numbers = range(len(modules)) if "{}" in each.path else (0,)
    return [
        f"{path} has no probe called {probe}, so its heads cannot be shown here. In its class "
        f'({type(modules[path]).__name__}), add self.{probe} = Probe("{axes}") to __init__, and pass '
        f"the value through it: value = self.{probe}(value)"
        for path in (each.path.format(n) for n in numbers)
        if path in modules and f"{path}.{probe}" not in seen
    ]
