"""Which token influences which output, measured: replace one token and see which outputs move, and how far.

This file reads no mask and no code. The same model runs once more for every position, with only that one
token changed. It runs in float64, so that a small influence is not mistaken for rounding.
"""

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from lessons.masks.measure.masking import maskable, masking
from transformer import families
from transformer.objectives.maps import Map
from transformer.objectives.rows import BaseBatch
from transformer.probe import Trace, probes, record, replace
from transformer.vocabulary import SPECIALS

# Relative to the norm of an output. A masked token moves it by 0, and rounding by 1e-15.
MOVED = 1e-12


@dataclass(frozen=True)
class Influence:
    """How far each output moves when one token is changed, relative to the norm of the output.

    `whole` (sentence, output, token) covers all layers; `layers` (layer, sentence, output, token) covers each
    layer alone, where outputs and tokens are the same words (else None). `masks` (layer, sentence, query,
    key) are the masks of the layers, True = some head may attend.
    """

    whole: Tensor
    layers: Tensor | None
    masks: Tensor

    @property
    def moves(self) -> Tensor:
        return self.whole > MOVED


@torch.no_grad()
def influence(
    model: nn.Module, drawn: Map, batch: BaseBatch, masks: Sequence[Tensor] | None = None
) -> Influence:
    """Return how each token of a batch moves each output. `drawn` is the attention of the model's family to measure;
    `masks`, one for each layer, (sentence, query, key), replace the model's own masks.

    The vector of the word changes, but the model still masks by the original words, so padding can be tested
    as well. In cross-attention the changed vector is the word's encoder output. Raises `ValueError` where a
    layer lacks the probes.
    """
    paths = drawn.layers(model)
    maskable(model, paths)
    exact = copy.deepcopy(model).double().eval()
    words = embedding(exact, drawn.columns)
    ids = batch.read(drawn.columns)  # (sentence, token)
    position = torch.arange(ids.shape[1])
    changed = ids[:, None].repeat(1, len(position) + 1, 1)  # (sentence, 1 + token, token)
    vocabulary = len(exact.get_parameter(f"{words}.table.weight"))
    changed[:, position + 1, position] = other_tokens(ids, vocabulary)
    vectors = torch.stack([exact.get_submodule(words)(ids) for ids in changed.unbind(1)], 1)
    run = _Run(exact, batch, paths, masks)
    stack = paths[0].partition(".layers.")[0]
    within = drawn.rows == drawn.columns
    enters = f"{words}.sum"
    if not within:  # only the encoder output of that word
        vectors, enters = _own_change(run({enters: vectors}, "encoder.output")[0]), "encoder.output"
    outputs = [layer_output(exact, f"{stack}.layers.{n}") for n in range(len(paths))]
    *after, last = run({enters: vectors}, *outputs, f"{stack}.output")
    alone = None
    if within:
        alone = [_relative_moves(after[0])]
        for n in range(1, len(paths)):
            entering = {outputs[n - 1]: _own_change(after[n - 1])}
            alone.append(_relative_moves(run(entering, outputs[n])[0]))
    seen = torch.stack([run.masks[path] for path in paths])  # (layer, sentence, query, key)
    return Influence(_relative_moves(last), torch.stack(alone) if alone else None, seen)


class _Run:
    """The model on a batch, run once for every change, with some values replaced.

    The batch keeps its size: some bugs show only where there are as many sentences as positions.
    """

    def __init__(
        self, model: nn.Module, batch: BaseBatch, paths: list[str], masks: Sequence[Tensor] | None
    ):
        self.model, self.batch, self.paths = model, batch, paths
        self.replaced = ((), ()) if masks is None else (paths, [mask[:, None] for mask in masks])
        self.masks: dict[str, Tensor] = {}

    def __call__(self, values: dict[str, Tensor], *names: str) -> list[Tensor]:
        """Run with `values` (sentence, 1 + token, …): first unchanged, then with one token changed after the
        other. The recorded values of the probes `names` have the same form."""
        changes = range(next(iter(values.values())).shape[1])
        traces = [
            self._run_once({n: v[:, change] for n, v in values.items()}, names)
            for change in changes
        ]
        if not self.masks:  # of the unchanged sentences
            self.masks = {path: self._allowed(traces[0], path) for path in self.paths}
        return [torch.stack([trace.one(name) for trace in traces], 1) for name in names]

    def _run_once(self, values: dict[str, Tensor], names: tuple[str, ...]) -> Trace:
        hidden = [f"{path}.masked" for path in self.paths]
        put = {name: lambda _, value=value: value for name, value in values.items()}
        with (
            masking(self.model, *self.replaced),
            replace(self.model, put),
            record(self.model, *names, *hidden) as trace,
        ):
            families.family_of(self.model).objective.run(self.model, self.batch)
        return trace

    def _allowed(self, trace: Trace, path: str) -> Tensor:
        return (trace.one(f"{path}.masked") > -math.inf).any(1)  # (sentence, query, key)


def _own_change(values: Tensor) -> Tensor:
    """Return (sentence, 1 + token, position, d) with each change only at its own position."""
    kept = values[:, :1].expand_as(values).clone()
    position = torch.arange(values.shape[2])
    kept[:, position + 1, position] = values[:, position + 1, position]
    return kept


def _relative_moves(outputs: Tensor) -> Tensor:
    """Return how far each output moved: (sentence, 1 + token, output, d) → (sentence, output, token)."""
    before = outputs[:, :1]
    far = (outputs[:, 1:] - before).norm(dim=-1) / before.norm(dim=-1)  # (sentence, token, output)
    return far.transpose(1, 2)


def other_tokens(ids: Tensor, words: int) -> Tensor:
    """Return another token for each token, the next one of the vocabulary, but never a special token."""
    usual = words - len(SPECIALS)
    return len(SPECIALS) + (ids - len(SPECIALS) + 1) % usual


def embedding(model: nn.Module, side: str) -> str:
    """Return the name of the embedding layer of one side."""
    probe_names = probes(model)
    names = (f"{side}_embedding", "embedding")
    for name in names:
        if f"{name}.sum" in probe_names:
            return name
    raise ValueError(
        f"there is no probe {names[0]}.sum in this {type(model).__name__}: add "
        'self.sum = Probe("batch position d_model") and pass the word vectors through it'
    )


def layer_output(model: nn.Module, layer: str) -> str:
    """Return the probe that holds the output of a layer: the last sum, or the norm after it."""
    last = "normed" if getattr(model.config, "norm_order", "pre") == "post" else "sum"
    return f"{layer}.feed_forward_residual.{last}"
