"""What a part is for: take it away, and see what no longer works.

Two questions that sound alike. *Switched off after training*: what does this trained model use the
part for? *Trained without*: can the task be learned without it? The first changes values in flight
(`probe.replace`), the second is a recipe of its own, whose weights ship.
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

Functions = dict[str, Callable[[Tensor], Tensor]]  # of probes, as `replace` takes them


# --- switched off: what each probe gives instead ------------------------------------------------


def one_head(model: Any, head: int = 0) -> Functions:
    """Head number `head` of every self-attention finds nothing."""
    heads = model.config.self_heads
    if not 0 <= head < heads:
        raise ValueError(f"head {head}: this model has heads 0 to {heads - 1}")

    def silent(found: Tensor) -> Tensor:
        found = found.clone()
        found[:, head] = 0.0  # (batch, head, query, d_v)
        return found

    return dict.fromkeys(_ending(model, "self_attention.head_output"), silent)


def scaling(model: Any) -> Functions:
    """The scores as they are, not divided by √d_k."""
    c = model.config

    def undone(heads: int) -> Callable[[Tensor], Tensor]:
        return lambda scaled: scaled * math.sqrt(c.d_model // heads)

    own = {name: undone(c.self_heads) for name in _ending(model, "self_attention.scaled")}
    return own | {n: undone(c.cross_heads) for n in _ending(model, "cross_attention.scaled")}


def positions(model: Any) -> Functions:
    """Nothing is added to the words."""
    return dict.fromkeys(_ending(model, "embedding.positions"), torch.zeros_like)


def causal_mask(model: Any) -> Functions:
    """The decoder's words look at those after them too."""
    functions: Functions = {}
    for name in _ending(model, "decoder", "self_attention.masked"):
        functions |= _handed_on(name.replace(".masked", ".scaled"), name)
    return functions


def residual(model: Any) -> Functions:
    """sublayer(x) in place of x + sublayer(x)."""
    functions: Functions = {}
    for sum_ in _ending(model, "residual.sum"):
        layer, _, which = sum_.removesuffix("_residual.sum").rpartition(".")
        part = {"attention": "self_attention", "self": "self_attention", "cross": "cross_attention"}
        functions |= _handed_on(f"{layer}.{part.get(which, which)}.output", sum_)
    return functions


def layer_norm(model: Any) -> Functions:
    """Every LayerNorm hands on what it got. Before each stands a sum, the last one that was made."""
    _only_pre(model)
    latest: dict[str, Tensor] = {}

    def keep(x: Tensor) -> Tensor:
        latest["x"] = x
        return x

    sums = [*_ending(model, "embedding.sum"), *_ending(model, "residual.sum")]
    norms = [*_ending(model, "residual.normed"), "encoder.output", "decoder.output"]
    return dict.fromkeys(sums, keep) | {name: lambda _: latest["x"] for name in norms}


def feed_forward(model: Any) -> Functions:
    """The feed-forward layers add nothing."""
    return dict.fromkeys(_ending(model, "feed_forward.output"), torch.zeros_like)


def _handed_on(earlier: str, later: str) -> Functions:
    """The later probe gives what passed the earlier one."""
    kept: list[Tensor] = []

    def keep(value: Tensor) -> Tensor:
        kept[:] = [value]
        return value

    return {earlier: keep, later: lambda _: kept[0]}


def _ending(model: Any, *parts: str) -> list[str]:
    """The probes whose path ends with the last part, and begins with the one before it."""
    begin, end = ("", *parts)[-2:]
    return [name for name in probes(model) if name.endswith(end) and name.startswith(begin)]


def _only_pre(model: Any) -> None:
    if model.config.norm_order != "pre":
        raise ValueError(
            f"norm_order is '{model.config.norm_order}'; only where LayerNorm stands before a "
            "sub-layer ('pre') can a probe see what it got"
        )


# --- what can be removed -----------------------------------------------------------------------


@dataclass(frozen=True)
class Removal:
    """One part, how to switch it off in a trained model, and how a model without it is called.

    `off` is None for what exists in training only. `anew`: the model must be measured with every word
    computed anew in each step of writing.
    """

    off: Callable[..., Functions] | None
    ending: str
    anew: bool = False

    def without(self, name: str) -> str:
        """The recipe, and the weights that ship, of the model `name` trained without the part."""
        return f"{name}_{self.ending}"


