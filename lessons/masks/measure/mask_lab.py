"""A few sentences in one batch, read under any mask: the real forward pass and the measured influence."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lessons.masks.measure.influence import Influence, influence
from lessons.masks.measure.masking import maskable, masking, reach, with_itself
from transformer.masks import causal
from transformer.measure.answer import greedy_answer, side_labels_of
from transformer.objectives.maps import Map
from transformer.objectives.rows import BaseBatch
from transformer.probe import record
from transformer.tasks import Example
from transformer.variants.window import window
from transformer.vocabulary import END, PAD
from transformer.weights import Trained

WINDOW, PREFIX = 1, 2  # words on each side; words of the prefix that every word may attend to


def causal_and_padding(queries: Tensor, keys: Tensor) -> Tensor:
    return causal(queries.shape[1]) & keys[:, None, :]


def window_and_padding(queries: Tensor, keys: Tensor) -> Tensor:
    return window(queries.shape[1], WINDOW) & keys[:, None, :]


def prefix(queries: Tensor, keys: Tensor) -> Tensor:
    """Return a mask in which every position attends to the prefix, and only later positions to the rest."""
    beginning = torch.arange(keys.shape[1]) < PREFIX
    return (causal(queries.shape[1]) | beginning) & keys[:, None, :]


# (sentence, query) and (sentence, key), True where there is a word → (sentence, query, key), True = may attend.
PRESETS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "none": lambda queries, keys: torch.ones_like(keys[:, None, :]),
    "padding": lambda queries, keys: keys[:, None, :],
    "causal": lambda queries, keys: causal(queries.shape[1]),
    "both": causal_and_padding,
    "window": window_and_padding,
    "prefix": prefix,
}
ACROSS = ("none", "padding")  # those that make sense between two texts


def presets(queries: Tensor, keys: Tensor, within: bool) -> dict[str, Tensor]:
    """Return each usual mask for these sentences, (sentence, query, key)."""
    shape = (*queries.shape, keys.shape[1])
    names = PRESETS if within else ACROSS
    return {name: PRESETS[name](queries, keys).expand(shape) for name in names}


@dataclass(frozen=True)
class Sentences:
    """A batch as one attention of a model sees it: queries, keys, and which of them are words."""

    drawn: Map
    paths: list[str]
    batch: BaseBatch
    queries: list[list[int]]  # token numbers, padding included
    keys: list[list[int]]
    sides: list[dict[str, list[str]]]  # of each sentence: its words, as the family names them

    @property
    def words(self) -> tuple[Tensor, Tensor]:
        """Return (sentence, query) and (sentence, key), True where there is a word."""
        return torch.tensor(self.queries) != PAD, torch.tensor(self.keys) != PAD

    def presets(self) -> dict[str, Tensor]:
        return presets(*self.words, within=self.drawn.rows == self.drawn.columns)

    def usual(self) -> str:
        """Return the preset that this attention has in a correct model."""
        return "causal" if self.drawn.columns == "target" else "padding"


def sentences(trained: Trained, texts: Sequence[Sequence[str]], name: str) -> Sentences:
    """Return these texts (words each) as a batch for the attention `name` of the model's family. A translation model's
    decoder reads its own output. Raises `ValueError` where there is no such attention, or where one of its
    layers has no probe for its scores."""
    maps = {drawn.name: drawn for drawn in trained.family.maps}
    if name not in maps:
        raise ValueError(
            f"the family {trained.family.name} has no attention map '{name}'; its maps are {', '.join(maps)}"
        )
    drawn, sides = maps[name], (trained.source_vocabulary, trained.target_vocabulary)
    paths = drawn.layers(trained.model)
    maskable(trained.model, paths)
    examples = []
    for text in texts:
        target = text
        if trained.reads:
            tokens = greedy_answer(trained, sides[0].encode(text))
            target = sides[1].decode([token for token in tokens if token not in (END, PAD)])
        source = tuple(text) if trained.reads else ()
        examples.append(Example(source, tuple(target), (0,) * len(target)))
    batch = trained.family.objective.batch(examples, sides)
    rows, columns = (batch.read(side).tolist() for side in (drawn.rows, drawn.columns))
    named = [side_labels_of(trained, batch[n : n + 1]) for n in range(len(batch))]
    return Sentences(drawn, paths, batch, rows, columns, named)


@dataclass(frozen=True)
class MaskEffects:
    """The values of an attention under given masks. `scaled` and `weights`: by path, (sentence, head, query,
    key). `moved` (measured) and `promised` (by the rule): (layer …, whole; sentence, output, token)."""

    scaled: dict[str, Tensor]
    weights: dict[str, Tensor]
    influence: Influence
    moved: Tensor
    promised: Tensor


@torch.no_grad()
def mask_effects(
    trained: Trained, chosen: Sentences, masks: Sequence[Tensor], rule: Tensor | None = None
) -> MaskEffects:
    """Return the effects of these masks, one for each layer, (sentence, query, key): one forward pass, and the
    measured influence. `promised` is what the rule (sentence, query, key) lets through, or the masks themselves if
    there is no rule."""
    model, paths = trained.model, chosen.paths
    names = [f"{path}.{stage}" for path in paths for stage in ("scaled", "weights")]
    with masking(model, paths, [mask[:, None] for mask in masks]), record(model, *names) as trace:
        trained.family.objective.run(model, chosen.batch)
    measured = influence(model, chosen.drawn, chosen.batch, masks)
    allowed = list(masks) if rule is None else [rule] * len(masks)
    if measured.layers is None:
        moved, promised = measured.whole[None], reach(allowed, _among(trained, chosen))[None]
    else:
        moved = torch.cat((measured.layers, measured.whole[None]))
        promised = torch.stack([*map(with_itself, allowed), reach(allowed)])
    scaled, weights = ({path: trace.one(f"{path}.{stage}") for path in paths} for stage in ("scaled", "weights"))  # fmt: skip
    return MaskEffects(scaled, weights, measured, moved, promised)


def _among(trained: Trained, chosen: Sentences) -> list[Tensor]:
    """Return which decoder words may attend to each other, layer by layer: (sentence, query, query)."""
    drawn = trained.family.map(chosen.drawn.rows, chosen.drawn.rows)
    names = [f"{path}.masked" for path in drawn.layers(trained.model)] if drawn else []
    with record(trained.model, *names) as trace:
        trained.family.objective.run(trained.model, chosen.batch)
    return [(trace.one(name) > -math.inf).any(1) for name in names]
