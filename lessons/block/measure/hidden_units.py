"""The feed-forward layer of a trained model: a function of one position, and the words that activate each of
its hidden units."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from transformer.measure.answer import Answer, answer
from transformer.measure.attention.head_roles import tokens_of_side
from transformer.probe import probes, record
from transformer.vocabulary import PAD
from transformer.weights import Trained

MOST = 150  # held-out examples that are read


@dataclass(frozen=True)
class Layer:
    """A feed-forward layer by its path, for example `encoder.layers.0.feed_forward`."""

    path: str

    @property
    def stack(self) -> str:
        return self.path.split(".")[0]

    @property
    def number(self) -> int:
        """Its number, from 1."""
        return int(self.path.split(".")[2]) + 1

    def beside(self, model: nn.Module) -> nn.Module:
        """Return the whole layer that contains this sub-layer."""
        return getattr(model, self.stack).layers[self.number - 1]


@dataclass(frozen=True)
class Units:
    """How strongly each hidden unit fires, by the word at the position."""

    words: Tensor  # (word,): the numbers of the words that occurred
    counts: Tensor  # (word,): how often each occurred
    fires: Tensor  # (unit, word): the fraction of a word's occurrences at which the unit is above 0
    strength: Tensor  # (unit, word): the mean of the unit over these occurrences, zeros included
    active: float  # the mean fraction of units above 0 at one position

    def silent(self) -> int:
        """Return the number of units that are never above 0."""
        return int((self.fires.sum(-1) == 0).sum())


def feed_forwards(model: nn.Module) -> list[Layer]:
    """Return a model's feed-forward layers with a probe for their hidden units."""
    paths = [n.removesuffix(".hidden") for n in probes(model) if n.endswith("feed_forward.hidden")]
    if not paths:
        raise ValueError(
            f"there is no probe feed_forward.hidden in this {type(model).__name__}: its feed-forward was left out "
            "(then it has no hidden units), or it is your own layer. In your own layer, write self.hidden = "
            'Probe("batch position d_ff") and pass the hidden values through it'
        )
    return [Layer(path) for path in paths]


def hidden_values(trained: Trained, ids: Sequence[int]) -> tuple[dict[str, Tensor], Answer]:
    """Return the hidden units of each feed-forward layer at every position of one sentence, (position, unit),
    and the model's output."""
    paths = [layer.path for layer in feed_forwards(trained.model)]
    answered = answer(trained, ids)
    return {path: answered.trace.one(f"{path}.hidden")[0] for path in paths}, answered


def all_units(trained: Trained) -> dict[str, "Units"]:
    """Return `units` of every feed-forward layer, by its path."""
    return {layer.path: units(trained, layer) for layer in feed_forwards(trained.model)}


@torch.no_grad()
def units(trained: Trained, layer: Layer) -> Units:
    """Measure the units of a layer on held-out sentences, word by word."""
    both = trained.source_vocabulary, trained.target_vocabulary
    batch = trained.family.objective.batch(trained.task.held_out[:MOST], both)
    with record(trained.model, f"{layer.path}.hidden") as trace:
        trained.family.objective.run(trained.model, batch)
    hidden = trace.one(f"{layer.path}.hidden")  # (batch, position, unit)
    tokens = tokens_of_side(batch, trained.family.side(layer.path))  # (batch, position)
    if tokens is None:
        raise ValueError(
            f"{layer.path} does not read words in the family {trained.family.name}, so no word "
            "can activate its units: choose a layer that reads source or target words"
        )
    hidden, tokens = hidden[tokens != PAD], tokens[tokens != PAD]  # (position, unit), (position,)
    words, which, counts = tokens.unique(return_inverse=True, return_counts=True)
    total = hidden.new_zeros(2, len(words), hidden.shape[1])
    total[0].index_add_(0, which, (hidden > 0).float())
    total[1].index_add_(0, which, hidden)
    fires, strength = (total / counts[:, None]).mT  # each (unit, word)
    return Units(words, counts, fires, strength, (hidden > 0).float().mean().item())


@torch.no_grad()
def change_elsewhere(trained: Trained, ids: Sequence[int], layer: Layer) -> dict[str, float]:
    """Replace the word at one position and return how far, at most, the outputs at all other positions move,
    relative to their norm. The two results are for the feed-forward, and for the self-attention of the same
    layer with the same input."""
    trace = answer(trained, ids).trace
    residual = f"{layer.path}_residual."
    sums = [name for name in trace.names() if name.startswith(residual)]
    if not sums:
        raise ValueError(
            f"no value passed through a probe {residual}normed or {residual}sum: in your own residual, write "
            'self.normed = Probe("batch position d_model") and pass the value through it'
        )
    x = trace.one(sums[0])  # (1, position, d_model), vectors that occur here
    position = torch.arange(x.shape[1])
    same = x.repeat(len(position), 1, 1)  # (changed, position, d_model): a copy for each position
    changed = same.clone()
    changed[position, position] = x[0].roll(1, dims=0)  # it is replaced by the word before it
    may = torch.ones(len(position), len(position), dtype=torch.bool)
    mask = may.tril() if layer.stack == "decoder" else may
    whole: Any = layer.beside(trained.model)  # the layer that contains it, of any class
    changes = {}
    functions = {
        "feed-forward": whole.feed_forward,
        "self-attention": lambda y: whole.self_attention(y, y, mask),
    }
    for name, function in functions.items():
        before = function(same)
        moved = (function(changed) - before).norm(dim=-1)  # (changed, position)
        share = moved / before.norm(dim=-1).clamp(min=1e-9)
        changes[name] = share.masked_fill(position[:, None] == position, 0.0).max().item()
    return changes
