"""What each part of a model contributes: remove it, and see what fails.

There are two different questions. *Switched off after training*: what does this trained model use the part
for? *Trained without*: can the task be learned without it? The first replaces values during the forward pass
(`probe.replace`). The second is a recipe of its own, and its weights ship.
"""

import math
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import pad

from transformer.decoding import greedy
from transformer.families import encoder_decoder
from transformer.objectives.batch import Batch
from transformer.objectives.scores import right_sentences
from transformer.probe import probes, record, replace
from transformer.vocabulary import END, PAD, START

Functions = dict[str, Callable[[Tensor], Tensor]]  # functions by probe, as for `replace`


# --- switched off: the replacement at each probe ------------------------------------------------


def one_head(model: Any, head: int = 0) -> Functions:
    """Set the output of head number `head` to zero in every self-attention."""
    heads = model.config.self_heads
    if not 0 <= head < heads:
        raise ValueError(
            f"head {head} does not exist: the heads of this model are numbered 0 to {heads - 1}"
        )

    def silence(heads: Tensor) -> Tensor:
        heads = heads.clone()
        heads[:, head] = 0.0  # (batch, head, query, d_v)
        return heads

    return dict.fromkeys(_probes_ending(model, "self_attention.head_output"), silence)


def scaling(model: Any) -> Functions:
    """Do not divide the scores by √d_k."""
    c = model.config

    def undo_scaling(heads: int) -> Callable[[Tensor], Tensor]:
        return lambda scaled: scaled * math.sqrt(c.d_model // heads)

    own = {
        name: undo_scaling(c.self_heads) for name in _probes_ending(model, "self_attention.scaled")
    }
    return own | {
        n: undo_scaling(c.cross_heads) for n in _probes_ending(model, "cross_attention.scaled")
    }


def positions(model: Any) -> Functions:
    """Add no positional encoding to the words."""
    return dict.fromkeys(_probes_ending(model, "embedding.positions"), torch.zeros_like)


def causal_mask(model: Any) -> Functions:
    """Let the decoder's words attend to later words as well."""
    functions: Functions = {}
    for name in _probes_ending(model, "decoder", "self_attention.masked"):
        functions |= _pass_on(name.replace(".masked", ".scaled"), name)
    return functions


def residual(model: Any) -> Functions:
    """Replace x + sublayer(x) by sublayer(x)."""
    functions: Functions = {}
    for sum_ in _probes_ending(model, "residual.sum"):
        layer, _, which = sum_.removesuffix("_residual.sum").rpartition(".")
        part = {"attention": "self_attention", "self": "self_attention", "cross": "cross_attention"}
        functions |= _pass_on(f"{layer}.{part.get(which, which)}.output", sum_)
    return functions


def layer_norm(model: Any) -> Functions:
    """Replace every LayerNorm by the identity. Its input is the latest sum before it."""
    _require_pre_norm(model)
    latest: dict[str, Tensor] = {}

    def record_input(x: Tensor) -> Tensor:
        latest["x"] = x
        return x

    sums = [*_probes_ending(model, "embedding.sum"), *_probes_ending(model, "residual.sum")]
    norms = [*_probes_ending(model, "residual.normed"), "encoder.output", "decoder.output"]
    return dict.fromkeys(sums, record_input) | {name: lambda _: latest["x"] for name in norms}


def feed_forward(model: Any) -> Functions:
    """Let the feed-forward layers add nothing."""
    return dict.fromkeys(_probes_ending(model, "feed_forward.output"), torch.zeros_like)


def _pass_on(earlier: str, later: str) -> Functions:
    """Replace the value of the later probe by that of the earlier one."""
    earlier_value: list[Tensor] = []

    def record_value(value: Tensor) -> Tensor:
        earlier_value[:] = [value]
        return value

    return {earlier: record_value, later: lambda _: earlier_value[0]}


def _probes_ending(model: Any, *parts: str) -> list[str]:
    """Return the probes whose path ends with the last part and contains the part before it."""
    begin, end = ("", *parts)[-2:]
    return [name for name in probes(model) if name.endswith(end) and name.startswith(begin)]


def _require_pre_norm(model: Any) -> None:
    if model.config.norm_order != "pre":
        raise ValueError(
            f"norm_order is '{model.config.norm_order}'; a probe can read the input of a sub-layer only "
            "where LayerNorm comes before it ('pre')"
        )


# --- what can be removed -----------------------------------------------------------------------


@dataclass(frozen=True)
class Removal:
    """One part, how to switch it off in a trained model, and the name of a model trained without it.

    `off` is None for a part that exists only in training. `recomputes`: the model must recompute every word at each
    decoding step.
    """

    off: Callable[..., Functions] | None
    ending: str
    recomputes: bool = False

    def without(self, name: str) -> str:
        """Return the recipe, and the shipped weights, of the model `name` trained without the part."""
        return f"{name}_{self.ending}"


REMOVALS: dict[str, Removal] = {
    "head": Removal(one_head, "without_head"),
    "scaling": Removal(scaling, "without_scaling"),
    "positions": Removal(positions, "none"),
    "mask": Removal(causal_mask, "without_mask", recomputes=True),
    "residual": Removal(residual, "without_residual"),
    "norm": Removal(layer_norm, "without_norm"),
    "feed_forward": Removal(feed_forward, "without_feed_forward"),
    "smoothing": Removal(None, "without_smoothing"),
    "warmup": Removal(None, "without_warmup"),
    "nothing": Removal(None, "again"),  # only another seed, for comparison
}


def removal_of(part: str) -> Removal:
    """Return the removal of that name. Your own layer, "attention=mine", replaces another layer; it needs its
    own training, and no weights of it ship."""
    return Removal(None, re.sub(r"\W+", "_", f"with_{part}")) if "=" in part else REMOVALS[part]


def switched_off(model: Any, removal: str, **choice: int) -> AbstractContextManager[None]:
    """Switch a part of the model off inside a `with` block; afterwards the model is unchanged."""
    off = removal_of(removal).off
    if off is None:
        raise ValueError(
            f"'{removal}' affects only training, so it cannot be switched off in a trained model"
        )
    return replace(model, off(model, **choice))


# --- measurements ------------------------------------------------------------------------------

MAPS = tuple(m.path for m in encoder_decoder.MAPS)


@dataclass(frozen=True)
class Measured:
    """What one model does with the same sentences.

    tokens (sentence, ≤ target): its output; right: exact match; next_words: with teacher forcing, how many
    next words are right, and the total; maps: for each of the three kinds of attention, in the last layer,
    (sentence, query, key), averaged over the heads, which have no order; NaN where there is no key or no
    query.
    """

    tokens: Tensor
    right: tuple[bool, ...]
    next_words: tuple[int, int]
    maps: dict[str, Tensor]

    @property
    def next_right(self) -> float:
        """The accuracy of the next word."""
        right, count = self.next_words
        return right / count


AT_ONCE = 200  # sentences per chunk, so that users who share a CPU wait for one chunk, not for all


def measure(model: Any, batch: Batch, recomputes: bool = False) -> Measured:
    """Let a model decode, and run it with teacher forcing; `recomputes` as in `Removal`."""
    return combine(
        [measure_chunk(model, batch, first, recomputes) for first in chunk_starts(len(batch))]
    )


def chunk_starts(sentences: int) -> range:
    """Return the first sentence of each chunk that is measured at once."""
    return range(0, sentences, AT_ONCE)


@torch.no_grad()
def measure_chunk(model: Any, batch: Batch, first: int, recomputes: bool = False) -> Measured:
    """Measure `AT_ONCE` sentences from `first` on."""
    batch = batch[slice(first, first + AT_ONCE)]
    tokens = (decode_without_cache if recomputes else greedy)(
        model, batch.source, batch.target.shape[1]
    )
    before, after = batch.target[:, :-1], batch.target[:, 1:]
    paths = {m: m.layers(model)[-1] for m in encoder_decoder.MAPS}
    names = [f"{path}.{probe}" for path in paths.values() for probe in ("weights", "masked")]
    with record(model, *names) as trace:
        next_words = model(batch.source, before).argmax(-1)  # (sentence, target)
    words = {"source": batch.source != PAD, "target": before != PAD}  # (sentence, word)
    maps = {}
    for kind, path in paths.items():
        queries, keys = words[kind.rows], words[kind.columns]
        allowed = (trace.one(f"{path}.masked") > -math.inf).any(1)  # (sentence, query, key)
        allowed = allowed & queries[:, :, None] & keys[:, None, :]
        weights = trace.one(f"{path}.weights").mean(1)  # (sentence, query, key)
        maps[kind.path] = weights.masked_fill(~allowed, math.nan)
    return Measured(
        tokens=tokens,
        right=tuple(right_sentences(tokens, after).tolist()),
        next_words=(int((next_words == after)[after != PAD].sum()), int((after != PAD).sum())),
        maps=maps,
    )


def combine(parts: list[Measured]) -> Measured:
    """Combine the measurements of several chunks."""
    widest = max(part.tokens.shape[1] for part in parts)
    tokens = [pad(p.tokens, (0, widest - p.tokens.shape[1]), value=PAD) for p in parts]
    return Measured(
        tokens=torch.cat(tokens),
        right=tuple(right for part in parts for right in part.right),
        next_words=(
            sum(part.next_words[0] for part in parts),
            sum(part.next_words[1] for part in parts),
        ),
        maps={name: torch.cat([part.maps[name] for part in parts]) for name in parts[0].maps},
    )


def moved_weight(first: Tensor, second: Tensor) -> float:
    """Return how much of the weight moved between two maps: ½ Σ |a − b| of a row, averaged.

    Maps (sentence, query, key); 0: the same, 1: no weight at the same position.
    """
    rows = ~first.isnan().all(-1)  # (sentence, query): the rows of real words
    away = (first.nan_to_num(0) - second.nan_to_num(0)).abs().sum(-1) / 2
    return away[rows].mean().item()


@torch.no_grad()
def decode_without_cache(model: Any, source: Tensor, most: int) -> Tensor:
    """Decode greedily and recompute every word at each step; (batch, source) → (batch, ≤ most).

    `decoding.greedy` caches earlier words as they were when no word came after them. The cache acts as a
    causal mask, so it would still be there without the mask.
    """
    memory = model.encode(source)  # (batch, source, d_model)
    tokens = source.new_full((len(source), 1), START)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    while tokens.shape[1] <= most and not ended.all():
        going, following = ~ended, source.new_full((len(source),), PAD)  # both (batch,)
        logits = model.decode(tokens[going], memory[going], source[going])
        following[going] = logits[:, -1].argmax(-1)
        ended |= following == END
        tokens = torch.cat((tokens, following[:, None]), dim=1)
    return tokens[:, 1:]