REMOVALS: dict[str, Removal] = {
    "head": Removal(one_head, "without_head"),
    "scaling": Removal(scaling, "without_scaling"),
    "positions": Removal(positions, "none"),
    "mask": Removal(causal_mask, "without_mask", anew=True),
    "residual": Removal(residual, "without_residual"),
    "norm": Removal(layer_norm, "without_norm"),
    "feed_forward": Removal(feed_forward, "without_feed_forward"),
    "smoothing": Removal(None, "without_smoothing"),
    "warmup": Removal(None, "without_warmup"),
    "nothing": Removal(None, "again"),  # only another seed: how far apart is alike?
}


def removed(part: str) -> Removal:
    """The removal of that name. A layer of one's own, "attention=mine", takes the place of another: it
    needs weights of its own, and none ship."""
    return Removal(None, re.sub(r"\W+", "_", f"with_{part}")) if "=" in part else REMOVALS[part]


def switched_off(model: Any, removal: str, **choice: int) -> AbstractContextManager[None]:
    """The model without a part, while a `with` block runs; afterwards it is whole again."""
    off = removed(removal).off
    if off is None:
        raise ValueError(f"'{removal}' exists in training only; there is nothing to switch off")
    return replace(model, off(model, **choice))


# --- what is measured --------------------------------------------------------------------------

MAPS = tuple(m.path for m in encoder_decoder.MAPS)


@dataclass(frozen=True)
class Measured:
    """What one model does with the same sentences.

    tokens (sentence, ≤ target): what it writes; right: whether to the last token; next_words: where
    all words before it are given, how many next words are right, and of how many; maps: for each of
    the three kinds of attention, in the last layer, (sentence, query, key), averaged over the heads,
    which have no order; NaN where there is nothing to look at, or nobody.
    """

    tokens: Tensor
    right: tuple[bool, ...]
    next_words: tuple[int, int]
    maps: dict[str, Tensor]

    @property
    def next_right(self) -> float:
        """How often the next word is right, a share."""
        right, count = self.next_words
        return right / count


AT_ONCE = 200  # sentences: who shares the processor with others waits for so many, not for all


def measure(model: Any, batch: Batch, anew: bool = False) -> Measured:
    """Let a model write, and feed it the right words; `anew` as in `Removal`."""
    return joined([measure_some(model, batch, first, anew) for first in firsts(len(batch))])


def firsts(sentences: int) -> range:
    """The first sentence of each part that is measured at once."""
    return range(0, sentences, AT_ONCE)


@torch.no_grad()
def measure_some(model: Any, batch: Batch, first: int, anew: bool = False) -> Measured:
    """The sentences from `first` on, `AT_ONCE` of them."""
    batch = batch[slice(first, first + AT_ONCE)]
    tokens = (write if anew else greedy)(model, batch.source, batch.target.shape[1])
    before, after = batch.target[:, :-1], batch.target[:, 1:]
    paths = {m: m.layers(model)[-1] for m in encoder_decoder.MAPS}
    asked = [f"{path}.{probe}" for path in paths.values() for probe in ("weights", "masked")]
    with record(model, *asked) as trace:
        next_words = model(batch.source, before).argmax(-1)  # (sentence, target)
    words = {"source": batch.source != PAD, "target": before != PAD}  # (sentence, word)
    maps = {}
    for found, path in paths.items():
        looks, keys = words[found.rows], words[found.columns]
        allowed = (trace.one(f"{path}.masked") > -math.inf).any(1)  # (sentence, query, key)
        allowed = allowed & looks[:, :, None] & keys[:, None, :]
        weights = trace.one(f"{path}.weights").mean(1)  # (sentence, query, key)
        maps[found.path] = weights.masked_fill(~allowed, math.nan)
    return Measured(
        tokens=tokens,
        right=tuple(right_sentences(tokens, after).tolist()),
        next_words=(int((next_words == after)[after != PAD].sum()), int((after != PAD).sum())),
        maps=maps,
    )


def joined(parts: list[Measured]) -> Measured:
    """What was measured part by part, as one."""
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


def moved(one: Tensor, other: Tensor) -> float:
    """Which share of the weight lies elsewhere in the other map: ½ Σ |a − b| of a row, averaged.

    Maps (sentence, query, key); 0: the same, 1: no row looks where it did.
    """
    rows = ~one.isnan().all(-1)  # (sentence, query): the rows of real words
    away = (one.nan_to_num(0) - other.nan_to_num(0)).abs().sum(-1) / 2
    return away[rows].mean().item()


@torch.no_grad()
def write(model: Any, source: Tensor, most: int) -> Tensor:
    """Greedy decoding that computes every word anew in each step; (batch, source) → (batch, ≤ most).

    `decoding.greedy` remembers earlier words as they were when nothing came after them. That is a
    causal mask by other means, so without the mask it would still be there.
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
